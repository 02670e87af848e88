// Evidence counts in the planning base it was made in, and in the one to which a verb of ours moved it: whose seals count in a base, and for which time.
import type { Custody } from '../../ports.js'
import { isSealed } from './seal.js'

/** The plan of a base went to another one, with its evidence. It stands in the ledger that went along, sealed for where that lies now. */
export interface MovedLine {
  readonly kind: 'moved'
  readonly at: string
  readonly from: string
  readonly to: string
}

/** A base whose seals count: over what was made behind `after` and no later than `until`; null is no bound. */
export interface Counted {
  readonly base: string
  readonly after: string | null
  readonly until: string | null
}

/** `moves` as they stand in the ledger of the base, oldest first. What went away counts here no more, also where a copy of it came back. */
export function countedIn(
  base: string,
  moves: readonly MovedLine[],
  custody: Pick<Custody, 'seal'>,
): readonly Counted[] {
  const after = moves.findLast((line) => line.from === base && isSealed(line, custody, line.to))?.at ?? null
  const arrived = moves.filter(
    (line) => line.to === base && (after === null || line.at > after) && isSealed(line, custody, base),
  )
  return [{ base, after, until: null }, ...arrived.map(({ from, at }) => ({ base: from, after, until: at }))]
}

/** Whether a seal of that base counts over something of that time. */
export const countsAt = ({ after, until }: Counted, at: string): boolean =>
  (after === null || at > after) && (until === null || at <= until)
