// The ledger: claims and outcomes, receipt digests and decisions. Tracked, append-only, merged by union.
import type { Clock, Digest } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { type Log, readLog } from './journal.js'
import { isLedgerLine, type LedgerLine, type UndoneLine } from './ledger-lines.js'

export interface Ledger {
  /** Sorted by time, then by hash; not by line, because branches merge by union. Without undone lines. */
  readonly lines: readonly LedgerLine[]
}

/** Tolerated clock skew between two machines, in milliseconds. */
const CLOCKS_DIFFER = 24 * 3_600_000

export function parseLedger(text: string, digest: Digest, clock: Pick<Clock, 'now'>): Ledger {
  const log = readLog(text, digest)
  // Ignore lines dated in the future: they would always win.
  const latest = new Date(clock.now() + CLOCKS_DIFFER).toISOString()
  const lines = validLines(hashedIn(log).filter(({ line }) => line.at <= latest))
  return { lines }
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

/** The lines that remain after undo lines, which may themselves be undone. */
function validLines(lines: readonly Hashed[]): readonly LedgerLine[] {
  const namedBy = new Map<string, Hashed[]>()
  for (const hashed of lines)
    if (hashed.line.kind === 'undone')
      for (const named of hashed.line.lines) namedBy.set(named, [...(namedBy.get(named) ?? []), hashed])
  const isGone = ({ hash }: Hashed): boolean => namedBy.get(hash)?.some((by) => !isGone(by)) === true
  return lines.flatMap((hashed) => (hashed.line.kind === 'undone' || isGone(hashed) ? [] : [hashed.line]))
}

const NO_LEDGER: Ledger = { lines: [] }

/** Memoised per view: old ledgers have millions of characters. */
export const readLedger = onceOf((view: View): Ledger => {
  const text = view.source(ledgerPath(view))?.text
  return text == null ? NO_LEDGER : parseLedger(text, view.digest, view.clock)
})

export const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
