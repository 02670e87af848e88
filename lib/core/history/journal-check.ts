// Whether journal, kept bytes, ledger and files agree. A file that somebody edited by hand is told apart from damage.
import { type Infer, int, record, text, textOrNull, texts } from '../../std/shape.js'
import { artifactOf } from '../artifact-paths.js'
import { JOURNAL_FOLDER, ledgerPath, objectPath } from '../layout.js'
import type { View } from '../view.js'
import { type BadLine, isLog, isWrite, journalPaths } from './history.js'
import { type Log, readLog } from './journal.js'

/** `expected`: what the last write left, null when it removed the file. */
export const MISMATCH = record({
  path: text(),
  expected: textOrNull('sha256'),
  found: textOrNull('sha256'),
  message: text(),
})
type Mismatch = Infer<typeof MISMATCH>

export const IMAGES = record({ kept: int(), dropped: int('Oldest ones that made room'), damaged: texts() })

export interface JournalCheck {
  readonly batches: number
  readonly bad: readonly BadLine[]
  /** Logs with an unfinished last line. */
  readonly tails: readonly string[]
  readonly mismatched: readonly Mismatch[]
  /** `damaged`: bytes that are not those of their name. */
  readonly images: Infer<typeof IMAGES>
  readonly ledger: {
    readonly lines: number
    readonly bad: readonly BadLine[]
    /** Where markers of a merge conflict stand. */
    readonly conflicts: readonly { readonly path: string; readonly line: number }[]
    /** Lines that were written here and are not there: another branch is checked out, or a merge lost them. */
    readonly absent: number
  }
}

/** Reads everything the journal has. Memory is bounded by its largest file. */
export function checkJournal(view: View): JournalCheck {
  const seen = new Seen()
  const bad: BadLine[] = []
  const tails: string[] = []
  for (const path of journalPaths(view)) {
    const log = logAt(view, path)
    bad.push(...log.bad.map((line) => ({ path, ...line })))
    if (log.unterminated) tails.push(path)
    for (const { payload } of log.lines) seen.add(payload)
  }
  const ledgers = ledgerPaths(view).map((path) => ({ path, log: logAt(view, path) }))
  for (const { path, log } of ledgers) if (log.unterminated) tails.push(path)
  const lines = ledgers.flatMap(({ log }) => log.lines)
  const present = new Set(lines.map(({ hash }) => hash))
  return {
    batches: seen.batches,
    bad,
    tails,
    mismatched: seen.mismatches(view),
    images: checkImages(view, seen.images),
    ledger: {
      lines: lines.length,
      bad: ledgers.flatMap(({ path, log }) => log.bad.map((line) => ({ path, ...line }))),
      conflicts: ledgers.flatMap(({ path, log }) => (log.conflict === null ? [] : [{ path, line: log.conflict }])),
      absent: [...seen.lines].filter((hash) => !present.has(hash)).length,
    },
  }
}

/** Of the project, of every workstream, and of those that were put away: a ledger moves with its plan. */
function ledgerPaths(view: View): readonly string[] {
  const below = (folder: string, isOne: (name: string) => boolean) =>
    view
      .list(folder)
      .filter(({ kind, name }) => kind === 'directory' && isOne(name))
      .map(({ name }) => ({ base: `${folder}/${name}` }))
  return [
    { base: '.planning' },
    ...below('.planning/workstreams', () => true),
    ...below('.planning/milestones', (name) => name.startsWith('ws-')),
  ].map(ledgerPath)
}

const NO_LOG: Log = { lines: [], bad: [], unterminated: false, conflict: null }

function logAt(view: View, path: string): Log {
  const source = view.apart().source(path)
  if (source === null) return NO_LOG
  if (source.text !== null) return readLog(source.text, view.digest)
  return { ...NO_LOG, bad: [{ line: 1, reason: 'the file is no UTF-8 text, or cannot be read' }] }
}

class Seen {
  batches = 0
  readonly images = new Set<string>()
  /** Frame digests of ledger lines. */
  readonly lines = new Set<string>()
  readonly #last = new Map<string, string | null>()

  add(payload: unknown): void {
    this.batches++
    if (!isWrite(payload)) return
    for (const file of payload.files) {
      if (isLog(file)) {
        if (artifactOf(file.path) === 'ledger') for (const hash of file.lines ?? []) this.lines.add(hash)
        continue
      }
      for (const digest of [file.before, file.after]) if (digest !== null) this.images.add(digest)
      this.#last.set(file.path, file.after)
    }
  }

  mismatches(view: View): readonly Mismatch[] {
    return [...this.#last].flatMap(([path, expected]): readonly Mismatch[] => {
      const found = view.source(path)?.sha256 ?? null
      return found === expected ? [] : [{ path, expected, found, message: whatHappened(path, expected, found) }]
    })
  }
}

function whatHappened(path: string, expected: string | null, found: string | null): string {
  const what = found === null ? 'was removed' : expected === null ? 'was created again' : 'was changed'
  return `${path} ${what} outside the CLI since its last write: not a fault; undo will not overwrite it`
}

const BATCH = 200

function checkImages(view: View, named: ReadonlySet<string>): JournalCheck['images'] {
  const kept = view
    .list(`${JOURNAL_FOLDER}/objects`)
    .flatMap((shelf) => view.list(`${JOURNAL_FOLDER}/objects/${shelf.name}`).map(({ name }) => shelf.name + name))
  const damaged: string[] = []
  for (let at = 0; at < kept.length; at += BATCH) {
    const part = kept.slice(at, at + BATCH).filter((name) => !name.endsWith('.tmp'))
    const fresh = view.apart()
    damaged.push(...part.filter((name) => fresh.source(objectPath(name))?.sha256 !== name))
  }
  const there = new Set(kept)
  return {
    kept: kept.length,
    dropped: [...named].filter((digest) => !there.has(digest)).length,
    damaged: damaged.map(objectPath),
  }
}
