// Tests that are gone for good: a check that counts less than it did proves something again once a person said that this is how it should be.
import { WHOSE } from '../consent.js'
import type { Ledger } from '../history/ledger.js'
import type { AgreedLine } from '../history/ledger-lines.js'
import { checkKey, type Receipt } from './receipts.js'
import { type Accepted, type Before, type Fewer, type Seen, weaker } from './seen.js'

/** The verb by which a person says so. */
export const ACCEPT_FEWER = 'check.accept-fewer'

/** A check that counts less than it did. */
export interface FewerCheck extends Fewer {
  /** `checkKey` of the check. */
  readonly key: string
  readonly name: string
  /** When it counted more. */
  readonly since?: string
}

export const fewerOf = (receipt: Receipt): FewerCheck | null =>
  receipt.fewer === undefined
    ? null
    : {
        ...receipt.fewer,
        key: checkKey(receipt),
        name: receipt.name,
        ...(receipt.since === undefined ? {} : { since: receipt.since }),
      }

/** A person's word for exactly this step down. */
export interface Permit extends Fewer, Pick<Accepted, 'at' | 'word'> {
  /** `checkKey` of the check. */
  readonly key: string
}

export function permitsIn(ledger: Ledger): readonly Permit[] {
  return ledger.lines.flatMap((line) => {
    const word = line.kind === 'agreed' && line.action === ACCEPT_FEWER ? ledger.wordOf(line) : null
    const { about, at, fewer } = line as AgreedLine
    return word === null || fewer === undefined ? [] : [{ ...fewer, key: about, at, word }]
  })
}

/** From when on a word for this step down counts: what was counted after it is measured anew, and files are missed since the work began. */
const needsAfter = ({ from, to }: Fewer, before: Pick<Before, 'since'> | null, begun: string): string =>
  weaker(to, from) === null ? begun : (before?.since ?? begun)

/** The permit that covers the step down; each is used once. */
export const permitFor = (
  { key, permits, begun }: Given,
  fewer: Fewer,
  before: Pick<Before, 'since'> | null,
): Permit | undefined => {
  const after = needsAfter(fewer, before, begun)
  return permits.findLast((permit) => permit.key === key && permit.at > after && covers(permit, fewer))
}

/** It allows as much as is asked for: from as high, down to as low, with as many files gone. */
function covers(permit: Permit, { from, to, removed, emptied = [] }: Fewer): boolean {
  if (!emptied.every((path) => permit.emptied?.includes(path))) return false
  if (weaker(permit.from, from) !== null || weaker(to, permit.to) !== null) return false
  if (permit.to.passed === null && to.passed !== null) return false
  return to.passed !== null || removed.every((path) => permit.removed.includes(path))
}

/** What is known beside the run, of words that were given. */
export interface Given {
  readonly key: string
  readonly permits: readonly Permit[]
  /** When the work began: files that are gone are counted from there. */
  readonly begun: string
}

export interface Settled extends Seen {
  readonly accepted?: Accepted
}

/** What a run is, with the word of a person where it needs one. */
export function settled(seen: Seen, before: Before | null, given: Given): Settled {
  const { fewer, ...rest } = seen
  const earlier = before?.accepted
  if (fewer === undefined)
    return { ...seen, ...(earlier !== undefined && restsOn(seen, earlier) ? { accepted: earlier } : {}) }
  const permit = permitFor(given, fewer, before)
  if (permit === undefined) return { ...seen, ...(earlier === undefined ? {} : { accepted: earlier }) }
  const accepted = {
    at: permit.at,
    // The weakest word that it rests on.
    word: earlier?.word === 'agent' ? earlier.word : permit.word,
    from: earlier === undefined || weaker(earlier.from, fewer.from) !== null ? fewer.from : earlier.from,
  }
  return { ...rest, outcome: 'pass', reason: `${seen.reason}; ${WHOSE[accepted.word]}`, accepted }
}

/** A run that passed still counts less than before the word; any other leaves the measure as it was. */
const restsOn = ({ outcome, tests }: Seen, { from }: Accepted): boolean =>
  outcome !== 'pass' || weaker(tests, from) !== null
