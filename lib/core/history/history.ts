// Reads the write journal: the entries, newest first; which of them are undone; and the files before and after each.
import type { Source } from '../../ports.js'
import { JOURNAL_FOLDER, objectPath } from '../layout.js'
import type { View } from '../view.js'
import { memorySource } from '../writing/staging.js'
import { journalNames, parseLine, rowOf, type WriteRecord, type WrittenFile } from './journal.js'

/** Lists the journal files, oldest first, relative to the project root. */
export function journalPaths(view: View): readonly string[] {
  const files = view.list(JOURNAL_FOLDER).filter(({ kind }) => kind === 'file')
  return journalNames(files.map(({ name }) => name)).map((name) => `${JOURNAL_FOLDER}/${name}`)
}

/** Yields the entries, newest first. Skips invalid lines and text after the last newline. */
export function* entriesBackwards(view: View): Generator<WriteRecord> {
  for (const path of [...journalPaths(view)].reverse()) {
    // A separate view, so that years of history are not cached in memory.
    const text = view.withEmptyCaches().source(path)?.text ?? ''
    const rows = text.split('\n').slice(0, -1).map(rowOf)
    for (const row of rows.reverse()) {
      const parsed = parseLine(row, view.digest)
      if (typeof parsed !== 'string' && isWrite(parsed.payload)) yield parsed.payload
    }
  }
}

export function isWrite(payload: unknown): payload is WriteRecord {
  if (typeof payload !== 'object' || payload === null) return false
  const { kind, id, at, verb, files } = payload as Partial<Record<keyof WriteRecord, unknown>>
  const isNamed = [id, at, verb].every((value) => typeof value === 'string')
  const isFile = (file: unknown) => typeof (file as WrittenFile | null)?.path === 'string'
  return kind === 'write' && isNamed && Array.isArray(files) && files.every(isFile)
}

/** Tells which entries were undone by later ones, while a caller walks from the newest entry back. */
export class UndoTracker {
  readonly #ids = new Set<string>()

  /** Whether the entry was undone. Entries must come newest first, without skipping any that undo others. */
  isUndone({ id, undoes }: WriteRecord): boolean {
    const isUndone = this.#ids.has(id)
    if (!isUndone) for (const undone of undoes ?? []) this.#ids.add(undone)
    return isUndone
  }
}

export const fileIn = ({ files }: WriteRecord, path: string): WrittenFile | null =>
  files.find((file) => file.path === path) ?? null

/** Returns the paths that a user's word may mean: `log` prints planning files without their folder. */
export const candidatePaths = (path: string): readonly string[] =>
  path.startsWith('.planning/') ? [path] : [path, `.planning/${path}`]

/** Whether the file is a log, to which lines are appended and never replaced. */
export const isLog = ({ path, lines }: WrittenFile): boolean => lines !== undefined || path.endsWith('ledger.jsonl')

/** Returns the stored bytes with this digest as a file at `path`; null if they are damaged or no longer stored. */
export function storedFileAt(view: View, path: string, sha256: string): Source | null {
  const source = view.source(objectPath(sha256))
  if (source === null || source.sha256 !== sha256) return null
  return source.text === null
    ? { path, text: null, sha256, spans: source.spans }
    : memorySource(path, source.text, view.digest)
}

export function summaryOf({ files }: WriteRecord): string {
  const done = ({ before, after }: WrittenFile) =>
    before === null ? 'created' : after === null ? 'removed' : 'changed'
  const parts = ['created', 'removed', 'changed'].flatMap((verb) => {
    const paths = files.filter((file) => done(file) === verb).map(({ path }) => path.replace(/^\.planning\//, ''))
    return paths.length === 0 ? [] : [`${verb} ${paths.join(', ')}`]
  })
  return parts.join('; ') || 'repaired the journal'
}

/** Returns the digest of the file after its last write; null if the file was never written, was removed, or is a log. */
export function lastWrite(view: View, path: string): string | null {
  for (const entry of entriesBackwards(view)) {
    const file = fileIn(entry, path)
    if (file !== null) return isLog(file) ? null : file.after
  }
  return null
}
