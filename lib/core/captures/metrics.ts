// What units cost: rows of a log in the runtime folder, and the budget over them. A cost that nobody reported is not taken for zero.

import { grouped } from '../../std/grouped.js'
import type { Asked } from '../dispatch/asked.js'
import type { Claim } from '../dispatch/claims.js'
import { unitType } from '../dispatch/units/all.js'
import { readLog } from '../history/journal.js'
import { RUNTIME_FOLDER } from '../layout.js'
import type { View } from '../view.js'

export const METRICS_PATH = `${RUNTIME_FOLDER}/metrics.jsonl`

export interface MetricRow {
  readonly kind: 'metric'
  readonly at: string
  /** Tells two reports of one event apart; null where the reporter has none. */
  readonly id: string | null
  /** The attempt it belongs to; null: none was under way. */
  readonly dispatchId: string | null
  readonly unitType: string | null
  readonly unitId: string | null
  readonly agent: string | null
  readonly model: string | null
  readonly tokens: number | null
  /** US dollars. */
  readonly cost: number | null
  readonly minutes: number | null
  /** Of a unit that has ended: when it was claimed, by which conversation (null: nobody can tell, or several), and on what that was started. Of a session that was started for one: when. */
  readonly since?: string
  readonly session?: string | null
  readonly asked?: Asked
  /** Failures for which its finish was refused. */
  readonly refused?: number
  /** What a session used: title of its client. The last row with an id counts, as a session goes on. */
  readonly client?: string
  /** The client told it over its protocol: it counts where the client's own records tell nothing of the unit. */
  readonly told?: true
}

const isRow = (payload: unknown): payload is MetricRow =>
  typeof payload === 'object' && payload !== null && (payload as { kind?: unknown }).kind === 'metric'

/** Rows that were written whole; a torn end or a damaged line costs only itself. */
export function readMetrics(view: View): readonly MetricRow[] {
  const text = view.source(METRICS_PATH)?.text
  return text == null
    ? []
    : standing(readLog(text, view.digest).lines.flatMap(({ payload }) => (isRow(payload) ? [payload] : [])))
}

function standing(rows: readonly MetricRow[]): readonly MetricRow[] {
  const last = new Map(rows.map((row, index) => [row.client === undefined ? index : row.id, row]))
  const recorded = new Set([...last.values()].filter(({ told }) => told !== true).map(ofClient))
  return [...last.values()].filter((row) => row.told !== true || !recorded.has(ofClient(row)))
}

const ofClient = (row: MetricRow): string => `${row.client ?? ''}\0${attemptOf(row)}`

/** Null where the client does not name it, and where another one may have taken the unit up. */
export const conversationOf = ({ holder, cuts }: Pick<Claim, 'holder' | 'cuts'>): string | null =>
  cuts === undefined ? (holder?.session ?? null) : null

/** The row of a unit that has ended: how long it took is all the CLI knows by itself. */
export function metricOf(claim: Claim, now: number): MetricRow {
  const minutes = (now - Date.parse(claim.at)) / 60_000
  const { agent, workflow } = unitType(claim.unitType)
  return {
    kind: 'metric',
    at: new Date(now).toISOString(),
    id: null,
    dispatchId: claim.dispatchId,
    unitType: claim.unitType,
    unitId: claim.unitId,
    agent,
    model: null,
    // What the CLI does alone asks no model.
    ...(agent === null && workflow === null ? { tokens: 0, cost: 0 } : { tokens: null, cost: null }),
    minutes: Number.isFinite(minutes) && minutes >= 0 ? Math.round(minutes * 10) / 10 : null,
    since: claim.at,
    session: conversationOf(claim),
    ...(claim.asked === undefined ? {} : { asked: claim.asked }),
    ...(claim.failures === undefined ? {} : { refused: claim.failures.length }),
  }
}

export type Measure = 'tokens' | 'cost' | 'minutes'

/** Rows of one unit belong together, whoever reported them. */
export const attemptOf = ({ at, unitType: type, unitId }: MetricRow): string =>
  type === null ? `?${at}` : `${type}/${unitId}`

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Sum of a measure over attempts, and for how many of them it is not known. */
export function summed(
  attempts: readonly (readonly MetricRow[])[],
  measure: Measure,
): { known: number; missing: number } {
  let known = 0
  let missing = 0
  for (const rows of attempts) {
    const values = rows.flatMap((row) => row[measure] ?? [])
    // Of one of its models nobody knows the price.
    const isOpen = measure === 'cost' && rows.some(({ client, cost }) => client !== undefined && cost === null)
    if (values.length === 0 || isOpen) missing++
    known += values.reduce((a, b) => a + b, 0)
  }
  return { known: rounded(known), missing }
}

export interface Budget {
  /** A ceiling is set, and either every cost is known or what is known has passed it. */
  readonly enforceable: boolean
  readonly spent: number | null
  readonly ceiling: number | null
  readonly level: string | null
  readonly action: 'none' | 'warn' | 'pause'
  readonly reason: string
  /** Units whose cost nobody reported. */
  readonly missing: number
  /** What is known to be spent. */
  readonly known: number
}

const LEVELS = [100, 90, 80, 75] as const

/** What is spent against the ceiling. Costs that nobody reported are not taken for zero: they only can make it more. */
export function judgeBudget(rows: readonly MetricRow[], ceiling: number | null, enforcement: string): Budget {
  const attempts = [...grouped(rows, attemptOf).values()]
  const { known, missing } = summed(attempts, 'cost')
  const spent = missing === 0 ? known : null
  const base = { spent, ceiling, missing, known }
  if (ceiling === null) return { ...base, enforceable: false, level: null, action: 'none', reason: 'no ceiling is set' }
  const share = ceiling === 0 ? 100 : (known / ceiling) * 100
  const level = LEVELS.find((step) => share >= step)
  const over = share >= 100
  if (spent === null && !over)
    return {
      ...base,
      enforceable: false,
      level: null,
      action: 'none',
      reason: `not enforceable: ${missing} of ${attempts.length} units reported no cost`,
    }
  const action = !over ? (level === undefined ? 'none' : 'warn') : enforcement === 'warn' ? 'warn' : 'pause'
  const more = missing === 0 ? '' : `, and ${missing} units reported no cost`
  const reason = `${known} of ${ceiling} is spent${more}`
  return { ...base, enforceable: true, level: level === undefined ? null : `${level}%`, action, reason }
}
