// What a course decides from the answers it has, without a project.
import { expect, it } from 'vitest'
import { begin } from '../../../lib/verbs/dispatch/begin.js'
import type { Done } from '../../../lib/verbs/verb.js'

const target = { unitType: 'execute-plan', unitId: '01-02', role: true, criteria: [] } as const
const next: Done = {
  verb: 'next',
  words: [],
  answer: { result: { kind: 'dispatch', revision: 'r1', step: 'executing' } },
}
const stale: Done = {
  verb: 'unit.claim',
  words: [],
  answer: {
    result: { claim: null, hold: null },
    exit: 3,
    error: { code: 'STALE_DECISION', message: 'the project moved on', fix: 'ask again' },
  },
}

it('asks again where somebody beside it finished a unit between decision and claim, but not for ever', () => {
  expect(begin.step(target, [next, stale], { cli: 'gsd-tools', single: false })).toMatchObject({ verb: 'next' })
  const often = Array.from({ length: 8 }, () => [next, stale]).flat()
  expect(begin.step(target, often, { cli: 'gsd-tools', single: false })).toMatchObject({
    error: { code: 'STALE_DECISION' },
  })
})
