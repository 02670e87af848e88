// Dispatch guards: caps on attempts and detection of loops, from the ledger alone.
import type { Ledger } from '../history/ledger.js'
import { type ClaimLine, type OutcomeLine, type ResetLine, revisionMark } from '../history/ledger-lines.js'
import { unitKey } from './claims.js'

const ATTEMPTS_PER_REVISION = 3
/** Attempts without progress: an attempt that changed the inputs of the next step is no loop. */
const FRUITLESS_PER_MILESTONE = 5
/** All attempts, with or without progress. More than planning, revisions, replans and gaps of a phase can need. */
const ATTEMPTS_PER_MILESTONE = 30

export interface GuardQuestion {
  readonly unitType: string
  readonly unitId: string
  readonly revision: string
  readonly milestone: string | null
}

interface Attempt {
  readonly key: string
  readonly revision: string
  readonly milestone: string | null
  /** null if it never ended. */
  readonly status: OutcomeLine['status'] | null
  readonly failure: string | null
  readonly committed: boolean
  /** The attempt completed and changed the inputs of derivation. */
  readonly progress: boolean
}

/** Attempts with their outcomes, in order of claim, since the last reset of their key. */
function attemptsIn(ledger: Ledger, now: string): readonly Attempt[] {
  const outcomes = new Map<string, OutcomeLine>()
  const resets = new Map<string, ResetLine>()
  for (const line of ledger.lines) {
    if (line.kind === 'outcome') outcomes.set(line.dispatchId, line)
    else if (line.kind === 'reset') resets.set(unitKey(line.unitType, line.unitId), line)
  }
  const claims = ledger.lines.filter((line): line is ClaimLine => line.kind === 'claim')
  /** The derivation's revision at the next claim after this moment, else the current one. */
  const revisionAfter = (at: string) => revisionMark(claims.find((claim) => claim.at >= at)?.revision ?? now)
  return claims
    .filter((line) => line.at > (resets.get(unitKey(line.unitType, line.unitId))?.at ?? ''))
    .map((line) => {
      const outcome = outcomes.get(line.dispatchId)
      return {
        key: unitKey(line.unitType, line.unitId),
        revision: revisionMark(line.revision),
        milestone: line.milestone ?? null,
        status: outcome?.status ?? null,
        failure: outcome?.failure ?? null,
        committed: outcome?.committed === true,
        // Lazy: needed for the attempts of one key only.
        get progress() {
          return outcome?.status === 'completed' && revisionAfter(outcome.at) !== revisionMark(line.revision)
        },
      }
    })
}

/** Units with attempts since their last reset. */
export function triedKeys({ lines }: Ledger): ReadonlySet<string> {
  const tried = new Set<string>()
  for (const line of lines) {
    if (line.kind === 'claim' || line.kind === 'outcome') tried.add(unitKey(line.unitType, line.unitId))
    else if (line.kind === 'reset') tried.delete(unitKey(line.unitType, line.unitId))
  }
  return tried
}

/** Attempt number of the key's next claim. */
export const nextAttempt = (ledger: Ledger, unitType: string, unitId: string): number =>
  1 +
  ledger.lines.filter((line) => line.kind === 'claim' && line.unitType === unitType && line.unitId === unitId).length

export interface GuardVerdict {
  readonly code: 'LOOP_CAP' | 'STUCK'
  readonly reason: string
}

/** Why the unit must not be dispatched, or null. Only new inputs or `unit reset` lift it. */
export function guard(ledger: Ledger, question: GuardQuestion): GuardVerdict | null {
  const { milestone } = question
  const revision = revisionMark(question.revision)
  const attempts = attemptsIn(ledger, revision)
  const key = unitKey(question.unitType, question.unitId)
  const own = attempts.filter((attempt) => attempt.key === key)
  const inMilestone = own.filter((attempt) => attempt.milestone === milestone)
  // Cancelled attempts do not count within one revision.
  const onRevision = attempts.filter((attempt) => attempt.revision === revision && attempt.status !== 'cancelled')
  const here = onRevision.filter((attempt) => attempt.key === key)
  const stop = (code: GuardVerdict['code'], reason: string) => ({ code, reason: `${key}: ${reason}` })
  if (here.length >= ATTEMPTS_PER_REVISION)
    return stop('LOOP_CAP', `${here.length} attempts without a change in its inputs`)
  const fruitless = inMilestone.filter(({ progress }) => !progress).length
  if (fruitless >= FRUITLESS_PER_MILESTONE)
    return stop('LOOP_CAP', `${fruitless} attempts in this milestone without a result`)
  if (inMilestone.length >= ATTEMPTS_PER_MILESTONE)
    return stop('LOOP_CAP', `${inMilestone.length} attempts in this milestone`)
  const failures = here.flatMap(({ failure }) => (failure === null ? [] : [failure]))
  if (new Set(failures).size < failures.length) return stop('STUCK', 'two identical failures')
  if (here.filter(({ status, committed }) => status !== null && !committed).length > 1)
    return stop('STUCK', 'two attempts without any change')
  const [a, b, c] = onRevision.slice(-3).map((attempt) => attempt.key)
  return a !== undefined && a === c && b === key && a !== b
    ? stop('STUCK', `${a} and ${b} alternate without any change`)
    : null
}
