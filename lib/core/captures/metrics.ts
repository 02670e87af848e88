// Costs of units: rows of a log in the runtime folder, their sums, and the budget. An unreported cost is not zero: it
// makes the sum of its group unknown.
import type { Digest } from '../../ports.js'
import { grouped } from '../../std/grouped.js'
import { type Infer, int, number, orNull, record, text } from '../../std/shape.js'
import { claimName } from '../dispatch/claim-store.js'
import type { Claim } from '../dispatch/claims.js'
import { subjectOf, unitType } from '../dispatch/units/all.js'
import { frameLine, readLog } from '../history/journal.js'
import { displayPhaseId, parsePhaseId, parsePlanId, phaseOfPlan } from '../ids.js'
import { RUNTIME_FOLDER } from '../layout.js'
import type { View } from '../view.js'

export const METRICS_PATH = `${RUNTIME_FOLDER}/metrics.jsonl`

export interface MetricRow {
  readonly kind: 'metric'
  readonly at: string
  /** Deduplicates reports; null if the reporter has no id. */
  readonly id: string | null
  /** Id of the attempt; null if no attempt was running. */
  readonly dispatchId: string | null
  readonly unitType: string | null
  readonly unitId: string | null
  readonly model: string | null
  readonly tokens: number | null
  readonly cost: number | null
  readonly minutes: number | null
  /** When the unit was claimed, or the session began. `session`: the unit's conversation; null: unknown or several. */
  readonly since?: string
  readonly session?: string | null
  /** Number of failures for which the unit's finish was refused. */
  readonly refused?: number
  /** For a session's usage: the client's title. The last of the rows with one id counts, because sessions continue. */
  readonly client?: string
  /** Reported over the client's protocol; counts only if the client's own records have nothing on the unit. */
  readonly told?: true
}

const isRow = (payload: unknown): payload is MetricRow =>
  typeof payload === 'object' && payload !== null && (payload as { kind?: unknown }).kind === 'metric'

const rowsIn = (text: string, digest: Digest): readonly MetricRow[] =>
  readLog(text, digest).lines.flatMap(({ payload }) => (isRow(payload) ? [payload] : []))

export function readMetrics(view: View): readonly MetricRow[] {
  return validRows(rowsIn(view.source(METRICS_PATH)?.text ?? '', view.digest))
}

const isMeasure = (value: unknown): boolean => value === null || Number.isFinite(value)

/** Returns lines of another machine's log that report the usage of one unit (`claimName`), rewritten for our log. */
export function usageLines(text: string, unit: string, digest: Digest): string {
  const own = rowsIn(text, digest).filter(
    ({ id, client, unitType: type, unitId, tokens, cost }) =>
      [id, client].every((word) => typeof word === 'string') &&
      [tokens, cost].every(isMeasure) &&
      claimName(`${type}/${unitId}`) === unit,
  )
  return [...new Map(own.map((row) => [row.id, frameLine(row, digest)])).values()].join('')
}

function validRows(rows: readonly MetricRow[]): readonly MetricRow[] {
  const last = new Map(rows.map((row, index) => [row.client === undefined ? index : row.id, row]))
  const recorded = new Set([...last.values()].filter(({ told }) => told !== true).map(clientUnitKey))
  return [...last.values()].filter((row) => row.told !== true || !recorded.has(clientUnitKey(row)))
}

const clientUnitKey = (row: MetricRow): string => `${row.client ?? ''}\0${unitKeyOf(row)}`

/** Returns the claim's conversation; null if the client does not name it, or another conversation may have resumed the unit. */
export const conversationOf = ({ holder, cuts }: Pick<Claim, 'holder' | 'cuts'>): string | null =>
  cuts === undefined ? (holder?.session ?? null) : null

/** Returns the row of an ended unit. The CLI itself knows only the duration. */
export function metricOf(claim: Claim, now: number): MetricRow {
  const minutes = (now - Date.parse(claim.at)) / 60_000
  const { agent, workflow } = unitType(claim.unitType)
  return {
    ...{ kind: 'metric', at: new Date(now).toISOString(), id: null, model: null },
    ...{ dispatchId: claim.dispatchId, unitType: claim.unitType, unitId: claim.unitId },
    // The CLI itself uses no model.
    ...(agent === null && workflow === null ? { tokens: 0, cost: 0 } : { tokens: null, cost: null }),
    minutes: Number.isFinite(minutes) && minutes >= 0 ? Math.round(minutes * 10) / 10 : null,
    since: claim.at,
    session: conversationOf(claim),
    ...(claim.failures === undefined ? {} : { refused: claim.failures.length }),
  }
}

