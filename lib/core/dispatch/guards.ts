// Caps on attempts at a unit, counted in the ledger.
import { EXTENSION_UNIT } from '../extensions/port.js'
import { attemptLines, type ClaimLine, type Ledger, type OutcomeLine, revisionMark } from '../history/ledger.js'
import { unitKey } from './claims.js'

const MAX_PER_REVISION = 3
const MAX_UNFINISHED_PER_MILESTONE = 5
/** More attempts than planning, revisions, replans and gaps of a phase can need. */
const MAX_PER_MILESTONE = 30
/** Extensions repeat their requests by themselves. */
const MAX_EXTENSION_ROUNDS = 5

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

/** Returns the attempts at a unit since its last reset, in order. */
function attemptsAt({ lines }: Ledger, key: string): readonly Attempt[] {
  const ofUnit = lines.filter((line) => 'unitType' in line && unitKey(line.unitType, line.unitId) === key)
  const since = ofUnit.slice(ofUnit.findLastIndex(({ kind }) => kind === 'reset') + 1)
  const outcomes = new Map(since.flatMap((line) => (line.kind === 'outcome' ? [[line.dispatchId, line]] : [])))
  return since.flatMap((line) => (line.kind === 'claim' ? [{ ...line, outcome: outcomes.get(line.dispatchId) }] : []))
}

export const wasAttempted = (ledger: Ledger, key: string): boolean => attemptsAt(ledger, key).length > 0

export const nextAttempt = (ledger: Ledger, unitType: string, unitId: string): number =>
  1 + attemptLines(ledger, unitType, unitId).filter(({ kind }) => kind === 'claim').length

/** Returns the cap that stops the unit, or null. `unit reset` lifts every cap, new inputs the caps per revision. */
export function reachedCap(ledger: Ledger, { unitType, unitId, revision, milestone }: GuardQuestion) {
  const key = unitKey(unitType, unitId)
  const attempts = attemptsAt(ledger, key).filter((one) => (one.milestone ?? null) === milestone)
  const atRevision = attempts.filter(
    ({ revision: began, outcome }) => revisionMark(began) === revisionMark(revision) && outcome?.status !== 'cancelled',
  )
  const unfinished = attempts.filter(({ outcome }) => outcome?.status !== 'completed')
  const failures = atRevision.flatMap(({ outcome }) => outcome?.failure ?? [])
  const stop = (code: 'LOOP_CAP' | 'STUCK', reason: string) => ({ code, reason: `${key}: ${reason}` })
  if (unitType === EXTENSION_UNIT) {
    const rounds = attempts.filter(({ outcome }) => outcome !== undefined).length
    return rounds >= MAX_EXTENSION_ROUNDS ? stop('LOOP_CAP', `its extension asked for it ${rounds} times`) : null
  }
  if (atRevision.length >= MAX_PER_REVISION)
    return stop('LOOP_CAP', `${atRevision.length} attempts without a change in its inputs`)
  if (unfinished.length >= MAX_UNFINISHED_PER_MILESTONE)
    return stop('LOOP_CAP', `${unfinished.length} attempts in this milestone without a result`)
  if (attempts.length >= MAX_PER_MILESTONE) return stop('LOOP_CAP', `${attempts.length} attempts in this milestone`)
  return new Set(failures).size < failures.length ? stop('STUCK', 'two attempts failed in the same way') : null
}
