// The limits of a run: which one is reached, and the fix.
import { describe, expect, it } from 'vitest'
import { type Ceilings, reachedLimit } from '../../../../lib/core/auto/budget.js'

const CEILINGS: Ceilings = { sessions: 10, minutes: 100, tokens: 1000, cost: 20 }
const spent = (more: Partial<Record<keyof Ceilings, number>>) => ({
  sessions: 0,
  minutes: 0,
  tokens: 0,
  cost: 0,
  ...more,
})

describe('a ceiling', () => {
  it.each([
    ['sessions', 10, '10 sessions were run', '--max-sessions'],
    ['minutes', 100.4, '100 minutes have passed', '--minutes'],
    ['tokens', 1000, '1,000 tokens were used', '--max-tokens'],
    ['cost', 20, '$20.00 was spent', '--max-cost'],
  ] as const)('of %s is reported with its flag exactly when it is reached', (measure, at, reason, flag) => {
    expect(reachedLimit(spent({ [measure]: at }), CEILINGS)).toEqual({
      reason: `${reason}: the limit is reached`,
      fix: `run gsd auto again, with a higher ${flag} if needed`,
    })
    expect(reachedLimit(spent({ [measure]: (CEILINGS[measure] as number) * 0.99 }), CEILINGS)).toBe(null)
  })

  it('that is not set is never reached', () => {
    const open = { ...CEILINGS, tokens: null, cost: null }
    expect(reachedLimit(spent({ tokens: 1e12, cost: 1e9 }), open)).toBe(null)
  })
})
