// What a unit cost, as the log of measurements has it where nothing is known yet.
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

/** Adds what was measured to the log of the project. */
export function measured(project: TempProject, more: Partial<MetricRow>): void {
  const before = project.has(METRICS_PATH) ? project.read(METRICS_PATH) : ''
  project.write(METRICS_PATH, before + frameLine({ ...METRIC, ...more }, sha256))
}
