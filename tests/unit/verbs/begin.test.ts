// The calls of begin for given results.
import { expect, it } from 'vitest'
import type { Answer, Calls } from '../../../lib/core/verb.js'
import { begin } from '../../../lib/verbs/dispatch/begin.js'

type Answers = Readonly<Record<string, Answer<unknown>>>

const callsOf = (called: string[], answers: Answers): Calls => ({
  isSingleUnit: false,
  cli: async () => 'gsd-tools',
  withCallerCommands: async (value) => value,
  call: async (call) => {
    called.push(call.verb)
    return { ...call, answer: answers[call.verb] as Answer<unknown> }
  },
})

it('retries a limited number of times if another session finishes a unit between decision and claim', async () => {
  const called: string[] = []
  const calls = callsOf(called, {
    next: { result: { kind: 'dispatch', revision: 'r1', step: 'executing' } },
    'unit.claim': {
      result: { claim: null, hold: null },
      exit: 3,
      error: { code: 'STALE_DECISION', message: 'the project moved on', fix: 'ask again' },
    },
  })
  const target = { unitType: 'execute-plan', unitId: '01-02', role: true, criteria: [] } as const
  expect(await begin.run(calls as never, target)).toMatchObject({ error: { code: 'STALE_DECISION' } })
  expect(called).toEqual(Array.from({ length: 8 }, () => ['next', 'unit.claim']).flat())
})

it('ends with the error of a failed call', async () => {
  const called: string[] = []
  const calls = callsOf(called, {
    next: {
      result: {
        kind: 'dispatch',
        revision: 'r1',
        step: 'phase-complete',
        run: 'cli',
        unit: { unitType: 'transition', unitId: '01', prompt: { template: 'transition', vars: {} } },
      },
    },
    'unit.claim': { result: { claim: 't1', unitType: 'transition', unitId: '01', known: false } },
    'unit.finish': { result: null, exit: 3, error: { code: 'LOCKED', message: 'somebody writes', fix: 'call again' } },
  })
  const answer = await begin.run(calls as never, { role: false, criteria: [] } as never)
  expect(answer).toMatchObject({ exit: 3, error: { code: 'LOCKED' } })
  expect(called).toEqual(['next', 'unit.claim', 'unit.finish'])
})
