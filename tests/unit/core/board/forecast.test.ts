// What is left at the pace so far, and when nobody can tell.
import { describe, expect, it } from 'vitest'
import { forecastOf } from '../../../../lib/core/board/forecast.js'
import type { MetricRow } from '../../../../lib/core/captures/metrics.js'
import { forecastLine } from '../../../../lib/pictures/forecast.js'

const phase = (number: string, done: number, total: number) => ({
  number,
  done: done === total && total > 0,
  plans: { done, total },
})
const row = (plan: string, more: Partial<MetricRow> = {}): MetricRow => ({
  kind: 'metric',
  at: '2026-01-02T10:00:00.000Z',
  id: null,
  dispatchId: `${plan}@1`,
  unitType: 'execute-plan',
  unitId: plan,
  agent: null,
  model: null,
  tokens: 1000,
  cost: 1,
  minutes: 10,
  ...more,
})
const PHASES = [phase('1', 1, 1), phase('2', 1, 1), phase('3', 1, 2), phase('4', 0, 0)]
const ROWS = [row('01-01'), row('02-01', { tokens: 3000, cost: 2, minutes: 30 }), row('03-01')]

describe('what is left', () => {
  it('is the mean of the finished phases for each one that is left, with the least and the most; a begun one counts in part', () => {
    const found = forecastOf(PHASES, ROWS, 10)
    expect(found).toMatchObject({
      phases: 1.5,
      finished: 2,
      minutes: { spent: 50, left: 30, low: 15, high: 45, reason: null },
      tokens: { spent: 5000, left: 3000, low: 1500, high: 4500 },
      cost: { spent: 4, left: 2.25 },
      budget: { ceiling: 10, left: 6, reason: '4 of 10 is spent' },
    })
    expect(forecastLine(found)).toBe(
      'left, at the pace of 2 finished phases: 30 (15 to 45) minutes, 3,000 (1,500 to 4,500) tokens, 2.25 (1.5 to 3) cost',
    )
  })

  it.each([
    ['one phase alone is finished', [phase('1', 1, 1), phase('2', 0, 1)], ROWS, /1 finished phases are no pace/],
    ['a finished phase reported nothing', PHASES, [row('01-01')], /1 of 2 finished phases did not report/],
    [
      'a unit of a finished phase reported no part of it',
      PHASES,
      [...ROWS, row('02-02', { cost: null, tokens: null, minutes: null })],
      /1 of 2/,
    ],
  ])('is not known where %s', (_, phases, rows, why) => {
    const { minutes, tokens, cost } = forecastOf(phases, rows, null)
    for (const found of [minutes, tokens, cost]) {
      expect(found).toMatchObject({ left: null, low: null, high: null })
      expect(found.reason).toMatch(why)
    }
  })

  it('says of each measure by itself what is known', () => {
    const found = forecastOf(PHASES, [row('01-01'), row('02-01', { cost: null })], 5)
    expect(found.minutes.left).toBe(15)
    expect(found.cost).toMatchObject({ spent: null, left: null })
    expect(found.budget).toMatchObject({ left: null, reason: expect.stringContaining('reported no cost') })
    expect(forecastLine(found)).not.toContain('cost')
  })

  it('is nothing when all is done, and nothing is said where nothing is known', () => {
    expect(forecastOf([phase('1', 1, 1)], [row('01-01')], null).minutes).toMatchObject({ left: 0, reason: null })
    expect(forecastLine(forecastOf([phase('1', 0, 1)], [], null))).toBe(null)
  })
})
