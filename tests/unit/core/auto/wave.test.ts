// What is done side by side, what is left alone, and what of a merge of git counts.
import { describe, expect, it } from 'vitest'
import type { Offer } from '../../../../lib/core/auto/decide.js'
import { conflictsIn, type Held, heldEnd, offerOf, waveOf, withPlanningOf } from '../../../../lib/core/auto/wave.js'

const plans = (...ids: readonly string[]) => ids.map((unitId) => ({ unitType: 'execute-plan', unitId }))
const offer = (ready: Offer['ready']): Offer => ({
  ...{ revision: 'r1', step: 'executing', mode: 'yolo', reason: 'plans are open', run: 'session', command: null },
  ...{ hold: null, order: null, unit: ready[0] ?? null, ready },
})
const HELD: Held = { end: 'stuck', reason: 'it does not get on', fix: 'look' }
const held = (...ids: readonly string[]) => new Map(ids.map((id) => [id, HELD]))
const apart = { isAble: true, jobs: 2, held: held(), begun: new Set<string>() }

describe('a wave', () => {
  it.each([
    ['is what is ready together', plans('01-01', '01-02'), apart, ['01-01', '01-02']],
    ['is none of one plan alone: it has the folder for itself', plans('01-01'), apart, []],
    ['is none with one job', plans('01-01', '01-02'), { ...apart, jobs: 1 }, []],
    ['is none where no trees can be made', plans('01-01', '01-02'), { ...apart, isAble: false }, []],
    [
      'is none of units that are no plans',
      [
        { unitType: 'map-codebase', unitId: 'a' },
        { unitType: 'map-codebase', unitId: 'b' },
      ],
      apart,
      [],
    ],
    [
      'leaves out what is held',
      plans('01-01', '01-02', '01-03'),
      { ...apart, held: held('01-01') },
      ['01-02', '01-03'],
    ],
    [
      'is one plan beside a held one: what is offered first is held',
      plans('01-01', '01-02'),
      { ...apart, jobs: 1, held: held('01-01') },
      ['01-02'],
    ],
    [
      'is what has a tree from before, whatever the jobs',
      plans('01-01', '01-02'),
      { ...apart, jobs: 1, begun: new Set(['01-02']) },
      ['01-02'],
    ],
  ] as const)('%s', (_what, ready, around, expected) => {
    expect(waveOf(offer(ready), around)).toEqual(expected)
  })
})

describe('plans that are held', () => {
  it('end the run when nothing else is ready, with the reason of each', () => {
    expect(heldEnd(offer(plans('01-01', '01-02')), held('01-01', '01-02'))).toMatchObject({
      end: 'stuck',
      reason: '01-01: it does not get on; 01-02: it does not get on',
    })
  })

  it('do not end it while another one is ready, or where nothing was held', () => {
    expect(heldEnd(offer(plans('01-01', '01-02')), held('01-02'))).toBe(null)
    expect(heldEnd(offer([]), held('01-02'))).toBe(null)
  })
})

it('an offer seen from a plan is that plan, or nothing', () => {
  expect(offerOf(offer(plans('01-01', '01-02')), '01-02').unit).toEqual({ unitType: 'execute-plan', unitId: '01-02' })
  expect(offerOf(offer(plans('01-01')), '01-02').unit).toBe(null)
})

describe('a merge', () => {
  it('keeps the planning files of the project, and all else as git merged it', () => {
    const [ours, theirs, code] = ['040000 tree aa\t.planning', '040000 tree bb\t.planning', '100644 blob cc\ta.js']
    expect(withPlanningOf([theirs, code], [ours])).toEqual([code, ours])
    expect(withPlanningOf([theirs, code], [])).toEqual([code])
  })

  it('stops at conflicts in what somebody wrote, not in planning files', () => {
    expect(conflictsIn(['.planning/ROADMAP.md', 'src/a.js', ''])).toEqual(['src/a.js'])
  })
})
