// What is done side by side, what is left alone, and what of a merge of git counts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, type Offer, type Tried } from '../../../../lib/core/auto/decide.js'
import { conflictsIn, type Held, heldEnd, offerOf, waveOf, withPlanningOf } from '../../../../lib/core/auto/wave.js'

const plans = (...ids: readonly string[]) => ids.map((unitId) => ({ unitType: 'execute-plan', unitId }))
const offer = (ready: Offer['ready']): Offer => ({
  ...{ revision: 'r1', step: 'executing', mode: 'yolo', reason: 'plans are open', run: 'session', command: null },
  ...{ hold: null, about: null, order: null, untaught: null, unit: ready[0] ?? null, ready, beside: [] },
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
  const ON = { untilQuestion: false }

  it('end the run when nothing else is ready, with the reason of each', () => {
    expect(heldEnd(offer(plans('01-01', '01-02')), held('01-01', '01-02'), ON)).toMatchObject({
      end: 'stuck',
      reason: '01-01: it does not get on; 01-02: it does not get on',
    })
  })

  it('end it at once where it goes until a question, and one of them is one', () => {
    const asks = new Map([['01-01', { ...HELD, end: 'person' as const }]])
    const two = offer(plans('01-01', '01-02'))
    expect(heldEnd(two, asks, { untilQuestion: true })).toMatchObject({ end: 'person' })
    expect(heldEnd(two, held('01-01'), { untilQuestion: true })).toBe(null)
    expect(heldEnd(two, asks, ON)).toBe(null)
  })

  it('do not end it while another one is ready, or where nothing was held', () => {
    expect(heldEnd(offer(plans('01-01', '01-02')), held('01-02'), ON)).toBe(null)
    expect(heldEnd(offer([]), held('01-02'), ON)).toBe(null)
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

/** A phase of random plans whose sessions finish, do nothing, fail, or leave work that cannot be brought in: the decisions of a run over it, to its end. */
function simulated(waves: readonly number[], faults: readonly number[], jobs: number) {
  const ids = waves.flatMap((count, wave) =>
    Array.from({ length: count }, (_, at) => ({ id: `0${wave + 1}-0${at + 1}`, wave })),
  )
  const done: string[] = []
  const tried: Tried[] = []
  const left = new Map<string, Held>()
  const begun = new Set<string>()
  const limits = { sessions: 60, minutes: 60, tokens: null, cost: null, to: null, untilQuestion: false }
  const spent = () => ({ sessions: tried.length, minutes: 0, tokens: 0, cost: 0 })
  const fault = () => faults[tried.length % faults.length] as number
  const offered = (): Offer => {
    const open = ids.filter(({ id }) => !done.includes(id))
    const first = open[0]?.wave
    return {
      ...offer(plans(...open.filter(({ wave }) => wave === first).map(({ id }) => id))),
      revision: `r${done.length}`,
    }
  }
  for (;;) {
    const now = offered()
    const decision = heldEnd(now, left, limits) ?? decide(now, tried, limits, spent())
    if (decision.do === 'end') return { ids: ids.map(({ id }) => id), done, held: [...left.keys()], end: decision }
    const wave = waveOf(now, { isAble: true, jobs, held: left, begun })
    for (const id of wave.length > 0 ? wave : [now.unit?.unitId as string]) {
      const own = { ...offerOf(now, id), revision: 'tree' }
      for (let isOpen = true; isOpen; ) {
        const next = decide(own, tried, limits, spent())
        if (next.do === 'end') {
          if (wave.length > 0 && next.end !== 'budget')
            left.set(id, { ...HELD, end: next.end as Held['end'], reason: next.reason })
          break
        }
        const outcome = (['moved', 'moved', 'nothing', 'error', 'moved', 'idle'] as const)[fault()] ?? 'moved'
        const conflicts = fault() === 4 && wave.length > 0
        tried.push({
          unit: next.unit,
          revision: wave.length > 0 ? 'tree' : now.revision,
          outcome,
          used: { tokens: 0, cost: 0 },
        })
        if (conflicts) left.set(id, HELD)
        else if (outcome === 'moved') done.push(id)
        isOpen = outcome !== 'moved' && wave.length > 0
        if (wave.length === 0) break
      }
    }
  }
}

it('does no plan twice and loses none, and every run ends with a reason, over random phases and faults', () => {
  const waves = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 })
  const faults = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(waves, faults, fc.integer({ min: 1, max: 4 }), (...given) => {
      const { ids, done, held: left, end } = simulated(...given)
      expect(new Set(done).size).toBe(done.length)
      expect(done.filter((id) => left.includes(id))).toEqual([])
      expect(end.reason).not.toBe('')
      if (end.end === 'done') expect([...done].sort()).toEqual([...ids].sort())
      else expect(done.length).toBeLessThan(ids.length)
    }),
    { numRuns: 1000 },
  )
})
