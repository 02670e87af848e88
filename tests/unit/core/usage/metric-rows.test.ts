// Records of usage as rows of the project's log of costs.
import { afterEach, expect, it } from 'vitest'
import type { MetricRow } from '../../../../lib/core/captures/metrics.js'
import { frameLine } from '../../../../lib/core/history/journal.js'
import { usageMetricRows } from '../../../../lib/core/usage/usage-report.js'
import type { Span, Use } from '../../../../lib/core/usage/use.js'
import { sha256 } from '../../../../lib/node/digest.js'
import { SHIPPED_MODELS } from '../../../../lib/runtimes/models.js'
import { METRIC } from '../../../support/metric.js'
import { disposeProjects, makeProject, OURS } from '../../../support/project.js'

afterEach(disposeProjects)

const at = (clock: string) => Date.parse(`2026-03-01T${clock}:00Z`)
const use = (more: Partial<Use>): Use => ({
  ...{ client: 'C', id: null, from: at('10:00'), to: more.from ?? at('10:00'), session: 's', tree: null },
  ...{ model: 'claude-opus-4-5', requests: 1, input: 1_000_000, cached: 0, output: 0, cost: null },
  ...more,
})
const span = (unitId: string, from: string, to: string): Span => ({
  ...{ unitType: 'execute-plan', unitId, from: at(from), to: at(to), session: null },
})
const figures = (rows: readonly MetricRow[]) =>
  rows.map(({ unitId, model, tokens, cost }) => [unitId, model, tokens, cost])

it('each unit gets its usage by model, and an equal share of usage that cannot be attributed', () => {
  const spans = [span('01-01', '10:00', '10:10'), span('01-02', '10:05', '10:20')]
  const uses = [
    ...[use({}), use({ from: at('10:01') }), use({ from: at('10:07'), cost: 3 })],
    ...[use({ from: at('10:15'), model: 'mine' }), use({ from: at('11:00') })],
  ]
  expect(figures(usageMetricRows(uses, spans, SHIPPED_MODELS))).toEqual([
    ['01-01', 'claude-opus-4-5', 2_500_000, 11.5],
    ['01-02', 'claude-opus-4-5', 500_000, 1.5],
    ['01-02', 'mine', 1_000_000, null],
    [null, 'claude-opus-4-5', 1_000_000, 5],
  ])
})

it('a continued session updates its row; another day or session gets a new row', () => {
  const ids = (...uses: readonly Use[]) => usageMetricRows(uses, [], SHIPPED_MODELS).map(({ id }) => id)
  const [first] = ids(use({}))
  expect(ids(use({}), use({ from: at('12:00') }))).toEqual([first])
  expect(ids(use({}), use({ from: at('10:00') + 24 * 3_600_000 }), use({ session: 't' }))).toHaveLength(3)
})

it('the last row with an id counts, and reported usage of a unit only if the client’s records have none', async () => {
  const row = (more: Partial<MetricRow>): MetricRow => ({ ...METRIC, client: 'C', ...more })
  const rows = [
    ...[row({ id: 'a', tokens: 1 }), row({ id: 'a', tokens: 2 })],
    ...[row({ id: 't', tokens: 9, told: true }), row({ id: 'u', tokens: 5, told: true, unitId: '01-02' })],
    row({ id: 'v', tokens: 7, told: true, client: 'D' }),
  ]
  const project = makeProject({
    ...OURS,
    '.planning/.runtime/metrics.jsonl': rows.map((one) => frameLine(one, sha256)).join(''),
  })
  const found = (await project.ask('metrics', '--by', 'plan')).json() as unknown as { rows: readonly MetricRow[] }
  expect(found.rows.map(({ tokens }) => tokens)).toEqual([2 + 7, 5])
})
