import { describe, expect, it } from 'vitest'
import { planWaves } from '../../../../lib/core/derivation/waves.js'
import { type PhaseId, parsePlanStem } from '../../../../lib/core/ids.js'

const PHASE = '02' as PhaseId

const plansOf = (graph: Readonly<Record<string, readonly string[]>>, wave0: string | null = null) =>
  Object.entries(graph).map(([stem, dependsOn]) => ({
    id: parsePlanStem(stem),
    stem,
    dependsOn,
    wave: stem === wave0 ? 0 : null,
  }))

const wavesOf = (graph: Readonly<Record<string, readonly string[]>>, wave0: string | null = null) =>
  Object.fromEntries(planWaves(PHASE, plansOf(graph, wave0)).plans.map(({ id, wave }) => [id, wave]))

describe('waves', () => {
  it('come from depends_on in all five spellings', () => {
    expect(
      wavesOf({
        '02-01': [],
        '02-02-slug': ['02-01'],
        '02-03': ['02'],
        '02-04': ['3'],
        '02-05': ['02-02-slug', '02-04-PLAN.md'],
      }),
    ).toEqual({ '02-01': 1, '02-02': 2, '02-03': 3, '02-04': 4, '02-05': 5 })
  })

  it('put independent plans into the same wave', () => {
    expect(wavesOf({ '02-01': [], '02-02': [], '02-03': ['02-01', '02-02'] })).toEqual({
      '02-01': 1,
      '02-02': 1,
      '02-03': 2,
    })
  })

  it('follow the dependencies, whatever the numbers of plans', () => {
    const { plans } = planWaves(PHASE, plansOf({ '02-01': ['02-03'], '02-02': [], '02-03': ['02-02'] }))
    expect(plans.map(({ id, wave }) => [id, wave])).toEqual([
      ['02-02', 1],
      ['02-03', 2],
      ['02-01', 3],
    ])
  })

  it('start at 0 when a plan declares wave 0', () => {
    expect(wavesOf({ '02-01': [], '02-02': ['02-01'] }, '02-01')).toEqual({ '02-01': 0, '02-02': 1 })
  })

  it('are not assigned with an unknown reference, which is named', () => {
    const { plans } = planWaves(PHASE, plansOf({ '02-01': [], '02-02': ['setup'], '02-03': ['02-02'] }))
    expect(plans.map(({ id, wave, unresolved }) => [id, wave, unresolved])).toEqual([
      ['02-01', 1, []],
      ['02-02', null, ['setup']],
      ['02-03', null, []],
    ])
  })

  it('treat plans of other phases as external', () => {
    const { plans } = planWaves(PHASE, plansOf({ '02-01': ['01-03'] }))
    expect(plans[0]).toMatchObject({ wave: 1, external: ['01-03'], unresolved: [] })
  })

  it('never confuse plans by their first digits', () => {
    const { plans } = planWaves(PHASE, plansOf({ '02-01': [], '02-10': [], '02-11': ['02-1'] }))
    expect(plans.find(({ id }) => id === '02-11')?.dependsOn).toEqual(['02-01'])
  })

  it('name a cycle', () => {
    const { cycle, plans } = planWaves(PHASE, plansOf({ '02-01': ['02-03'], '02-02': ['02-01'], '02-03': ['02-02'] }))
    expect([...(cycle ?? [])].sort()).toEqual(['02-01', '02-02', '02-03'])
    expect(plans.every(({ wave }) => wave === null)).toBe(true)
  })

  it('treat words such as "none" as no dependency', () => {
    expect(wavesOf({ '02-01': ['none'], '02-02': [''] })).toEqual({ '02-01': 1, '02-02': 1 })
  })
})
