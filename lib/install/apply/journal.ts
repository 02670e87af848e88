// What a run has saved and is about to change: enough to put everything back, whoever finds it.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type Infer, int, listOf, maybe, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { putBack, readJson, removeIfEmpty, syncFolder, writeDurably } from './files.js'

const entryShape = record({
  path: text(),
  /** Where the new content waits; null for removals. */
  staged: textOrNull(),
  /** Name of the pre-image in the journal folder, or null when nothing was there. */
  image: textOrNull(),
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

/** Runs on files no longer shared by anything but the journal, and again on its own half-done work. */
export function restore(journal: Journal, folder: string): void {
  for (const { path, staged, image, folderMode } of [...journal.entries].reverse()) {
    if (staged !== null) rmSync(staged, { force: true })
    if (image === null) rmSync(path, { force: true })
    else if (existsSync(join(folder, image))) {
      mkdirSync(dirname(path), { recursive: true, mode: folderMode ?? 0o777 })
      putBack(join(folder, image), path)
    }
  }
  for (const created of [...journal.created].reverse()) if (!isAbove(created, folder)) removeIfEmpty(created)
}
