// A row of the log of costs in which nothing is measured yet.
import { METRICS_PATH, type MetricRow } from '../../lib/core/captures/metrics.js'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import type { TempProject } from './project.js'

export const METRIC: MetricRow = {
  kind: 'metric',
  at: '2026-01-05T10:00:00.000Z',
  id: null,
  dispatchId: 'd1',
  unitType: 'execute-plan',
  unitId: '01-01',
  model: null,
  tokens: null,
  cost: null,
  minutes: null,
}

export function addMetric(project: TempProject, more: Partial<MetricRow>): void {
  const before = project.has(METRICS_PATH) ? project.read(METRICS_PATH) : ''
  project.write(METRICS_PATH, before + frameLine({ ...METRIC, ...more }, sha256))
}
