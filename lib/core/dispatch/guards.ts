// Dispatch guards: caps on attempts, from the ledger alone.
import { EXTENSION_UNIT } from '../extensions/port.js'
import { attemptLines, type ClaimLine, type Ledger, type OutcomeLine, revisionMark } from '../history/ledger.js'
import { unitKey } from './claims.js'

const ATTEMPTS_PER_REVISION = 3
const UNFINISHED_PER_MILESTONE = 5
/** More attempts than planning, revisions, replans and gaps of a phase can need. */
const ATTEMPTS_PER_MILESTONE = 30
/** Cap on rounds, because extensions repeat their requests by themselves. */
const ROUNDS_OF_EXTENSION = 5

export interface GuardQuestion {
  readonly unitType: string
  readonly unitId: string
  readonly revision: string
  readonly milestone: string | null
}

interface Attempt extends ClaimLine {
  /** Undefined if the attempt never ended. */
  readonly outcome: OutcomeLine | undefined
}

/** Attempts at a unit, in order, since its last reset. */
function attemptsAt({ lines }: Ledger, key: string): readonly Attempt[] {
  const own = lines.filter((line) => 'unitType' in line && unitKey(line.unitType, line.unitId) === key)
  const since = own.slice(own.findLastIndex(({ kind }) => kind === 'reset') + 1)
  const outcomes = new Map(since.flatMap((line) => (line.kind === 'outcome' ? [[line.dispatchId, line]] : [])))
  return since.flatMap((line) => (line.kind === 'claim' ? [{ ...line, outcome: outcomes.get(line.dispatchId) }] : []))
}

export const isTried = (ledger: Ledger, key: string): boolean => attemptsAt(ledger, key).length > 0

export const nextAttempt = (ledger: Ledger, unitType: string, unitId: string): number =>
  1 + attemptLines(ledger, unitType, unitId).filter(({ kind }) => kind === 'claim').length

/** Why the unit must not be dispatched, or null. Only new inputs or `unit reset` lift the cap. */
export function guard(ledger: Ledger, { unitType, unitId, revision, milestone }: GuardQuestion) {
  const key = unitKey(unitType, unitId)
  const attempts = attemptsAt(ledger, key).filter((one) => (one.milestone ?? null) === milestone)
  const here = attempts.filter(
    ({ revision: began, outcome }) => revisionMark(began) === revisionMark(revision) && outcome?.status !== 'cancelled',
  )
  const unfinished = attempts.filter(({ outcome }) => outcome?.status !== 'completed')
  const failures = here.flatMap(({ outcome }) => outcome?.failure ?? [])
  const stop = (code: 'LOOP_CAP' | 'STUCK', reason: string) => ({ code, reason: `${key}: ${reason}` })
  if (unitType === EXTENSION_UNIT) {
    const rounds = attempts.filter(({ outcome }) => outcome !== undefined).length
    return rounds >= ROUNDS_OF_EXTENSION ? stop('LOOP_CAP', `${rounds} rounds`) : null
  }
  if (here.length >= ATTEMPTS_PER_REVISION)
    return stop('LOOP_CAP', `${here.length} attempts without a change in its inputs`)
  if (unfinished.length >= UNFINISHED_PER_MILESTONE)
    return stop('LOOP_CAP', `${unfinished.length} attempts in this milestone without a result`)
  if (attempts.length >= ATTEMPTS_PER_MILESTONE)
    return stop('LOOP_CAP', `${attempts.length} attempts in this milestone`)
  return new Set(failures).size < failures.length ? stop('STUCK', 'two identical failures') : null
}
