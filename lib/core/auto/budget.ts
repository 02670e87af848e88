// Spending limits of a run: ceilings, usage, and the share of one unit. Pure.
import { counted } from '../../std/text.js'

/** Null: no limit. */
export interface Ceilings {
  readonly sessions: number
  readonly minutes: number
  readonly tokens: number | null
  /** US dollars. */
  readonly cost: number | null
}

/** Usage of a run, or of one of its units. */
export type Spent = { readonly [Measure in keyof Ceilings]: number }

const MEASURES: { readonly [Measure in keyof Ceilings]: { readonly flag: string; said(spent: number): string } } = {
  sessions: {
    flag: '--max-sessions',
    said: (spent) => `${counted(spent, 'session')} ${spent === 1 ? 'was' : 'were'} run`,
  },
  minutes: { flag: '--minutes', said: (spent) => `${Math.floor(spent)} minutes passed` },
  tokens: { flag: '--max-tokens', said: (spent) => `${spent.toLocaleString('en')} tokens used` },
  cost: { flag: '--max-cost', said: (spent) => `${dollars(spent)} spent` },
}
const NAMES = Object.keys(MEASURES) as readonly (keyof Ceilings)[]

export const dollars = (value: number): string => `$${value.toFixed(2)}`

/** Limits per unit: 10 sessions, and half of the tokens or costs of a run. A unit that needs more makes no progress. */
const OF_ONE_UNIT = { sessions: 10, share: 0.5 } as const
const SHARED = ['tokens', 'cost'] as const

export interface Over {
  readonly reason: string
  readonly fix: string
}

/** The first exceeded ceiling. */
export function overBudget(spent: Spent, ceilings: Ceilings): Over | null {
  const found = NAMES.find((name) => spent[name] >= (ceilings[name] ?? Number.POSITIVE_INFINITY))
  return found === undefined
    ? null
    : {
        reason: `${MEASURES[found].said(spent[found])}: the limit is reached`,
        fix: `gsd auto, or with a higher ${MEASURES[found].flag}`,
      }
}

/** Why a unit gets no further session, by the usage of its sessions so far. */
export function overUnit(unit: string, spent: Spent, ceilings: Ceilings): Over | null {
  const fix = 'read the logs of its sessions, then run gsd auto again'
  if (spent.sessions >= OF_ONE_UNIT.sessions) return { reason: `${unit} took ${spent.sessions} sessions`, fix }
  const found = SHARED.find((name) => spent[name] >= (ceilings[name] ?? Number.POSITIVE_INFINITY) * OF_ONE_UNIT.share)
  return found === undefined
    ? null
    : { reason: `${unit} alone used half of the limit: ${MEASURES[found].said(spent[found])}`, fix }
}

/** The largest used share, in percent. */
export const percentSpent = (spent: Spent, ceilings: Ceilings): number =>
  Math.floor(Math.max(...NAMES.map((name) => (100 * spent[name]) / (ceilings[name] ?? Number.POSITIVE_INFINITY))))
