// The guards of dispatch: caps on attempts and signs of going round in circles, read from the ledger and from nothing else.
import type { Ledger } from '../history/ledger.js'
import type { ClaimLine, OutcomeLine, ResetLine } from '../history/ledger-lines.js'
import { unitKey } from './claims.js'

const ATTEMPTS_PER_REVISION = 3
/** Attempts without progress: one that changed what the next step depends on is work, not a loop. */
const FRUITLESS_PER_MILESTONE = 5
/** All attempts, whatever they changed: more than planning, its revisions, every replan a phase may have and its gaps together need. */
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
  /** null: it never ended. */
  readonly status: OutcomeLine['status'] | null
  readonly failure: string | null
  /** Work was committed while it lasted. */
  readonly committed: boolean
  /** Completed, and the inputs of derivation were others afterwards. */
  readonly progress: boolean
}

/** Attempts in order of their claims, each with its outcome; those before the last reset of their key are forgotten. */
function attemptsIn(ledger: Ledger, now: string): readonly Attempt[] {
  const outcomes = new Map<string, OutcomeLine>()
  const resets = new Map<string, ResetLine>()
  for (const line of ledger.lines) {
    if (line.kind === 'outcome') outcomes.set(line.dispatchId, line)
    else if (line.kind === 'reset') resets.set(unitKey(line.unitType, line.unitId), line)
  }
  const claims = ledger.lines.filter((line): line is ClaimLine => line.kind === 'claim')
  /** What derivation rested on at the first claim after this moment: for the last attempts, what it rests on now. */
  const revisionAfter = (at: string) => claims.find((claim) => claim.at >= at)?.revision ?? now
  return claims
    .filter((line) => line.at > (resets.get(unitKey(line.unitType, line.unitId))?.at ?? ''))
    .map((line) => {
      const outcome = outcomes.get(line.dispatchId)
      return {
        key: unitKey(line.unitType, line.unitId),
        revision: line.revision,
        milestone: line.milestone,
        status: outcome?.status ?? null,
        failure: outcome?.failure ?? null,
        committed: outcome?.committed === true,
        // Asked for the attempts of one key only, so it is not computed for all.
        get progress() {
          return outcome?.status === 'completed' && revisionAfter(outcome.at) !== line.revision
        },
      }
    })
}

/** Units that were tried since they were reset last. */
export function triedKeys({ lines }: Ledger): ReadonlySet<string> {
  const tried = new Set<string>()
  for (const line of lines) {
    if (line.kind === 'claim' || line.kind === 'outcome') tried.add(unitKey(line.unitType, line.unitId))
    else if (line.kind === 'reset') tried.delete(unitKey(line.unitType, line.unitId))
  }
  return tried
}

/** Number the next claim of the key gets. */
export const nextAttempt = (ledger: Ledger, unitType: string, unitId: string): number =>
  1 +
  ledger.lines.filter((line) => line.kind === 'claim' && line.unitType === unitType && line.unitId === unitId).length

export interface GuardVerdict {
  readonly code: 'LOOP_CAP' | 'STUCK'
  readonly reason: string
}

/** Why the unit must not be dispatched; null while it may. It never resets itself: only new inputs or `unit reset` do. */
export function guard(ledger: Ledger, question: GuardQuestion): GuardVerdict | null {
  const { revision, milestone } = question
  const attempts = attemptsIn(ledger, revision)
  const key = unitKey(question.unitType, question.unitId)
  const own = attempts.filter((attempt) => attempt.key === key)
  const inMilestone = own.filter((attempt) => attempt.milestone === milestone)
  // Somebody who cancels has said that the attempt meant nothing: within one revision it is not counted.
  const onRevision = attempts.filter((attempt) => attempt.revision === revision && attempt.status !== 'cancelled')
  const here = onRevision.filter((attempt) => attempt.key === key)
  const stop = (code: GuardVerdict['code'], reason: string) => ({ code, reason: `${key}: ${reason}` })
  if (here.length >= ATTEMPTS_PER_REVISION)
    return stop('LOOP_CAP', `${here.length} attempts, and nothing it depends on has changed`)
  const fruitless = inMilestone.filter(({ progress }) => !progress).length
  if (fruitless >= FRUITLESS_PER_MILESTONE)
    return stop('LOOP_CAP', `${fruitless} attempts in this milestone led nowhere`)
  if (inMilestone.length >= ATTEMPTS_PER_MILESTONE)
    return stop('LOOP_CAP', `${inMilestone.length} attempts in this milestone`)
  const failures = here.flatMap(({ failure }) => (failure === null ? [] : [failure]))
  if (new Set(failures).size < failures.length) return stop('STUCK', 'it failed twice in the same way')
  if (here.filter(({ status, committed }) => status !== null && !committed).length > 1)
    return stop('STUCK', 'two attempts ended without changing anything')
  const [a, b, c] = onRevision.slice(-3).map((attempt) => attempt.key)
  return a !== undefined && a === c && b === key && a !== b
    ? stop('STUCK', `${a} and ${b} take turns without changing anything`)
    : null
}
