// The guards of dispatch: caps on attempts and signs of going round in circles, read from the ledger and from nothing else.

import { unitKey } from './claims.js'
import type { ClaimLine, Ledger, OutcomeLine, ResetLine } from './ledger.js'

const ATTEMPTS_PER_REVISION = 3
const ATTEMPTS_PER_MILESTONE = 5
const WINDOW = 6

export interface GuardQuestion {
  readonly unitType: string
  readonly unitId: string
  readonly revision: string
  readonly milestone: string | null
}

interface Attempt {
  readonly key: string
  readonly dispatchId: string
  readonly revision: string
  readonly milestone: string | null
  /** null: it never ended. */
  readonly status: OutcomeLine['status'] | null
  readonly failure: string | null
}

/** Attempts in order of their claims, each with its outcome. Those before the last reset of their key, and cancelled ones, do not count. */
function attemptsIn(ledger: Ledger): readonly Attempt[] {
  const outcomes = new Map<string, OutcomeLine>()
  const resets = new Map<string, ResetLine>()
  for (const line of ledger.lines) {
    if (line.kind === 'outcome') outcomes.set(line.dispatchId, line)
    else if (line.kind === 'reset') resets.set(unitKey(line.unitType, line.unitId), line)
  }
  return ledger.lines
    .filter((line): line is ClaimLine => line.kind === 'claim')
    .filter((line) => line.at > (resets.get(unitKey(line.unitType, line.unitId))?.at ?? ''))
    .map((line) => ({
      key: unitKey(line.unitType, line.unitId),
      dispatchId: line.dispatchId,
      revision: line.revision,
      milestone: line.milestone,
      status: outcomes.get(line.dispatchId)?.status ?? null,
      failure: outcomes.get(line.dispatchId)?.failure ?? null,
    }))
    .filter(({ status }) => status !== 'cancelled')
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
  /** The reason to stop, or null. `own`: attempts of the key, `tail`: the last attempts of any key on this revision. */
  test(own: readonly Attempt[], tail: readonly Attempt[], question: GuardQuestion): string | null
}

const onRevision = (attempts: readonly Attempt[], revision: string) =>
  attempts.filter((attempt) => attempt.revision === revision)

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
      const count = own.filter((attempt) => attempt.milestone === milestone).length
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
      const ended = onRevision(own, revision).filter(({ status }) => status !== null).length
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
  const attempts = attemptsIn(ledger)
  const key = unitKey(question.unitType, question.unitId)
  const own = attempts.filter((attempt) => attempt.key === key)
  const tail = onRevision(attempts, question.revision).slice(-WINDOW)
  for (const { code, test } of RULES) {
    const reason = test(own, tail, question)
    if (reason !== null) return { code, reason: `${key}: ${reason}` }
  }
  return null
}
