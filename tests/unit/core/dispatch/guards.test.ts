import { describe, expect, it } from 'vitest'
import { type GuardQuestion, reachedCap } from '../../../../lib/core/dispatch/guards.js'
import type { Ledger, LedgerLine, UnitStatus } from '../../../../lib/core/history/ledger.js'
import { randomOf } from '../../../support/random.js'

interface Try {
  readonly unit: string
  readonly revision?: string
  readonly milestone?: string
  /** Absent if the claim never ended. */
  readonly status?: UnitStatus
  readonly failure?: string
}

let clock = 0
const at = () => new Date(Date.UTC(2026, 0, 1) + clock++ * 1000).toISOString()

function ledgerOf(tries: readonly (Try | { readonly reset: string })[]): Ledger {
  const lines = tries.flatMap((entry, index): LedgerLine[] => {
    const [unitType, unitId] = ('reset' in entry ? entry.reset : entry.unit).split('/') as [string, string]
    if ('reset' in entry) return [{ kind: 'reset', at: at(), unitType, unitId, reason: 'seen' }]
    const dispatchId = `d${index}`
    const revision = entry.revision ?? 'r1'
    const claim: LedgerLine = {
      kind: 'claim',
      at: at(),
      dispatchId,
      unitType,
      unitId,
      revision,
      attempt: index + 1,
      milestone: entry.milestone ?? 'v1',
    }
    if (entry.status === undefined) return [claim]
    return [
      claim,
      {
        kind: 'outcome',
        at: at(),
        dispatchId,
        unitType,
        unitId,
        status: entry.status,
        ...(entry.failure === undefined ? {} : { failure: entry.failure }),
      },
    ]
  })
  return { lines }
}

const question = (unit: string, revision = 'r1', milestone = 'v1'): GuardQuestion => {
  const [unitType, unitId] = unit.split('/') as [string, string]
  return { unitType, unitId, revision, milestone }
}

const E = 'execute-plan/01-01'
const V = 'verify-phase/01'
const P = 'plan-phase/01'

describe('guards', () => {
  it.each<[string, readonly (Try | { readonly reset: string })[], GuardQuestion, string | null]>([
    ['nothing was tried', [], question(E), null],
    ['one attempt never ended', [{ unit: E }], question(E), null],
    ['three attempts on one revision', [{ unit: E }, { unit: E }, { unit: E }], question(E), 'LOOP_CAP'],
    ['three attempts, but the project changed', [{ unit: E }, { unit: E }, { unit: E }], question(E, 'r2'), null],
    [
      'five in the milestone that failed, each on its own revision',
      [1, 2, 3, 4, 5].map((n) => ({ unit: E, revision: `r${n}`, status: 'failed' as const })),
      question(E, 'r9'),
      'LOOP_CAP',
    ],
    [
      'five in the milestone that were cancelled',
      [1, 2, 3, 4, 5].map((n) => ({ unit: E, revision: `r${n}`, status: 'cancelled' as const })),
      question(E, 'r9'),
      'LOOP_CAP',
    ],
    [
      'plan, revision, replan, gaps and gaps of the tests: each changed what comes next',
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ unit: P, revision: `r${n}`, status: 'completed' as const })),
      question(P, 'r9'),
      null,
    ],
    [
      'thirty attempts that all changed something',
      Array.from({ length: 30 }, (_, n) => ({ unit: P, revision: `r${n}`, status: 'completed' as const })),
      question(P, 'r99'),
      'LOOP_CAP',
    ],
    [
      'five, but in an earlier milestone',
      [1, 2, 3, 4, 5].map((n) => ({ unit: E, revision: `r${n}`, milestone: 'v0' })),
      question(E, 'r9'),
      null,
    ],
    [
      'the same failure twice',
      [
        { unit: E, status: 'failed', failure: 'x' },
        { unit: E, status: 'failed', failure: 'x' },
      ],
      question(E),
      'STUCK',
    ],
    [
      'rework after it was accepted, on new inputs',
      [
        { unit: E, status: 'completed' },
        { unit: E, revision: 'r2', status: 'completed' },
      ],
      question(E, 'r3'),
      null,
    ],
    [
      'cancelled attempts do not count on one revision',
      [
        { unit: E, status: 'cancelled' },
        { unit: E, status: 'cancelled' },
        { unit: E, status: 'cancelled' },
      ],
      question(E),
      null,
    ],
    ['the user reset the unit', [{ unit: E }, { unit: E }, { unit: E }, { reset: E }], question(E), null],
    [
      'a reset of another unit clears nothing',
      [{ unit: E }, { unit: E }, { unit: E }, { reset: V }],
      question(E),
      'LOOP_CAP',
    ],
  ])('%s', (_name, tries, asked, code) => {
    expect(reachedCap(ledgerOf(tries), asked)?.code ?? null).toBe(code)
  })

  it('never let random sequences exceed the limits', () => {
    const random = randomOf(7)
    const units = [E, 'execute-plan/01-02', V, 'plan-phase/01']
    for (let run = 0; run < 50; run++) {
      const tries: Try[] = []
      for (let step = 0; step < 60; step++) {
        const unit = units[Math.floor(random.next() * units.length)] as string
        const revision = `r${Math.floor(random.next() * 8)}`
        if (reachedCap(ledgerOf(tries), question(unit, revision)) !== null) continue
        tries.push({
          unit,
          revision,
          ...(random.next() < 0.5 ? { status: 'failed' as const, failure: String(Math.floor(random.next() * 3)) } : {}),
        })
      }
      for (const unit of units) {
        const own = tries.filter((entry) => entry.unit === unit)
        expect(own.length).toBeLessThanOrEqual(5)
        for (const { revision } of own)
          expect(own.filter((entry) => entry.revision === revision).length).toBeLessThanOrEqual(3)
      }
    }
  })
})
