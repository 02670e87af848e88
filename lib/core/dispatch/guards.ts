// The guards of dispatch: caps on attempts and signs of going round in circles, read from the ledger and from nothing else.
import type { Ledger } from '../history/ledger.js'
import type { ClaimLine, OutcomeLine, ResetLine } from '../history/ledger-lines.js'
import { unitKey } from './claims.js'

const ATTEMPTS_PER_REVISION = 3
/** Attempts without progress: one that changed what the next step depends on is work, not a loop. */
const FRUITLESS_PER_MILESTONE = 5
/** All attempts, whatever they changed: more than planning, its revisions, every replan a phase may have and its gaps together need. */
const ATTEMPTS_PER_MILESTONE = 30
const WINDOW = 6

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

interface GuardRule {
  readonly code: GuardVerdict['code']
  /** The reason to stop, or null. `own`: attempts of the key, `tail`: the last attempts of any key on this revision that nobody cancelled. */
  test(own: readonly Attempt[], tail: readonly Attempt[], question: GuardQuestion): string | null
}

/** Somebody who cancels has said that the attempt meant nothing: within one revision it is not counted. */
const onRevision = (attempts: readonly Attempt[], revision: string) =>
  attempts.filter((attempt) => attempt.revision === revision && attempt.status !== 'cancelled')

const inMilestone = (attempts: readonly Attempt[], milestone: string | null) =>
  attempts.filter((attempt) => attempt.milestone === milestone)

const RULES: readonly GuardRule[] = [
  {
    code: 'LOOP_CAP',
    test: (own, _tail, { revision }) => {
      const count = onRevision(own, revision).length
      return count < ATTEMPTS_PER_REVISION ? null : `${count} attempts, and nothing it depends on has changed`
    },
  },
  {
    code: 'LOOP_CAP',
    test: (own, _tail, { milestone }) => {
      const count = inMilestone(own, milestone).filter(({ progress }) => !progress).length
      return count < FRUITLESS_PER_MILESTONE ? null : `${count} attempts in this milestone led nowhere`
    },
  },
  {
    code: 'LOOP_CAP',
    test: (own, _tail, { milestone }) => {
      const count = inMilestone(own, milestone).length
      return count < ATTEMPTS_PER_MILESTONE ? null : `${count} attempts in this milestone`
    },
  },
  {
    code: 'STUCK',
    test: (own, _tail, { revision }) => {
      const failures = onRevision(own, revision).flatMap(({ failure }) => (failure === null ? [] : [failure]))
      const repeated = failures.find((failure, index) => failures.indexOf(failure) !== index)
      return repeated === undefined ? null : 'it failed twice in the same way'
    },
  },
  {
    code: 'STUCK',
    test: (own, _tail, { revision }) => {
      const ended = onRevision(own, revision).filter(({ status, committed }) => status !== null && !committed).length
      return ended < 2 ? null : 'two attempts ended without changing anything'
    },
  },
  {
    code: 'STUCK',
    test: (_own, tail, question) => {
      const [a, b, c] = tail.slice(-3).map(({ key }) => key)
      const next = unitKey(question.unitType, question.unitId)
      return a !== undefined && a === c && b === next && a !== b
        ? `${a} and ${b} take turns without changing anything`
        : null
    },
  },
]

/** Why the unit must not be dispatched; null while it may. It never resets itself: only new inputs or `unit reset` do. */
export function guard(ledger: Ledger, question: GuardQuestion): GuardVerdict | null {
  const attempts = attemptsIn(ledger, question.revision)
  const key = unitKey(question.unitType, question.unitId)
  const own = attempts.filter((attempt) => attempt.key === key)
  const tail = onRevision(attempts, question.revision).slice(-WINDOW)
  for (const { code, test } of RULES) {
    const reason = test(own, tail, question)
    if (reason !== null) return { code, reason: `${key}: ${reason}` }
  }
  return null
}