type Measure = 'tokens' | 'cost' | 'minutes'

/** Returns the key that all rows of one unit share, whoever reported them; a row without a unit has its own. */
export const unitKeyOf = ({ at, unitType: type, unitId }: MetricRow): string =>
  type === null ? `?${at}` : `${type}/${unitId}`

/** Returns the sum of a measure over units, and the number of units whose measure is missing or incomplete. */
export function summed(units: readonly (readonly MetricRow[])[], measure: Measure) {
  const valuesOf = (rows: readonly MetricRow[]) => rows.flatMap((row) => row[measure] ?? [])
  // A cost of null from a client means that the client does not know the price of one of the models.
  const isPartial = (rows: readonly MetricRow[]) =>
    measure === 'cost' && rows.some(({ client, cost }) => client !== undefined && cost === null)
  const missing = units.filter((rows) => valuesOf(rows).length === 0 || isPartial(rows)).length
  const known = units.flatMap(valuesOf).reduce((a, b) => a + b, 0)
  return { known: Math.round(known * 1e6) / 1e6, missing }
}

/** Compares costs with the ceiling. Unreported costs can only add to the sum, so `spent` is null if there are any. */
export function budgetState(rows: readonly MetricRow[], ceiling: number | null, enforcement: string) {
  const units = [...grouped(rows, unitKeyOf).values()]
  const { known, missing } = summed(units, 'cost')
  const base = { spent: missing === 0 ? known : null, ceiling, missing, known, action: 'none' } as const
  if (ceiling === null) return { ...base, reason: 'no ceiling set' }
  if (known < ceiling && missing > 0)
    return { ...base, reason: `not enforceable: ${missing} of ${units.length} units reported no cost` }
  const more = missing === 0 ? '' : `, and ${missing} units reported no cost`
  const reason = `${known} of ${ceiling} is spent${more}`
  return { ...base, action: known < ceiling || enforcement === 'warn' ? 'none' : 'pause', reason } as const
}

export const REPORT_KEYS = ['phase', 'plan'] as const
type ReportKey = (typeof REPORT_KEYS)[number]

export const REPORT_ROW = record({
  key: text(),
  tokens: orNull(number()),
  cost: orNull(number()),
  minutes: orNull(number()),
  units: int('Number of units'),
})
export type ReportRow = Infer<typeof REPORT_ROW>

/** Returns the unit's phase for display, or its type if it has no phase; `unknown` without a unit. */
export function phaseKeyOf({ unitType: type, unitId }: Pick<MetricRow, 'unitType' | 'unitId'>): string {
  if (type === null || unitId === null) return 'unknown'
  const subject = subjectOf(type)
  if (subject !== 'phase' && subject !== 'plan') return type
  const id = parsePhaseId(subject === 'plan' ? phaseOfPlan(parsePlanId(unitId) ?? (unitId as never)) : unitId)
  return id === null ? unitId : displayPhaseId(id)
}

export function reportMetrics(rows: readonly MetricRow[], by: ReportKey) {
  const keyOf = by === 'phase' ? phaseKeyOf : ({ unitId }: MetricRow) => unitId ?? 'unknown'
  const unknown: { path: string; code: string; reason: string }[] = []
  const groups = [...grouped(rows, keyOf)].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  const report = groups.map(([key, own], index): ReportRow => {
    const units = [...grouped(own, unitKeyOf).values()]
    const value = (measure: Measure): number | null => {
      const { known, missing } = summed(units, measure)
      if (missing === 0) return known
      const some = missing === units.length ? '' : `; the others come to ${known}`
      unknown.push({
        path: `rows[${index}].${measure}`,
        code: 'NOT_REPORTED',
        reason: `${missing} of ${units.length} units reported none${some}`,
      })
      return null
    }
    return { key, tokens: value('tokens'), cost: value('cost'), minutes: value('minutes'), units: units.length }
  })
  return { rows: report, unknown }
}
