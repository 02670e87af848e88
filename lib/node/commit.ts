// Makes a change durable, all of it or nothing: images, staged files, the intent, renames, lines of logs. Whatever stops it, `recover` completes it.
import { dirname, join } from 'node:path'
import { hashOfLine, type WriteRecord, type WrittenFile } from '../core/history/journal.js'
import { JOURNAL_FOLDER, RUNTIME_FOLDER } from '../core/layout.js'
import { GsdError } from '../errors.js'
import { confined } from './confined-files.js'
import { sha256Bytes, sha256Kept } from './digest.js'
import { durableFiles, type FilePort } from './durable.js'
import { type AppliedEdit, checkUnchanged, type FileChange } from './edits.js'
import { boundImages, imageOf, journalFor, keepImages } from './images.js'
import { type Append, type Intent, type IntentFile, stagedBytes, TRANSACTIONS, unfinishedIn } from './intent.js'
import { statOf } from './obstacle.js'

export const isRuntime = (path: string): boolean => path.startsWith(`${RUNTIME_FOLDER}/`)
const isJournal = (path: string): boolean => path.startsWith(`${JOURNAL_FOLDER}/`)

/** What a write means to change. */
export interface Planned {
  readonly changes: readonly FileChange[]
  readonly appends: readonly Append[]
  readonly folders: readonly string[]
}

/** What the journal says about it. `files` is added here. */
export type Note = Omit<WriteRecord, 'kind' | 'files'>

export interface CommitPlace {
  readonly root: string
  /** Confined to the project. */
  readonly files: FilePort
  frame(payload: unknown): string
}

/** Does it; answers whether it left a line in the journal. Throws when nothing of it is left on disk. */
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
    files: changes.map(
      ({ path, before, after }, index): IntentFile => ({
        path,
        before: before === null ? null : sha256Kept(before),
        after: after === null ? null : sha256Kept(after),
        staged: after === null ? null : String(index),
      }),
    ),
    appends: [...appends, ...journal],
    ...(folders.length === 0 ? {} : { folders }),
  }
  files.write(join(folder, 'intent.tmp'), Buffer.from(JSON.stringify(intent), 'utf8'))
  files.rename(join(folder, 'intent.tmp'), join(folder, 'intent.json'))
  const length = perform(place, folder, intent, changes)
  for (const { text } of journal) boundImages(root, length, text.length)
  return journal.length > 0
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
        const lines = appends.filter((append) => append.path === path && append.text !== '')
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

/** Executes a committed intent; on failure puts back what it had done. Answers where in the last log its line begins. */
function perform({ root, files }: CommitPlace, folder: string, intent: Intent, changes: readonly FileChange[]): number {
  const done: (() => void)[] = []
  let length = 0
  try {
    // Synced before the lines are: with them there, all of it counts as done.
    files.together(() => {
      intent.files.forEach((file, index) => {
        const target = join(root, file.path)
        checkUnchanged(file.path, file.before, files.read(target))
        done.push(() => restore(target, changes[index]?.before ?? null, folder, files))
        if (file.staged === null) files.remove(target)
        else files.rename(join(folder, file.staged), target)
      })
    })
    for (const { path, text } of intent.appends) {
      const begin = appendLog(root, path, text, files)
      length = begin
      done.push(() => files.truncate(join(root, path), begin))
    }
  } catch (error) {
    takeBack(done, root, folder, intent, files, error)
    throw error
  }
  // Everything counts already: what is left of the intent, the next write removes.
  quietly(() => finish(root, folder, intent, files))
  return length
}

function takeBack(
  done: readonly (() => void)[],
  root: string,
  folder: string,
  intent: Intent,
  files: FilePort,
  error: unknown,
): void {
  try {
    for (const undo of [...done].reverse()) undo()
    for (const { path, before } of intent.files) if (before === null) sweepFolders(root, path, files)
    files.removeTree(folder)
  } catch (second) {
    throw new GsdError(
      {
        code: 'IO',
        message: `${(error as Error).message}; and what was done already could not be taken back: ${(second as Error).message}`,
        fix: 'make room and check the disk; the next command that writes completes this one',
      },
      { cause: error },
    )
  }
}

