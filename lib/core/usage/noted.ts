// Usage from the records of clients, as rows of the cost log: one per session, day, unit and model.
import type { ModelTable } from '../../ports.js'
import { grouped } from '../../std/grouped.js'
import type { MetricRow } from '../captures/metrics.js'
import { costOf, usageSum } from './usage-report.js'
import { type Span, type Use, unitOf, workOf } from './use.js'

export const DAY_MS = 24 * 3_600_000

interface Share {
  readonly use: Use
  /** Null if used between units. */
  readonly span: Span | null
  /** Share of each unit if they cannot be told apart. */
  readonly part: number
}

export function notedRows(uses: readonly Use[], spans: readonly Span[], table: ModelTable): readonly MetricRow[] {
  const work = workOf(uses, spans)
  const shares = uses.flatMap((use): readonly Share[] => {
    const units = [...new Map(work(use).map((span) => [unitOf(span), span])).values()]
    return units.length === 0
      ? [{ use, span: null, part: 1 }]
      : units.map((span) => ({ use, span, part: 1 / units.length }))
  })
  const idOf = ({ use, span }: Share): string =>
    [
      ...[use.client, use.session, new Date(use.to).toISOString().slice(0, 10)],
      ...[span === null ? '' : unitOf(span), use.model ?? ''],
    ].join(' ')
  return [...grouped(shares, idOf)].map(([id, own]) => rowOf(id, own, table))
}

function rowOf(id: string, own: readonly Share[], table: ModelTable): MetricRow {
  const [{ use, span }] = own as [Share, ...Share[]]
  const shared = own.map(({ use: one, part }): Use => {
    const of = (value: number) => value * part
    return {
      ...one,
      input: of(one.input),
      output: of(one.output),
      cached: of(one.cached),
      cost: one.cost && of(one.cost),
    }
  })
  const { input, output } = usageSum(shared)
  const { dollars, unpriced } = costOf(shared, table)
  return {
    kind: 'metric',
    at: new Date(Math.max(...own.map((one) => one.use.to))).toISOString(),
    id,
    dispatchId: null,
    unitType: span?.unitType ?? null,
    unitId: span?.unitId ?? null,
    model: use.model,
    tokens: Math.round(input + output),
    cost: unpriced.length > 0 ? null : Math.round(dollars * 1e6) / 1e6,
    minutes: null,
    client: use.client,
  }
}
