// Makes a change durable and atomic: stores the bytes before and after for undo, stages files, writes the intent, renames
// files and appends log lines, in this order. `recover` completes an interrupted change.
import { dirname, join } from 'node:path'
import { hashOfLine, journalNames, type WriteRecord, type WrittenFile } from '../core/history/journal.js'
import { JOURNAL_FOLDER, objectPath, RUNTIME_FOLDER } from '../core/layout.js'
import { GsdError } from '../errors.js'
import { quietly } from '../std/attempt.js'
import { confinedFiles } from './confined.js'
import { digestOf, sha256Cached } from './digest.js'
import { statOf } from './disk.js'
import { durableFiles, type FilePort } from './durable.js'
import type { AppliedEdit, FileChange } from './edits.js'
import { type Append, type Intent, stagedBytes, TRANSACTIONS, unfinishedIn } from './intent.js'
import { complete, doStep, type Step, type Undo, undoAll, type Work, writeIntent } from './steps.js'

export const isRuntimePath = (path: string): boolean => path.startsWith(`${RUNTIME_FOLDER}/`)
const isJournalPath = (path: string): boolean => path.startsWith(`${JOURNAL_FOLDER}/`)

/** Files to change, lines to append to logs, and folders to remove if empty. */
export interface PlannedChange {
  readonly changes: readonly FileChange[]
  readonly appends: readonly Append[]
  readonly folders: readonly string[]
}

/** The journal line of a write, without `files`. */
export type JournalNote = Omit<WriteRecord, 'kind' | 'files'>

export interface CommitPlace {
  readonly root: string
  /** File operations confined to the project. */
  readonly files: FilePort
  /** A value as a log line. */
  frame(payload: unknown): string
}

/** Commits a change; returns whether it added a journal line. Throws if the change failed. */
export function commit(
  place: CommitPlace,
  note: JournalNote,
  planned: PlannedChange,
  summary: readonly AppliedEdit[],
): boolean {
  const { root, files } = place
  const { changes, appends, folders } = planned
  gitignoreFolder(root, RUNTIME_FOLDER, files)
  const recorded = summary.filter(({ path }) => !isRuntimePath(path))
  const journal: readonly Append[] = recorded.length === 0 ? [] : [journalLine(place, note, recorded, appends)]
  if (journal.length > 0) gitignoreFolder(root, JOURNAL_FOLDER, files)
  storeImages(root, imagesOf(changes), files)
  const folder = join(root, TRANSACTIONS, note.id)
  files.together(() => {
    changes.forEach(({ after }, index) => {
      if (after !== null) files.write(join(folder, String(index)), after)
    })
  })
  const intent: Intent = {
    v: 1,
    id: note.id,
    files: changes.map(({ path, before, after }, index): Step => {
      const staged = after === null ? null : String(index)
      return { path, before: digestOf(before), after: digestOf(after), staged }
    }),
    appends: [...appends, ...journal],
    ...(folders.length === 0 ? {} : { folders }),
  }
  const work = workIn(place.root, folder, files)
  writeIntent(work, intent)
  perform(work, place.root, intent, changes)
  return journal.length > 0
}

/** Stores the bytes before and after each write under their digest, for undo. */
function storeImages(root: string, images: Iterable<Buffer>, files: FilePort): void {
  const newPaths = new Set<string>()
  files.together(() => {
    for (const bytes of images) {
      const path = join(root, objectPath(sha256Cached(bytes)))
      if (newPaths.has(path) || files.size(path) !== null) continue
      files.write(`${path}.tmp`, bytes)
      newPaths.add(path)
    }
  })
  files.together(() => {
    for (const path of newPaths) files.rename(`${path}.tmp`, path)
  })
}

/** The journal file for the next line, relative to the root; never an older one, even if the clock was set back. */
function journalFor(root: string, month: string, files: FilePort): string {
  const current = `${month}.jsonl`
  const newest = journalNames(files.list(join(root, JOURNAL_FOLDER))).at(-1) ?? current
  return `${JOURNAL_FOLDER}/${newest < current ? current : newest}`
}

/** Yields the bytes before and after each change, except of runtime files. */
function* imagesOf(changes: readonly FileChange[]): Generator<Buffer> {
  for (const { path, before, after } of changes) {
    if (isRuntimePath(path)) continue
    if (before !== null) yield before
    if (after !== null) yield after
  }
}

function journalLine(
  { root, files, frame }: CommitPlace,
  note: JournalNote,
  recorded: readonly AppliedEdit[],
  appends: readonly Append[],
): Append {
  const record: WriteRecord = {
    kind: 'write',
    ...note,
    files: recorded
      .filter(({ path }) => !isJournalPath(path))
      .map(({ path, before, after }): WrittenFile => {
        const lines = appends.filter((append) => append.path === path)
        return {
          path,
          before,
          after,
          ...(lines.length === 0 ? {} : { lines: lines.map(({ text }) => hashOfLine(text)) }),
        }
      }),
  }
  return { path: journalFor(root, note.at.slice(0, 7), files), text: frame(record) }
}

