// The ledger: claims with their outcomes, adoptions, digests of receipts and a person's overrules. Tracked, append-only, merged by union.
import type { Clock, Custody, Digest } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { isWord, type Word } from '../consent.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { type Log, readLog } from './journal.js'
import { isLedgerLine, type LedgerLine, type UndoneLine } from './ledger-lines.js'
import { countedIn, countsAt, type MovedLine } from './moves.js'
import { isSealed } from './seal.js'

export interface Ledger {
  /**
   * Ordered by time, then by hash; never by line, because branches are merged by union. Lines that were taken back are not among them.
   */
  readonly lines: readonly LedgerLine[]
  readonly bad: readonly { readonly line: number; readonly reason: string }[]
  readonly conflict: number | null
  /**
   * Whether this machine's key vouches for the line as it was written, in this planning base or in one from which it moved here. What a tree brings with it is
   * data: a line without a valid seal is a claim.
   */
  sealed(line: LedgerLine): boolean
  /** Whose word a sealed line records, where that word counts here; else null. */
  wordOf(line: LedgerLine & { readonly word?: unknown }): Word | null
}

/** The machine that reads a ledger, and the planning base it reads it for. */
interface Reader {
  readonly base: string
  readonly custody: Pick<Custody, 'seal' | 'allowsAgent'>
  readonly clock: Pick<Clock, 'now'>
}

/** Milliseconds by which clocks of two machines may differ. */
const CLOCKS_DIFFER = 24 * 3_600_000

/** Without a reader no line is sealed. */
export function parseLedger(text: string, digest: Digest, reader?: Reader): Ledger {
  const log = readLog(text, digest)
  const parsed = hashedIn(log)
  const moves = movesAmong(parsed)
  const counted = reader === undefined ? [] : countedIn(reader.base, moves, reader.custody)
  const known = new Map<LedgerLine | UndoneLine, boolean>()
  // Most lines are never asked for their seal, and some are asked often.
  const sealed = (line: LedgerLine | UndoneLine): boolean => {
    if (reader === undefined) return false
    const found =
      known.get(line) ?? counted.some((one) => countsAt(one, line.at) && isSealed(line, reader.custody, one.base))
    known.set(line, found)
    return found
  }
  // Lines dated in the future are ignored: they would always win.
  const latest = reader === undefined ? null : new Date(reader.clock.now() + CLOCKS_DIFFER).toISOString()
  const dated = parsed.filter(({ line }) => latest === null || line.at <= latest || sealed(line))
  const lines = standing(dated, sealed)
  return {
    lines,
    bad: log.bad,
    conflict: log.conflict,
    sealed,
    wordOf: (line) =>
      !isWord(line.word) || !sealed(line) || (line.word === 'agent' && reader?.custody.allowsAgent !== true)
        ? null
        : line.word,
  }
}

interface Hashed {
  readonly line: LedgerLine | UndoneLine
  readonly hash: string
}

export const hashedIn = (log: Log): readonly Hashed[] =>
  log.lines
    .filter(({ payload }) => isLedgerLine(payload))
    .map(({ payload, hash }): Hashed => ({ line: payload as LedgerLine | UndoneLine, hash }))
    .sort((a, b) => compareText(a.line.at, b.line.at) || compareText(a.hash, b.hash))

const movesAmong = (lines: readonly Hashed[]): readonly MovedLine[] =>
  lines.flatMap(({ line }) => (line.kind === 'moved' ? [line] : []))

/**
 * What is left once the lines that take others back are obeyed; such a line may itself be taken back. Without a seal none
 * brings back what a line took: a tree may lose evidence by what it says, never gain it.
 */
function standing(lines: readonly Hashed[], sealed: (line: LedgerLine | UndoneLine) => boolean): readonly LedgerLine[] {
  const namedBy = new Map<string, Hashed[]>()
  for (const hashed of lines)
    if (hashed.line.kind === 'undone')
      for (const named of hashed.line.lines) namedBy.set(named, [...(namedBy.get(named) ?? []), hashed])
  const isGone = ({ hash, line }: Hashed): boolean =>
    namedBy.get(hash)?.some((by) => !isGone(by) && (takes(line) ? sealed(by.line) : true)) === true
  return lines.flatMap((hashed) => (hashed.line.kind === 'undone' || isGone(hashed) ? [] : [hashed.line]))
}

/** It takes evidence away. */
const takes = (line: LedgerLine | UndoneLine): boolean =>
  line.kind === 'dropped' || line.kind === 'undone' || (line.kind === 'receipt' && line.stale === true)

const NO_LEDGER: Ledger = { lines: [], bad: [], conflict: null, sealed: () => false, wordOf: () => null }

/** One view is asked from many places, and a ledger of years has millions of characters. */
export const readLedger = onceOf((view: View): Ledger => {
  const text = view.source(ledgerPath(view))?.text
  return text == null ? NO_LEDGER : parseLedger(text, view.digest, view)
})

export const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
