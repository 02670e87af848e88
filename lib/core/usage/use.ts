// What requests to models used, and the work they were made for.
import { isFields } from '../../std/fields.js'
import { conversationOf, type MetricRow } from '../captures/metrics.js'
import type { Claim } from '../dispatch/claims.js'
import { claimName } from '../dispatch/held.js'
import { isUnitType } from '../dispatch/units/all.js'
import { RUN_TREE, treeName } from '../layout.js'

/** What one request used, or all of a session where nothing finer is known. Counts are tokens, times milliseconds of the epoch. */
export interface Use {
  readonly client: string
  /** The same for one request that was written down more than once; null: each record is one. */
  readonly id: string | null
  readonly from: number
  readonly to: number
  readonly session: string
  /** Name of the work tree in which it was used; null: in the project's own folder. */
  readonly tree: string | null
  readonly model: string | null
  readonly requests: number
  readonly input: number
  readonly cached: number
  readonly output: number
  /** US dollars; null: the client counts none. */
  readonly cost: number | null
  /** The unit it was used for, where that was told; absent: it follows from tree, time and conversation. */
  readonly unit?: { readonly unitType: string; readonly unitId: string }
}

/** What clients told over a protocol, as uses: they have no records. */
export const toldUses = (rows: readonly MetricRow[]): readonly Use[] =>
  rows.flatMap(({ told, at, id, client = '', model, unitType, unitId, tokens, cost }) =>
    told !== true || unitType === null || unitId === null
      ? []
      : {
          ...{ client, id, from: Date.parse(at), to: Date.parse(at), session: '', tree: null, model, requests: 1 },
          ...{ input: tokens ?? 0, cached: 0, output: 0, cost, unit: { unitType, unitId } },
        },
  )

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
    const from = since !== undefined ? Date.parse(since) : minutes === null ? Number.NaN : to - minutes * 60_000
    if (unitType === null || unitId === null || Number.isNaN(to) || Number.isNaN(from)) return []
    return [{ unitType, unitId, from, to, session: textIn(session), asked: modelIn(asked) }]
  })
  const over = new Set(rows.filter(({ minutes }) => minutes !== null).map(({ dispatchId }) => dispatchId))
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

/** Which units each use was for: one, several where nobody can tell for which of them, none between units. */
export type Work = (use: Use) => readonly Span[]

/**
 * By the work tree it was used in, which is of one unit; else by its time, and among those of its time by the conversation that had the unit. A conversation
 * that no record knows says nothing: clients do not name all of theirs alike.
 */
export function workOf(uses: readonly Use[], spans: readonly Span[]): Work {
  const recorded = new Set(uses.map(({ session }) => session))
  const meanwhile = spansAt(spans)
  const inTree = new Map<string, Span[]>()
  for (const span of spans) for (const name of treesOf(span)) inTree.set(name, [...(inTree.get(name) ?? []), span])
  return (use) => {
    const { unit } = use
    if (unit !== undefined) return [spans.find(isOf(unit)) ?? { ...unit, from: 0, to: 0, session: null, asked: null }]
    const own = use.tree === null ? [] : (inTree.get(use.tree) ?? unfinishedIn(use.tree))
    const found = meanwhile(use)
    // Where it was brought in, it was claimed anew when all was done.
    if (own.length > 0)
      return own.some((span) => found.includes(span)) ? own.filter((span) => found.includes(span)) : own.slice(-1)
    const mine = found.filter(({ session }) => session !== null && session === use.session)
    return mine.length > 0 ? mine : found.filter(({ session }) => session === null || !recorded.has(session))
  }
}

const isOf =
  (unit: Pick<Span, 'unitType' | 'unitId'>) =>
  ({ unitType, unitId }: Span): boolean =>
    unitType === unit.unitType && unitId === unit.unitId

/** Of many spans few are looked at: those that began before the end, back to where all had ended before the beginning. */
function spansAt(spans: readonly Span[]): Work {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  const ends: number[] = []
  for (const { to } of sorted) ends.push(Math.max(to, ends.at(-1) ?? to))
  return ({ from, to }) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as Span).from <= to) low = middle + 1
      else high = middle
    }
    const found: Span[] = []
    for (let at = low - 1; at >= 0 && (ends[at] as number) >= from; at--)
      if ((sorted[at] as Span).to >= from) found.unshift(sorted[at] as Span)
    return found
  }
}

/** Names that the work tree of a unit may have: one of an unattended run, or one that a session asked for. */
const treesOf = ({ unitType, unitId }: Span): readonly string[] => [
  `${RUN_TREE}${claimName(`${unitType}/${unitId}`)}`,
  treeName(unitId),
  treeName(`${unitType}/${unitId}`),
]

/** Its claim lies in the tree until it is brought home. */
function unfinishedIn(tree: string): readonly Span[] {
  const [, unitType = '', unitId = ''] = /^auto-([a-z-]+?)--(.+)$/.exec(tree) ?? []
  return isUnitType(unitType) ? [{ unitType, unitId, from: 0, to: 0, session: null, asked: null }] : []
}

/** One of each: a request is written down again when its answer goes on, its tools have run, or its session is resumed. The last one counts. */
export function distinct(uses: readonly Use[]): readonly Use[] {
  const byId = new Map(uses.map((use, index) => [use.id === null ? `#${index}` : `${use.client}\0${use.id}`, use]))
  return [...byId.values()].filter(({ input, cached, output }) => input + cached + output > 0)
}
