// What a run has saved and is about to change: enough to put everything back, whoever finds it.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type Infer, int, listOf, maybe, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { digestNow, putBack, readJson, removeIfEmpty, syncFolder, writeDurably } from './files.js'

const entryShape = record({
  path: text(),
  /** Where the new content waits; null for removals. */
  staged: textOrNull(),
  /** Name of the pre-image in the journal folder, or null when nothing was there. */
  image: textOrNull(),
  /** Digest of the new content; null: the file goes; absent in journals of older versions. */
  puts: maybe(orNull(text())),
  /** Permission bits of the folder it lies in; absent or null: the usual ones. */
  folderMode: maybe(orNull(int())),
})
const journalShape = record({
  transaction: text(),
  roots: texts(),
  /** Folders the transaction makes, outermost first. */
  created: texts(),
  entries: listOf(entryShape),
})

export type JournalEntry = Infer<typeof entryShape>
/** Written before the first change, gone after the last: as long as it is there, the transaction can be undone. */
export type Journal = Infer<typeof journalShape>

const JOURNAL_FILE = 'journal.json'

export const readJournal = (folder: string): Journal | null => readJson(join(folder, JOURNAL_FILE), journalShape)

export function writeJournal(folder: string, journal: Journal): void {
  const file = join(folder, JOURNAL_FILE)
  writeDurably(`${file}.tmp`, `${JSON.stringify(journal)}\n`)
  renameSync(`${file}.tmp`, file)
  syncFolder(folder)
}

export const isAbove = (folder: string, path: string): boolean => path.startsWith(folder + sep)

/** Runs again on its own half-done work. Returns what another program has written since: that is newer than both states, and stays. */
export function restore(journal: Journal, folder: string): readonly string[] {
  const theirs: string[] = []
  for (const { path, staged, image, puts, folderMode } of [...journal.entries].reverse()) {
    if (staged !== null) rmSync(staged, { force: true })
    const saved = image === null ? null : join(folder, image)
    const now = digestNow(path)
    if (now !== null && puts !== undefined && now !== puts) {
      if (saved === null || (existsSync(saved) && digestNow(saved) !== now)) theirs.push(path)
    } else if (saved === null) rmSync(path, { force: true })
    else if (existsSync(saved)) {
      mkdirSync(dirname(path), { recursive: true, mode: folderMode ?? 0o777 })
      putBack(saved, path)
    }
  }
  for (const created of [...journal.created].reverse()) if (!isAbove(created, folder)) removeIfEmpty(created)
  return theirs
}
