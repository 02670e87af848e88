// What requests to models used, and the work they were made for.

import { attemptOf, type MetricRow } from '../captures/metrics.js'
import type { Claim } from '../dispatch/claims.js'

/** What one request used, or all of a session where nothing finer is known. Counts are tokens, times milliseconds of the epoch. */
export interface Use {
  readonly client: string
  /** The same for one request that was written down more than once; null: each record is one. */
  readonly id: string | null
  readonly from: number
  readonly to: number
  readonly session: string
  readonly model: string | null
  readonly requests: number
  readonly input: number
  readonly cached: number
  readonly output: number
  /** US dollars; null: the client counts none. */
  readonly cost: number | null
}

/** While a unit was at work. */
export interface Span {
  readonly unitType: string
  readonly unitId: string
  readonly from: number
  readonly to: number
}

/** Units that have ended, by what was noted then, and those that are claimed now. */
export function spansOf(
  rows: readonly MetricRow[],
  claims: readonly Pick<Claim, 'dispatchId' | 'unitType' | 'unitId' | 'at'>[],
  now: number,
): readonly Span[] {
  const ended = rows.flatMap(({ at, minutes, unitType, unitId }): Span[] => {
    const to = Date.parse(at)
    if (minutes === null || unitType === null || unitId === null || Number.isNaN(to)) return []
    return [{ unitType, unitId, from: to - minutes * 60_000, to }]
  })
  const over = new Set(rows.filter(({ minutes }) => minutes !== null).map(attemptOf))
  const going = claims
    .filter(({ dispatchId }) => !over.has(dispatchId))
    .map(({ unitType, unitId, at }): Span => ({ unitType, unitId, from: Date.parse(at), to: now }))
  return [...ended, ...going]
}

/** The units that were at work meanwhile; none: it was between two of them. */
export const workOf = ({ from, to }: Pick<Use, 'from' | 'to'>, spans: readonly Span[]): readonly Span[] =>
  spans.filter((span) => span.from <= to && from <= span.to)

/** One of each: a request is written down again when its answer goes on, its tools have run, or its session is resumed. The last one counts. */
export function distinct(uses: readonly Use[]): readonly Use[] {
  const byId = new Map(uses.map((use, index) => [use.id === null ? `#${index}` : `${use.client}\0${use.id}`, use]))
  return [...byId.values()].filter(({ input, cached, output }) => input + cached + output > 0)
}