const workIn = (root: string, folder: string, files: FilePort): Work => ({
  folder,
  files,
  at: (path) => join(root, path),
})

/** Executes an intent; rolls back on failure. */
function perform(work: Work, root: string, intent: Intent, changes: readonly FileChange[]): void {
  const { files } = work
  const undos: Undo[] = []
  try {
    // Files are synced before the lines, which mark the change complete.
    files.together(() => {
      intent.files.forEach((step, index) => {
        const bytes = changes[index]?.before ?? null
        doStep(work, step, bytes === null ? null : { bytes }, undos)
      })
    })
    for (const { path, text } of intent.appends) {
      const begin = appendLog(root, path, text, files)
      undos.push(() => {
        files.truncate(join(root, path), begin)
        return null
      })
    }
  } catch (error) {
    rollBack(work, undos, root, intent, error)
    throw error
  }
  // The change is complete. If this fails, the next write removes the intent.
  quietly(() => finish(work, root, intent))
}

function rollBack(work: Work, undos: readonly Undo[], root: string, intent: Intent, error: unknown): void {
  const { files, folder } = work
  try {
    undoAll(work, undos)
  } catch (second) {
    throw new GsdError(
      {
        code: 'IO',
        message: `${(error as Error).message}; and the earlier steps could not be undone: ${(second as Error).message}`,
        fix: 'free space and check the disk; the next command that writes completes this one',
      },
      { cause: error },
    )
  }
  // The change is undone. If this fails, the next write removes the folder.
  quietly(() => {
    for (const { path, before } of intent.files) if (before === null) removeEmptyFolders(root, path, files)
    files.removeTree(folder)
  })
}

function appendLog(root: string, path: string, text: string, files: FilePort): number {
  try {
    return files.append(join(root, path), text)
  } catch (error) {
    if (error instanceof GsdError) throw error
    throw new GsdError(
      {
        code: isJournalPath(path) ? 'JOURNAL_WRITE' : 'LEDGER_WRITE',
        message: `cannot append to ${path}: ${(error as Error).message}`,
        fix: `make ${path} writable (space, permissions) and repeat the command`,
      },
      { cause: error },
    )
  }
}

function finish({ folder, files }: Work, root: string, intent: Intent): void {
  files.removeTree(folder)
  for (const file of intent.files) {
    if (file.staged !== null) continue
    if (isRuntimePath(file.path)) files.removeEmpty(dirname(join(root, file.path)))
    else removeEmptyFolders(root, file.path, files)
  }
  for (const path of intent.folders ?? []) files.removeEmpty(join(root, path))
}

/** Folders whose subfolders have a meaning: an empty subfolder would be read as a phase, a task or a milestone. */
const MEANINGFUL_FOLDERS = new Set(['phases', 'quick', 'milestones'])

/** Removes empty folders above a removed file, up to the folder whose subfolders have a meaning. */
function removeEmptyFolders(root: string, path: string, files: FilePort): void {
  const parts = path.split('/').slice(0, -1)
  const top = parts.findIndex((part) => MEANINGFUL_FOLDERS.has(part))
  if (top < 0) return
  for (let depth = parts.length; depth > top + 1; depth--)
    files.removeEmpty(join(root, parts.slice(0, depth).join('/')))
}

/** Completes unfinished writes of ended processes, and drops those without an intent. Requires the lock. */
export function recover(root: string, port: FilePort = durableFiles): void {
  const files = confinedFiles(root, port)
  for (const found of unfinishedIn(root)) {
    // Without an intent, no planning file has been changed.
    if (found.kind === 'begun') files.removeTree(found.folder)
    if (found.kind === 'intent') rollForward(workIn(root, found.folder, files), root, found.intent)
  }
}

function rollForward(work: Work, root: string, intent: Intent): void {
  const { folder, files } = work
  // Lines come last. If they are present, the files are complete too, and later writes may have changed them again.
  const missing = intent.appends.filter(({ path, text }) => !files.read(join(root, path))?.includes(text))
  if (intent.appends.length === 0 || missing.length > 0)
    complete(work, intent.files, (step) => stagedBytes(folder, step) !== null)
  for (const { path, text } of missing) appendLog(root, path, text, files)
  finish(work, root, intent)
}

/** Makes git ignore a folder without editing the user's .gitignore. Replaces an empty file that a full disk left. */
function gitignoreFolder(root: string, folder: string, files: FilePort): void {
  const path = join(root, folder, '.gitignore')
  const found = statOf(path)
  if (found === null || (found.isFile() && found.size === 0)) files.write(path, Buffer.from('*\n'))
}
