// Makes a change durable and atomic: images, staged files, the intent, renames, log lines. `recover` completes an
// interrupted change.
import { dirname, join } from 'node:path'
import { hashOfLine, journalNames, type WriteRecord, type WrittenFile } from '../core/history/journal.js'
import { JOURNAL_FOLDER, objectPath, RUNTIME_FOLDER } from '../core/layout.js'
import { GsdError } from '../errors.js'
import { quietly } from '../std/attempt.js'
import { confined } from './confined.js'
import { digestOf, sha256Kept } from './digest.js'
import { statOf } from './disk.js'
import { durableFiles, type FilePort } from './durable.js'
import type { AppliedEdit, FileChange } from './edits.js'
import { type Append, type Intent, stagedBytes, TRANSACTIONS, unfinishedIn } from './intent.js'
import { complete, doStep, type Step, takeBack, type Undo, type Work, writeIntent } from './steps.js'

export const isRuntime = (path: string): boolean => path.startsWith(`${RUNTIME_FOLDER}/`)
const isJournal = (path: string): boolean => path.startsWith(`${JOURNAL_FOLDER}/`)

export interface Planned {
  readonly changes: readonly FileChange[]
  readonly appends: readonly Append[]
  readonly folders: readonly string[]
}

/** The journal line of a write; `files` is added here. */
export type Note = Omit<WriteRecord, 'kind' | 'files'>

export interface CommitPlace {
  readonly root: string
  /** Confined to the project. */
  readonly files: FilePort
  frame(payload: unknown): string
}

/** Commits a change; returns whether it added a journal line. Throws if the change was undone or is incomplete. */
export function commit(place: CommitPlace, note: Note, planned: Planned, summary: readonly AppliedEdit[]): boolean {
  const { root, files } = place
  const { changes, appends, folders } = planned
  ignoreFolder(root, RUNTIME_FOLDER, files)
  const recorded = summary.filter(({ path }) => !isRuntime(path))
  const journal: readonly Append[] = recorded.length === 0 ? [] : [lineFor(place, note, recorded, appends)]
  if (journal.length > 0) ignoreFolder(root, JOURNAL_FOLDER, files)
  keepImages(root, imagesOf(changes), files)
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
function keepImages(root: string, images: Iterable<Buffer>, files: FilePort): void {
  const fresh = new Set<string>()
  files.together(() => {
    for (const bytes of images) {
      const path = join(root, objectPath(sha256Kept(bytes)))
      if (fresh.has(path) || files.size(path) !== null) continue
      files.write(`${path}.tmp`, bytes)
      fresh.add(path)
    }
  })
  files.together(() => {
    for (const path of fresh) files.rename(`${path}.tmp`, path)
  })
}

/** The journal file for the next line, relative to the root. A clock set back does not reopen an older file. */
function journalFor(root: string, month: string, files: FilePort): string {
  const own = `${month}.jsonl`
  const newest = journalNames(files.list(join(root, JOURNAL_FOLDER))).at(-1) ?? own
  return `${JOURNAL_FOLDER}/${newest < own ? own : newest}`
}

function* imagesOf(changes: readonly FileChange[]): Generator<Buffer> {
  for (const { path, before, after } of changes) {
    if (isRuntime(path)) continue
    if (before !== null) yield before
    if (after !== null) yield after
  }
}

function lineFor(
  { root, files, frame }: CommitPlace,
  note: Note,
  recorded: readonly AppliedEdit[],
  appends: readonly Append[],
): Append {
  const record: WriteRecord = {
    kind: 'write',
    ...note,
    files: recorded
      .filter(({ path }) => !isJournal(path))
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

/** Executes a committed intent; rolls back on failure. */
function perform(work: Work, root: string, intent: Intent, changes: readonly FileChange[]): void {
  const { files } = work
  const undos: Undo[] = []
  try {
    // Sync files before lines: the lines mark the change complete.
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
    abandon(work, undos, root, intent, error)
    throw error
  }
  // The change is complete: if this fails, the next write removes the intent.
  quietly(() => finish(work, root, intent))
}

function abandon(work: Work, undos: readonly Undo[], root: string, intent: Intent, error: unknown): void {
  const { files, folder } = work
  try {
    takeBack(work, undos)
    for (const { path, before } of intent.files) if (before === null) sweepFolders(root, path, files)
    files.removeTree(folder)
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
}

function appendLog(root: string, path: string, text: string, files: FilePort): number {
  try {
    return files.append(join(root, path), text)
  } catch (error) {
    if (error instanceof GsdError) throw error
    throw new GsdError(
      {
        code: isJournal(path) ? 'JOURNAL_WRITE' : 'LEDGER_WRITE',
        message: `cannot append to ${path}: ${(error as Error).message}`,
        fix: `make ${path} writable (space, permissions) and repeat the command; nothing was changed`,
      },
      { cause: error },
    )
  }
}

function finish({ folder, files }: Work, root: string, intent: Intent): void {
  files.removeTree(folder)
  for (const file of intent.files) {
    if (file.staged !== null) continue
    if (isRuntime(file.path)) files.removeEmpty(dirname(join(root, file.path)))
    else sweepFolders(root, file.path, files)
  }
  for (const path of intent.folders ?? []) files.removeEmpty(join(root, path))
}

/** Folders whose subfolders have a meaning: an empty one would be read as a phase or a task. */
const SHELVES = new Set(['phases', 'quick', 'milestones'])

/** Removes empty folders above a removed file, up to the shelf. */
function sweepFolders(root: string, path: string, files: FilePort): void {
  const parts = path.split('/').slice(0, -1)
  const shelf = parts.findIndex((part) => SHELVES.has(part))
  if (shelf < 0) return
  for (let depth = parts.length; depth > shelf + 1; depth--)
    files.removeEmpty(join(root, parts.slice(0, depth).join('/')))
}

/** Completes or undoes the unfinished write of a dead process, if it could be ours. Requires the lock. */
export function recover(root: string, port: FilePort = durableFiles): void {
  const files = confined(root, port)
  for (const found of unfinishedIn(root)) {
    // Without an intent no planning file was changed yet.
    if (found.kind === 'begun') files.removeTree(found.folder)
    if (found.kind === 'intent') rollForward(workIn(root, found.folder, files), root, found.intent)
  }
}

function rollForward(work: Work, root: string, intent: Intent): void {
  const { folder, files } = work
  // Lines come last. If they are present, only the intent is left to remove, and later writes may build on the change.
  const missing = intent.appends.filter(({ path, text }) => !files.read(join(root, path))?.includes(text))
  if (intent.appends.length === 0 || missing.length > 0)
    complete(work, intent.files, (step) => stagedBytes(folder, step) !== null)
  for (const { path, text } of missing) appendLog(root, path, text, files)
  finish(work, root, intent)
}

/** Makes git ignore the folder without editing the user's .gitignore. Replaces an empty file left by a full disk. */
function ignoreFolder(root: string, folder: string, files: FilePort): void {
  const path = join(root, folder, '.gitignore')
  const found = statOf(path)
  if (found === null || (found.isFile() && found.size === 0)) files.write(path, Buffer.from('*\n'))
}
