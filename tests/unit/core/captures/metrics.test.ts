// Costs of units: sums that show unknown parts, and the ceiling.
import { afterEach, describe, expect, it } from 'vitest'
import { budgetState, type MetricRow, reportMetrics } from '../../../../lib/core/captures/metrics.js'
import { frameLine } from '../../../../lib/core/history/journal.js'
import { sha256 } from '../../../../lib/node/digest.js'
import { addMetric, METRIC } from '../../../support/metric.js'
import { disposeProjects, makeProject, OURS } from '../../../support/project.js'
import { claim, finish } from '../../../support/work.js'

afterEach(disposeProjects)

const row = (more: Partial<MetricRow>): MetricRow => ({ ...METRIC, ...more })

describe('a report', () => {
  it('adds the partial reports of one attempt', () => {
    const rows = [
      row({ minutes: 3 }),
      row({ tokens: 100, cost: 0.1, model: 'm' }),
      row({ tokens: 50, cost: 0.2, model: 'm' }),
    ]
    expect(reportMetrics(rows, 'plan')).toEqual({
      rows: [{ key: '01-01', tokens: 150, cost: 0.3, minutes: 3, units: 1 }],
      unknown: [],
    })
  })

  it('has an unknown sum if a part is unknown', () => {
    const rows = [row({ tokens: 100 }), row({ dispatchId: 'd2', unitId: '01-02' })]
    const { rows: found, unknown } = reportMetrics(rows, 'phase')
    expect(found).toMatchObject([{ key: '1', tokens: null, cost: null, units: 2 }])
    expect(unknown).toContainEqual({
      path: 'rows[0].tokens',
      code: 'NOT_REPORTED',
      reason: '1 of 2 units reported none; the others come to 100',
    })
  })

  it.each([
    ['phase', ['1', '2.1', '10', 'quick']],
    ['plan', ['01-01', '02.1', '10-01', 'a-b']],
  ] as const)('groups by %s', (by, keys) => {
    const rows = [
      row({}),
      row({ dispatchId: 'd2', unitId: '10-01' }),
      row({ dispatchId: 'd3', unitType: 'plan-phase', unitId: '02.1' }),
      row({ dispatchId: 'd4', unitType: 'quick', unitId: 'a-b' }),
    ]
    expect(reportMetrics(rows, by).rows.map(({ key }) => key)).toEqual(keys)
  })
})

describe('the budget', () => {
  it.each([
    [null, [row({ cost: 5 })], 'pause', { spent: 5, action: 'none' }],
    [10, [row({ cost: 9.5 })], 'pause', { spent: 9.5, action: 'none' }],
    [10, [row({ cost: 10 })], 'pause', { action: 'pause' }],
    [10, [row({ cost: 12 })], 'warn', { action: 'none', reason: '12 of 10 is spent' }],
    [10, [row({})], 'pause', { spent: null, action: 'none', reason: expect.stringContaining('not enforceable') }],
    [10, [row({ cost: 11 }), row({ unitId: '01-02' })], 'pause', { spent: null, action: 'pause' }],
    [0, [], 'pause', { spent: 0, action: 'pause' }],
  ] as const)('with the ceiling %j, the rows %j and the mode %s', (ceiling, rows, enforcement, expected) => {
    expect(budgetState(rows, ceiling, enforcement)).toMatchObject(expected)
  })

  it('holds `next` and claims until the ceiling is raised', async () => {
    const project = makeProject(OURS)
    await project.ask('config', 'set', 'budget.ceiling', '1')
    addMetric(project, { cost: 1.5 })
    expect((await project.ask('metrics')).json().budget.action).toBe('pause')
    expect((await project.ask('next')).json()).toMatchObject({ kind: 'hold', hold: { code: 'BUDGET' } })
    const { revision } = (await project.ask('state', 'derive')).json()
    for (const [type, id] of [
      ['execute-plan', '01-02'],
      ['quick', 'x'],
    ] as const)
      expect((await project.ask('unit', 'claim', type, id, '--revision', revision)).exit).toBe(4)
    await project.ask('config', 'set', 'budget.ceiling', '2')
    expect((await project.ask('next')).json().kind).toBe('dispatch')
  })

  it('reports that it cannot be enforced while costs are unknown', async () => {
    const project = makeProject(OURS)
    await project.ask('config', 'set', 'budget.ceiling', '1')
    addMetric(project, { tokens: 10 })
    const { budget, unknown } = (await project.ask('metrics')).json()
    expect(budget).toMatchObject({ action: 'none', spent: null })
    expect(unknown).toContainEqual(expect.objectContaining({ path: 'budget.spent' }))
    expect((await project.ask('next')).json().kind).toBe('dispatch')
  })
})

it('a closed phase is summarised in one line: costs and interruptions', async () => {
  const at = '2026-01-05T10:00:00.000Z'
  const outcome = (unitType: string, unitId: string, status: string) => ({
    ...{
      kind: 'outcome',
      at,
      dispatchId: `${unitId}${status}`,
      unitType,
      unitId,
      revision: 'r',
      status,
      failure: null,
    },
  })
  const lines = [
    outcome('execute-plan', '01-01', 'failed'),
    outcome('execute-plan', '02-01', 'failed'),
    { kind: 'vouched', at, phase: '01', verdict: 'gaps_found', covers: 'c' },
    { kind: 'vouched', at, phase: '01', verdict: 'passed', covers: 'd' },
    outcome('transition', '01', 'completed'),
  ]
  const rows = [
    row({ minutes: 40, refused: 2 }),
    row({ id: 'a', tokens: 1_200_000, cost: 3.4, client: 'C' }),
    row({ unitType: 'verify-phase', unitId: '01', minutes: 7 }),
  ]
  const text = (found: readonly object[]) => found.map((one) => frameLine(one, sha256)).join('')
  const project = makeProject({
    ...OURS,
    '.planning/ledger.jsonl': text(lines),
    '.planning/.runtime/metrics.jsonl': text(rows),
  })
  const closed = async () => (await project.ask('metrics')).json()['closed']
  const took = '1,200,000 tokens ($3.40)'
  const caught = '47 minutes, refusals, failures and gaps: 4'
  expect(await closed()).toEqual([{ phase: '01', text: `phase 1: at least ${took}, ${caught}` }])
  addMetric(project, { unitType: 'verify-phase', unitId: '01', tokens: 0, cost: 0 })
  expect(await closed()).toEqual([{ phase: '01', text: `phase 1: ${took}, ${caught}` }])
})

describe('the log of metrics', () => {
  const LOG = '.planning/.runtime/metrics.jsonl'

  it('gets a row with known figures when a unit ends', async () => {
    const project = makeProject(OURS)
    const claimed = await claim(project, 'execute-plan', '01-02')
    addMetric(project, { unitId: '01-02', tokens: 500, model: 'm' })
    project.time += 5 * 60_000
    await finish(project, claimed, '--status', 'cancelled')
    expect((await project.ask('metrics', '--by', 'plan')).json().rows).toEqual([
      { key: '01-02', tokens: 500, cost: null, minutes: expect.closeTo(5, 0), units: 1 },
    ])
  })

  it('is read up to a truncated end', async () => {
    const project = makeProject(OURS)
    const whole = frameLine(row({ tokens: 7 }), sha256)
    project.write(LOG, whole + whole.slice(0, 40))
    expect((await project.ask('metrics')).json().rows).toMatchObject([{ tokens: 7, units: 1 }])
  })
})
