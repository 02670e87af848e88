// Usage of model requests, and the work they were for.
import { conversationOf, type MetricRow } from '../captures/metrics.js'
import { claimName } from '../dispatch/claim-store.js'
import type { Claim } from '../dispatch/claims.js'
import { isUnitType } from '../dispatch/units/all.js'
import { RUN_TREE, treeName } from '../layout.js'

/** Usage of one request, or of a session without finer records. `from` and `to` are epoch milliseconds; `input`, `cached` and `output` are tokens. */
export interface Use {
  readonly client: string
  /** Identifies a request that is recorded repeatedly; null: each record is one request. */
  readonly id: string | null
  readonly from: number
  readonly to: number
  readonly session: string
  /** Name of the worktree; null: the project's own folder. */
  readonly tree: string | null
  readonly model: string | null
  readonly requests: number
  readonly input: number
  readonly cached: number
  readonly output: number
  /** US dollars; null if the client reports none. */
  readonly cost: number | null
  /** The unit, if the client reported it; otherwise it is found by tree, time and conversation. */
  readonly unit?: { readonly unitType: string; readonly unitId: string }
}

/** Returns usage that clients reported over a protocol, because they keep no records. */
export const reportedUses = (rows: readonly MetricRow[]): readonly Use[] =>
  rows.flatMap(({ told, at, id, client = '', model, unitType, unitId, tokens, cost }) =>
    told !== true || unitType === null || unitId === null
      ? []
      : {
          ...{ client, id, from: Date.parse(at), to: Date.parse(at), session: '', tree: null, model, requests: 1 },
          ...{ input: tokens ?? 0, cached: 0, output: 0, cost, unit: { unitType, unitId } },
        },
  )

export interface Span {
  readonly unitType: string
  readonly unitId: string
  readonly from: number
  readonly to: number
  readonly session: string | null
}

export const unitOf = ({ unitType, unitId }: Span): string => `${unitType} ${unitId}`

export function spansOf(
  rows: readonly MetricRow[],
  claims: readonly Pick<Claim, 'dispatchId' | 'unitType' | 'unitId' | 'at' | 'holder' | 'cuts'>[],
  now: number,
): readonly Span[] {
  const ended = rows.flatMap(({ at, since, minutes, unitType, unitId, session }): Span[] => {
    const to = Date.parse(at)
    const from = since !== undefined ? Date.parse(since) : minutes === null ? Number.NaN : to - minutes * 60_000
    if (unitType === null || unitId === null || Number.isNaN(to) || Number.isNaN(from)) return []
    return [{ unitType, unitId, from, to, session: textIn(session) }]
  })
  const endedIds = new Set(rows.filter(({ minutes }) => minutes !== null).map(({ dispatchId }) => dispatchId))
  const running = claims
    .filter(({ dispatchId }) => !endedIds.has(dispatchId))
    .map((claim): Span => {
      const { unitType, unitId, at } = claim
      return { unitType, unitId, from: Date.parse(at), to: now, session: textIn(conversationOf(claim)) }
    })
  return [...ended, ...running]
}

/** Returns the start of the earliest span; 0 without spans, so that all usage counts. */
export const startOf = (spans: readonly Span[]): number =>
  spans.reduce((first, { from }) => Math.min(first, from), spans[0]?.from ?? 0)

/** Claims and records are untrusted. */
const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The units of each use: one, several if ambiguous, none between units. */
type Work = (use: Use) => readonly Span[]

/** Finds units as reported, else by worktree, else by time and conversation. A conversation that no usage names is ignored. */
export function workOf(uses: readonly Use[], spans: readonly Span[]): Work {
  const recorded = new Set(uses.map(({ session }) => session))
  const inTree = new Map<string, Span[]>()
  for (const span of spans) for (const name of treesOf(span)) inTree.set(name, [...(inTree.get(name) ?? []), span])
  return (use) => {
    const { unit } = use
    if (unit !== undefined) return [spans.find(isOf(unit)) ?? { ...unit, from: 0, to: 0, session: null }]
    const own = use.tree === null ? [] : (inTree.get(use.tree) ?? unfinishedIn(use.tree))
    const found = spans.filter(({ from, to }) => from <= use.to && use.from <= to)
    // Merging a unit claims it again at the end, so a tree may have several spans.
    const owned = own.filter((span) => found.includes(span))
    if (own.length > 0) return owned.length > 0 ? owned : own.slice(-1)
    const mine = found.filter(({ session }) => session !== null && session === use.session)
    return mine.length > 0 ? mine : found.filter(({ session }) => session === null || !recorded.has(session))
  }
}

const isOf =
  (unit: Pick<Span, 'unitType' | 'unitId'>) =>
  ({ unitType, unitId }: Span): boolean =>
    unitType === unit.unitType && unitId === unit.unitId

/** Possible names of the unit's worktree: in an unattended run, or in a session. */
const treesOf = ({ unitType, unitId }: Span): readonly string[] => [
  `${RUN_TREE}${claimName(`${unitType}/${unitId}`)}`,
  treeName(unitId),
  treeName(`${unitType}/${unitId}`),
]

/** Returns a unit that is not merged yet, read from its tree's name: until the merge its claim exists only in that tree. */
function unfinishedIn(tree: string): readonly Span[] {
  const [, unitType = '', unitId = ''] = /^auto-([a-z-]+?)--(.+)$/.exec(tree) ?? []
  return isUnitType(unitType) ? [{ unitType, unitId, from: 0, to: 0, session: null }] : []
}

/** Deduplicates requests, which are recorded again as they continue or are resumed. The last record wins; those without tokens are dropped. */
export function distinct(uses: readonly Use[]): readonly Use[] {
  const byId = new Map(uses.map((use, index) => [use.id === null ? `#${index}` : `${use.client}\0${use.id}`, use]))
  return [...byId.values()].filter(({ input, cached, output }) => input + cached + output > 0)
}
