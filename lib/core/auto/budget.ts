// Spending limits of a run. Pure.
import { counted } from '../../std/text.js'

/** Null: no limit. */
export interface Ceilings {
  readonly sessions: number
  readonly minutes: number
  readonly tokens: number | null
  /** US dollars. */
  readonly cost: number | null
}

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

export function overBudget(spent: Spent, ceilings: Ceilings): { readonly reason: string; readonly fix: string } | null {
  const found = NAMES.find((name) => spent[name] >= (ceilings[name] ?? Number.POSITIVE_INFINITY))
  if (found === undefined) return null
  const { flag, said } = MEASURES[found]
  return { reason: `${said(spent[found])}: the limit is reached`, fix: `gsd auto, or with a higher ${flag}` }
}
