// Spending limits of a run. Pure.
import { counted } from '../../std/text.js'

/** Limits of a run; null means no limit. */
export interface Ceilings {
  readonly sessions: number
  readonly minutes: number
  readonly tokens: number | null
  /** US dollars. */
  readonly cost: number | null
}

export type Spent = { readonly [Measure in keyof Ceilings]: number }

const MEASURES: { readonly [Measure in keyof Ceilings]: { readonly flag: string; text(spent: number): string } } = {
  sessions: {
    flag: '--max-sessions',
    text: (spent) => `${counted(spent, 'session')} ${spent === 1 ? 'was' : 'were'} run`,
  },
  minutes: { flag: '--minutes', text: (spent) => `${Math.floor(spent)} minutes have passed` },
  tokens: { flag: '--max-tokens', text: (spent) => `${spent.toLocaleString('en')} tokens were used` },
  cost: { flag: '--max-cost', text: (spent) => `${dollars(spent)} was spent` },
}
const MEASURE_NAMES = Object.keys(MEASURES) as readonly (keyof Ceilings)[]

export const dollars = (value: number): string => `$${value.toFixed(2)}`

export function reachedLimit(
  spent: Spent,
  ceilings: Ceilings,
): { readonly reason: string; readonly fix: string } | null {
  const found = MEASURE_NAMES.find((name) => spent[name] >= (ceilings[name] ?? Number.POSITIVE_INFINITY))
  if (found === undefined) return null
  const { flag, text } = MEASURES[found]
  return {
    reason: `${text(spent[found])}: the limit is reached`,
    fix: `run gsd auto again, with a higher ${flag} if needed`,
  }
}
