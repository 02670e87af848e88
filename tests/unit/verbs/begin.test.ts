// What begin calls, on the answers that it is given.
import { expect, it } from 'vitest'
import type { Answer, Calls } from '../../../lib/core/verb.js'
import { begin } from '../../../lib/verbs/dispatch/begin.js'

const ANSWERS: Readonly<Record<string, Answer<unknown>>> = {
  next: { result: { kind: 'dispatch', revision: 'r1', step: 'executing' } },
  'unit.claim': {
    result: { claim: null, hold: null },
    exit: 3,
    error: { code: 'STALE_DECISION', message: 'the project moved on', fix: 'ask again' },
  },
}

it('asks again where somebody beside it finished a unit between decision and claim, but not for ever', async () => {
  const called: string[] = []
  const calls: Calls = {
    single: false,
    isDryRun: false,
    cli: async () => 'gsd-tools',
    spelled: async (value) => value,
    call: async (call) => {
      called.push(call.verb)
      return { ...call, answer: ANSWERS[call.verb] as Answer<unknown> }
    },
  }
  const target = { unitType: 'execute-plan', unitId: '01-02', role: true, criteria: [] } as const
  expect(await begin.run(calls as never, target)).toMatchObject({ error: { code: 'STALE_DECISION' } })
  expect(called).toEqual(Array.from({ length: 8 }, () => ['next', 'unit.claim']).flat())
})
