// What is left, at the pace of the phases that are finished. What cannot be known is null, with why: a forecast from half of the numbers would look like one from all.
import { type Budget, judgeBudget, type Measure, type MetricRow } from '../captures/metrics.js'
import { type ReportRow, reportMetrics } from '../captures/metrics-report.js'
import type { BoardPhase, Forecast, Foreseen } from './shown.js'

const MEASURES = ['minutes', 'tokens', 'cost'] as const satisfies readonly Measure[]

/** One phase has no pace: nobody can tell what was particular to it. */
const LEAST = 2

type Phase = Pick<BoardPhase, 'number' | 'done' | 'plans'>

/** A phase that is begun counts as what is left of its plans. */
const leftOf = ({ done, plans }: Phase): number =>
  done ? 0 : plans.total === 0 ? 1 : Math.max(0, plans.total - plans.done) / plans.total

export function forecastOf(phases: readonly Phase[], rows: readonly MetricRow[], ceiling: number | null): Forecast {
  const left = Math.round(phases.reduce((sum, phase) => sum + leftOf(phase), 0) * 10) / 10
  const byPhase = new Map(reportMetrics(rows, 'phase').rows.map((row) => [row.key, row]))
  const finished = phases.filter(({ done }) => done).map(({ number }) => byPhase.get(number) ?? null)
  const { spent, known, missing, reason } = judgeBudget(rows, ceiling, 'pause')
  return {
    phases: left,
    finished: finished.length,
    ...(Object.fromEntries(MEASURES.map((measure) => [measure, foreseen(measure, left, finished, byPhase)])) as Record<
      Measure,
      Foreseen
    >),
    budget: { ceiling, ...budgetLeft({ spent, known, missing, reason }, ceiling) },
  }
}

function foreseen(
  measure: Measure,
  left: number,
  finished: readonly (ReportRow | null)[],
  all: ReadonlyMap<string, ReportRow>,
): Foreseen {
  const values = [...all.values()].map((row) => row[measure])
  const spent = values.length > 0 && values.every((value) => value !== null) ? sum(values as readonly number[]) : null
  const nothing = (reason: string): Foreseen => ({ spent, left: null, low: null, high: null, reason })
  if (left === 0) return { spent, left: 0, low: 0, high: 0, reason: null }
  const paces = finished.flatMap((row) => row?.[measure] ?? [])
  const unknown = finished.length - paces.length
  if (finished.length < LEAST) return nothing(`${finished.length} finished phases are no pace; it takes ${LEAST}`)
  if (unknown > 0) return nothing(`${unknown} of ${finished.length} finished phases did not report all of it`)
  const times = (pace: number): number => rounded(pace * left)
  return {
    spent,
    left: times(sum(paces) / paces.length),
    low: times(Math.min(...paces)),
    high: times(Math.max(...paces)),
    reason: null,
  }
}

function budgetLeft(
  { spent, known, missing, reason }: Pick<Budget, 'spent' | 'known' | 'missing' | 'reason'>,
  ceiling: number | null,
): { readonly left: number | null; readonly reason: string } {
  if (ceiling === null || spent === null)
    return { left: null, reason: missing === 0 ? reason : `${reason}; the others come to ${known}` }
  return { left: rounded(ceiling - spent), reason }
}

const sum = (values: readonly number[]): number => rounded(values.reduce((a, b) => a + b, 0))
const rounded = (value: number): number => Math.round(value * 100) / 100
