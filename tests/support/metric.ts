// What a unit cost, as the log of measurements has it where nothing is known yet.
import type { MetricRow } from '../../lib/core/captures/metrics.js'

export const METRIC: MetricRow = {
  kind: 'metric',
  at: '2026-01-05T10:00:00.000Z',
  id: null,
  dispatchId: 'd1',
  unitType: 'execute-plan',
  unitId: '01-01',
  agent: 'executor',
  model: null,
  tokens: null,
  cost: null,
  minutes: null,
}
