// Records the usage of sessions in the project, from the clients' records or as a session reported it.
import type { Unit } from '../../../core/auto/decide.js'
import { METRICS_PATH, type MetricRow, readMetrics } from '../../../core/captures/metrics.js'
import { readClaims } from '../../../core/dispatch/claims.js'
import { TREES_FOLDER } from '../../../core/layout.js'
import { costOf, DAY_MS, usageMetricRows } from '../../../core/usage/usage-report.js'
import { distinct, spansOf, startOf, type Use } from '../../../core/usage/use.js'
import { verb } from '../../../core/verb.js'
import type { View } from '../../../core/view.js'
import { ownModels } from '../../../node/personal-settings.js'
import { type RuntimeId, runtimeOf } from '../../../runtimes/all.js'
import { slashed } from '../../../std/paths.js'
import { any } from '../../../std/shape.js'
import { callVerb } from '../call-tools.js'
import type { World } from '../world.js'
import { usesIn } from './client-records.js'

function recordRows(world: World, rowsIn: (view: View) => readonly MetricRow[]) {
  const recordVerb = verb('usage', {
    about: 'Record the usage of sessions',
    result: any(),
    reads: ['claim', 'other'],
    writes: ['other'],
    run({ view }) {
      const known = new Map(readMetrics(view).map((row) => [row.id, row]))
      const isChanged = (row: MetricRow): boolean => {
        const { tokens, cost } = known.get(row.id) ?? {}
        return tokens !== row.tokens || cost !== row.cost
      }
      const rows = rowsIn(view).filter(isChanged)
      const edits = rows.map((payload) => ({ kind: 'line', path: METRICS_PATH, payload }) as const)
      return { result: { noted: rows.length }, edits }
    },
  })
  // Usage in a unit's worktree is recorded in the project around the worktree.
  const [cwd = ''] = slashed(world.cwd).split(`/${TREES_FOLDER}/`)
  return callVerb(recordVerb, {}, { ...world, cwd })
}

const EMPTY_ROW = {
  kind: 'metric',
  dispatchId: null,
  model: null,
  tokens: null,
  cost: null,
  minutes: null,
} as const

const isoTime = (time: number): string => new Date(time).toISOString()

/** An ended session for one unit; what the session used before the claim belongs to the unit too. */
export interface EndedSession {
  readonly unit: Unit
  /** Milliseconds since the epoch. */
  readonly begun: number
}

function sessionRow({ unit: { unitType, unitId }, begun }: EndedSession, now: number): MetricRow {
  const since = isoTime(begun)
  const id = `session ${since} ${unitType} ${unitId}`
  return { ...EMPTY_ROW, at: isoTime(now), id, unitType, unitId, since }
}

/** Records usage from the records of all or the named clients; for named ones, from the last recorded day on, which may have continued. */
export async function noteRecords(world: World, ids?: readonly RuntimeId[], session?: EndedSession): Promise<void> {
  const models = ownModels(world.env)
  const rowsIn = (view: View): readonly MetricRow[] => {
    const sessionRows = session === undefined ? [] : [sessionRow(session, view.clock.now())]
    const rows = [...readMetrics(view), ...sessionRows]
    const spans = spansOf(rows, readClaims(view), view.clock.now())
    if (spans.length === 0) return sessionRows
    const titles = ids?.map((id) => runtimeOf(id).title)
    const recordedRows = rows.filter(({ client, told }) => client !== undefined && told !== true)
    const clientRows = recordedRows.filter(({ client }) => titles?.includes(client as string) !== false)
    // Only for named clients: each client may have another last day.
    const lastRecorded = titles === undefined ? 0 : Math.max(0, ...clientRows.map(({ at }) => Date.parse(at)))
    const since = Math.max(startOf(spans), lastRecorded - (lastRecorded % DAY_MS))
    const { uses } = usesIn(view.projectRoot, since, { ...world, project: view.projectRoot }, ids)
    const currentRows = usageMetricRows(distinct(uses), spans, models)
    const currentIds = new Set(currentRows.map(({ id }) => id))
    // Rows recorded under another unit, before the right unit was known, are set to zero.
    const staleRows = clientRows.filter(({ id, at }) => Date.parse(at) >= since && !currentIds.has(id))
    return [...sessionRows, ...currentRows, ...staleRows.map((row) => ({ ...row, tokens: 0, cost: 0 }))]
  }
  await recordRows(world, rowsIn)
}

/** Records the usage that a session itself reported, for its unit. This usage counts unless the client's records have the unit too. */
export async function recordReportedUsage(
  world: World,
  client: RuntimeId,
  unit: Unit,
  uses: readonly Use[],
): Promise<void> {
  const models = ownModels(world.env)
  const { unitType, unitId } = unit
  const rows = uses.map((use): MetricRow => {
    const { model, input, output, to, session } = use
    const { dollars, unpriced } = costOf([use], models)
    const cost = unpriced.length > 0 ? null : dollars
    const id = `told ${client} ${session} ${model}`
    const reportedFields = { unitType, unitId, model, tokens: input + output, cost, told: true } as const
    return { ...EMPTY_ROW, ...reportedFields, at: isoTime(to), id, client: runtimeOf(client).title }
  })
  if (rows.length > 0) await recordRows(world, () => rows)
}
