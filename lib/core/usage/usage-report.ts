// Usage from the records of clients: a row per session, day, unit and model, and sums with costs.
import type { ModelTable } from '../../ports.js'
import { grouped } from '../../std/grouped.js'
import { type MetricRow, phaseKeyOf } from '../captures/metrics.js'
import { modelNamed } from '../project/models.js'
import { type Span, type Use, unitOf, workOf } from './use.js'

export const USAGE_KEYS = ['unit', 'phase', 'model', 'client', 'session', 'day'] as const
export type UsageKey = (typeof USAGE_KEYS)[number]

export interface UsageSum {
  readonly requests: number
  readonly input: number
  readonly cached: number
  readonly output: number
  /** Null unless the clients report a cost for all of this usage. */
  readonly cost: number | null
}

export interface UsageRow extends UsageSum {
  readonly key: string
  readonly models: readonly string[]
}

const NOT_REPORTED = 'not told'
const BETWEEN = 'between units'

const wordsOf = (spans: readonly Span[], word: (span: Span) => string): string => {
  const words = [...new Set(spans.map(word))].sort()
  return words.length === 0 ? BETWEEN : words.length === 1 ? (words[0] as string) : `shared: ${words.join(', ')}`
}

export function usageRows(uses: readonly Use[], spans: readonly Span[], by: UsageKey): readonly UsageRow[] {
  const work = workOf(uses, spans)
  const keyOf: Readonly<Record<UsageKey, (use: Use) => string>> = {
    unit: (use) => wordsOf(work(use), unitOf),
    phase: (use) => wordsOf(work(use), phaseKeyOf),
    model: ({ model }) => model ?? NOT_REPORTED,
    client: ({ client }) => client,
    session: ({ client, session }) => `${client} ${session === '' ? NOT_REPORTED : session}`,
    day: ({ to }) => new Date(to).toISOString().slice(0, 10),
  }
  return [...grouped(uses, keyOf[by])]
    .map(([key, own]) => ({
      key,
      ...usageSum(own),
      models: [...new Set(own.map(({ model }) => model ?? NOT_REPORTED))].sort(),
    }))
    .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
}

export function usageSum(uses: readonly Use[]): UsageSum {
  const sum = (value: (use: Use) => number): number => uses.reduce((whole, use) => whole + value(use), 0)
  const isCounted = uses.length > 0 && uses.every(({ cost }) => cost !== null)
  return {
    requests: sum(({ requests }) => requests),
    input: sum(({ input }) => input),
    cached: sum(({ cached }) => cached),
    output: sum(({ output }) => output),
    cost: isCounted ? sum(({ cost }) => cost ?? 0) : null,
  }
}

export interface Cost {
  readonly dollars: number
  /** Models without a known price; `null` for requests that name no model. */
  readonly unpriced: readonly (string | null)[]
}

/** A cost that the client reports wins over the table's price. */
export function costOf(uses: readonly Use[], table: ModelTable): Cost {
  let dollars = 0
  const unpriced = new Set<string | null>()
  for (const { model, input, cached, output, cost } of uses) {
    const price = modelNamed(model, table)?.price ?? null
    if (cost !== null) dollars += cost
    else if (price === null) unpriced.add(model)
    else dollars += (input * price.input + cached * price.cached + output * price.output) / 1_000_000
  }
  return { dollars, unpriced: [...unpriced] }
}

export const DAY_MS = 24 * 3_600_000

interface Share {
  readonly use: Use
  /** Null if used between units. */
  readonly span: Span | null
  /** The unit's share, if several units are possible. */
  readonly part: number
}

export function usageMetricRows(uses: readonly Use[], spans: readonly Span[], table: ModelTable): readonly MetricRow[] {
  const work = workOf(uses, spans)
  const shares = uses.flatMap((use): readonly Share[] => {
    const units = [...new Map(work(use).map((span) => [unitOf(span), span])).values()]
    if (units.length === 0) return [{ use, span: null, part: 1 }]
    return units.map((span) => ({ use, span, part: 1 / units.length }))
  })
  const idOf = ({ use: { client, session, to, model }, span }: Share): string => {
    const unit = span === null ? '' : unitOf(span)
    return [client, session, new Date(to).toISOString().slice(0, 10), unit, model ?? ''].join(' ')
  }
  return [...grouped(shares, idOf)].map(([id, own]) => rowOf(id, own, table))
}

function rowOf(id: string, own: readonly Share[], table: ModelTable): MetricRow {
  const [{ use, span }] = own as [Share, ...Share[]]
  const shared = own.map(({ use: { cost, ...one }, part }): Use => {
    const counts = { input: one.input * part, output: one.output * part, cached: one.cached * part }
    return { ...one, ...counts, cost: cost && cost * part }
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