function quietly(action: () => void): void {
  try {
    action()
  } catch {}
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

function restore(target: string, before: Buffer | null, folder: string, files: FilePort): void {
  if (before === null) {
    files.remove(target)
    return
  }
  files.write(join(folder, 'restore'), before)
  files.rename(join(folder, 'restore'), target)
}

function finish(root: string, folder: string, intent: Intent, files: FilePort): void {
  files.removeTree(folder)
  for (const file of intent.files) {
    if (file.staged !== null) continue
    if (isRuntime(file.path)) files.removeEmpty(dirname(join(root, file.path)))
    else sweepFolders(root, file.path, files)
  }
  for (const path of intent.folders ?? []) files.removeEmpty(join(root, path))
}

/** Folders whose members are folders with a meaning of their own: an empty one would be read as a phase or a task. */
const SHELVES = new Set(['phases', 'quick', 'milestones'])

/** Removes the folders above a file that is gone, as far as they are empty and a member of a shelf or inside one. */
function sweepFolders(root: string, path: string, files: FilePort): void {
  const parts = path.split('/').slice(0, -1)
  const shelf = parts.findIndex((part) => SHELVES.has(part))
  if (shelf < 0) return
  for (let depth = parts.length; depth > shelf + 1; depth--)
    files.removeEmpty(join(root, parts.slice(0, depth).join('/')))
}

/** Completes or undoes what a process that died left behind, as far as a write of ours could have left it. The lock must be held. */
export function recover(root: string, port: FilePort = durableFiles): void {
  const files = confined(root, port)
  for (const found of unfinishedIn(root)) {
    // Without an intent no planning file was touched yet.
    if (found.kind === 'begun') files.removeTree(found.folder)
    if (found.kind === 'intent') rollForward(root, found.folder, found.intent, files)
  }
}

function rollForward(root: string, folder: string, intent: Intent, files: FilePort): void {
  // The lines come last: with them there, only the removal of the intent is missing, and later writes may rest on it.
  const missing = intent.appends.filter(({ path, text }) => !holds(files.read(join(root, path)), text))
  if (intent.appends.length === 0 || missing.length > 0)
    files.together(() => {
      for (const file of intent.files) {
        const target = join(root, file.path)
        const bytes = files.read(target)
        const now = bytes === null ? null : sha256Bytes(bytes)
        // A file that is neither as before nor as after was changed by somebody since: theirs stays.
        if (now === file.after || now !== file.before) continue
        if (file.staged === null) files.remove(target)
        else if (restage(root, folder, file, files)) files.rename(join(folder, file.staged), target)
      }
    })
  for (const { path, text } of missing) appendLog(root, path, text, files)
  finish(root, folder, intent, files)
}

const holds = (bytes: Buffer | null, text: string): boolean => bytes?.includes(text) === true || text === ''

/** The staged file is gone when a write was being taken back; its image is not. Bytes that are not those of the intent are nobody's. */
function restage(root: string, folder: string, file: IntentFile, files: FilePort): boolean {
  if (stagedBytes(folder, file) !== null) return true
  const image = file.after === null ? null : imageOf(root, file.after, files)
  if (image !== null) files.write(join(folder, file.staged as string), image)
  return image !== null
}

/** A folder that ignores itself needs no edit of anybody's .gitignore. Whatever has that name stays, but for the empty file that a full disk left of ours. */
function ignoreFolder(root: string, folder: string, files: FilePort): void {
  const path = join(root, folder, '.gitignore')
  const found = statOf(path)
  if (found === null || (found.isFile() && found.size === 0)) files.write(path, Buffer.from('*\n'))
}
