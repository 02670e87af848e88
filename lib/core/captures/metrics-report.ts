// Sums of unit costs by phase or plan. One unknown value makes the sum of its group unknown.
import { grouped } from '../../std/grouped.js'
import { type Infer, int, number, orNull, record, text } from '../../std/shape.js'
import { subjectOf } from '../dispatch/units/all.js'
import { displayPhaseId, parsePhaseId, parsePlanId, phaseOfPlan } from '../ids.js'
import { attemptOf, type Measure, type MetricRow, summed } from './metrics.js'

export const REPORT_KEYS = ['phase', 'plan'] as const
export type ReportKey = (typeof REPORT_KEYS)[number]

export const REPORT_ROW = record({
  key: text(),
  tokens: orNull(number()),
  cost: orNull(number()),
  minutes: orNull(number()),
  units: int('Attempts'),
})
export type ReportRow = Infer<typeof REPORT_ROW>

export interface Unknown {
  readonly path: string
  readonly code: string
  readonly reason: string
}

/** The unit's phase for display; its type if it has none. */
export function phaseKeyOf({
  unitType: type,
  unitId,
}: { readonly [K in 'unitType' | 'unitId']: string | null }): string {
  if (type === null || unitId === null) return 'unknown'
  const subject = subjectOf(type)
  if (subject !== 'phase' && subject !== 'plan') return type
  const id = parsePhaseId(subject === 'plan' ? phaseOfPlan(parsePlanId(unitId) ?? (unitId as never)) : unitId)
  return id === null ? unitId : displayPhaseId(id)
}

export function reportMetrics(
  rows: readonly MetricRow[],
  by: ReportKey,
): { readonly rows: readonly ReportRow[]; readonly unknown: readonly Unknown[] } {
  const keyOf = by === 'phase' ? phaseKeyOf : ({ unitId }: MetricRow) => unitId ?? 'unknown'
  const unknown: Unknown[] = []
  const groups = [...grouped(rows, keyOf)].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  const report = groups.map(([key, own], index): ReportRow => {
    const units = [...grouped(own, attemptOf).values()]
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
