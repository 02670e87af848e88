// What requests to models used, and the work they were made for.

import { isFields } from '../../std/fields.js'
import { attemptOf, conversationOf, type MetricRow } from '../captures/metrics.js'
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
  /** The conversation that had it; null: nobody can tell. */
  readonly session: string | null
  /** The model that was asked for; null: nobody named one. */
  readonly asked: string | null
}

export const unitOf = ({ unitType, unitId }: Span): string => `${unitType} ${unitId}`

/** Units that have ended, by what was noted then, and those that are claimed now. */
export function spansOf(
  rows: readonly MetricRow[],
  claims: readonly Pick<Claim, 'dispatchId' | 'unitType' | 'unitId' | 'at' | 'asked' | 'holder' | 'cuts'>[],
  now: number,
): readonly Span[] {
  const ended = rows.flatMap(({ at, since, minutes, unitType, unitId, session, asked }): Span[] => {
    const to = Date.parse(at)
    if (minutes === null || unitType === null || unitId === null || Number.isNaN(to)) return []
    const from = since === undefined ? to - minutes * 60_000 : Date.parse(since)
    return [{ unitType, unitId, from, to, session: textIn(session), asked: modelIn(asked) }]
  })
  const over = new Set(rows.filter(({ minutes }) => minutes !== null).map(attemptOf))
  const going = claims
    .filter(({ dispatchId }) => !over.has(dispatchId))
    .map(({ at, asked, ...claim }): Span => {
      const { unitType, unitId } = claim
      const whose = { session: textIn(conversationOf(claim)), asked: modelIn(asked) }
      return { unitType, unitId, from: Date.parse(at), to: now, ...whose }
    })
  return [...ended, ...going]
}

/** When the first of them began; 0: there is none, and all that was used counts. */
export const startOf = (spans: readonly Span[]): number =>
  spans.reduce((first, { from }) => Math.min(first, from), spans[0]?.from ?? 0)

/** A tree may hold anything in these files. */
const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const modelIn = (asked: unknown): string | null => (isFields(asked) ? textIn(asked['model']) : null)

/** The units that were at work meanwhile; none: it was between two of them. */
export const workOf = ({ from, to }: Pick<Use, 'from' | 'to'>, spans: readonly Span[]): readonly Span[] =>
  spans.filter((span) => span.from <= to && from <= span.to)

/** One of each: a request is written down again when its answer goes on, its tools have run, or its session is resumed. The last one counts. */
export function distinct(uses: readonly Use[]): readonly Use[] {
  const byId = new Map(uses.map((use, index) => [use.id === null ? `#${index}` : `${use.client}\0${use.id}`, use]))
  return [...byId.values()].filter(({ input, cached, output }) => input + cached + output > 0)
}
