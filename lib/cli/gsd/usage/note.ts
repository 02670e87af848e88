// Records the sessions' usage in the project: from their clients' records, else as the client reported it.
import type { Unit } from '../../../core/auto/decide.js'
import { METRICS_PATH, type MetricRow, readMetrics } from '../../../core/captures/metrics.js'
import { readClaims } from '../../../core/dispatch/claims.js'
import { TREES_FOLDER } from '../../../core/layout.js'
import { costOf, DAY_MS, notedRows } from '../../../core/usage/usage-report.js'
import { distinct, spansOf, startOf, type Use } from '../../../core/usage/use.js'
import { verb } from '../../../core/verb.js'
import type { View } from '../../../core/view.js'
import { ownModels } from '../../../node/personal-settings.js'
import { type RuntimeId, runtimeOf } from '../../../runtimes/all.js'
import { slashed } from '../../../std/paths.js'
import { any } from '../../../std/shape.js'
import { callVerb } from '../of-verb.js'
import type { World } from '../world.js'
import { usesIn } from './client-records.js'

function keepRows(world: World, rowsIn: (view: View) => readonly MetricRow[]) {
  const noting = verb('usage', {
    about: 'Record the usage of sessions',
    result: any(),
    reads: ['claim', 'other'],
    writes: ['other'],
    run({ view }) {
      const known = new Map(readMetrics(view).map((row) => [row.id, row]))
      const isNews = (row: MetricRow): boolean => {
        const { tokens, cost } = known.get(row.id) ?? {}
        return tokens !== row.tokens || cost !== row.cost
      }
      const rows = rowsIn(view).filter(isNews)
      const edits = rows.map((payload) => ({ kind: 'line', path: METRICS_PATH, payload }) as const)
      return { result: { noted: rows.length }, edits }
    },
  })
  // A unit's worktree records nothing itself: the project around it does.
  const [cwd = ''] = slashed(world.cwd).split(`/${TREES_FOLDER}/`)
  return callVerb(noting, {}, { ...world, cwd })
}

const EMPTY = {
  kind: 'metric',
  dispatchId: null,
  model: null,
  tokens: null,
  cost: null,
  minutes: null,
} as const

const stamp = (time: number): string => new Date(time).toISOString()

/** An ended session for one unit: its usage before the claim belongs to the unit too. */
export interface Driven {
  readonly unit: Unit
  /** Milliseconds since the epoch. */
  readonly begun: number
}

function drivenRow({ unit: { unitType, unitId }, begun }: Driven, now: number): MetricRow {
  const since = stamp(begun)
  const id = `session ${since} ${unitType} ${unitId}`
  return { ...EMPTY, at: stamp(now), id, unitType, unitId, since }
}

/** Usage from these clients' records, starting with the last recorded day, whose sessions may have continued. */
export async function noteRecords(world: World, ids?: readonly RuntimeId[], driven?: Driven): Promise<void> {
  const models = ownModels(world.env)
  const rowsIn = (view: View): readonly MetricRow[] => {
    const session = driven === undefined ? [] : [drivenRow(driven, view.clock.now())]
    const rows = [...readMetrics(view), ...session]
    const spans = spansOf(rows, readClaims(view), view.clock.now())
    if (spans.length === 0) return session
    const titles = ids?.map((id) => runtimeOf(id).title)
    const noted = rows.filter(({ client, told }) => client !== undefined && told !== true)
    const own = noted.filter(({ client }) => titles?.includes(client as string) !== false)
    // Each client may have another last day.
    const last = titles === undefined ? 0 : Math.max(0, ...own.map(({ at }) => Date.parse(at)))
    const since = Math.max(startOf(spans), last - (last % DAY_MS))
    const { uses } = usesIn(view.projectRoot, since, { ...world, project: view.projectRoot }, ids)
    const found = notedRows(distinct(uses), spans, models)
    const ofDay = new Set(found.map(({ id }) => id))
    // Recorded under another unit, before the right one was known.
    const moved = own.filter(({ id, at }) => Date.parse(at) >= since && !ofDay.has(id))
    return [...session, ...found, ...moved.map((row) => ({ ...row, tokens: 0, cost: 0 }))]
  }
  await keepRows(world, rowsIn)
}

/** A session's own usage report for a unit, used if the client's records have nothing on it. */
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
    const told = { unitType, unitId, model, tokens: input + output, cost, told: true } as const
    return { ...EMPTY, ...told, at: stamp(to), id, client: runtimeOf(client).title }
  })
  if (rows.length > 0) await keepRows(world, () => rows)
}
