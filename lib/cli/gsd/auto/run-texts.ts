// Messages of all runs: how they end, what sessions may do, and their usage.
import { dollars } from '../../../core/auto/budget.js'
import type { End } from '../../../core/auto/decide.js'
import type { Permission } from '../../../runtimes/runtime.js'
import type { GsdExit } from '../world.js'
import { knownUsage, type Run } from './run.js'

export const EXITS: Readonly<Record<End, GsdExit>> = { done: 0, person: 4, budget: 5, stuck: 6, failed: 7, asked: 130 }

export const PERMITTED: Readonly<Record<Permission, string>> = {
  client: 'its own settings',
  edits: 'changing files without asking',
  all: 'everything without asking',
}

export function usedText(run: Run): string {
  const { tokens, cost } = knownUsage(run)
  const { unknownUsage } = run.driver
  const more = (run.used?.unpriced ?? []).length > 0 ? ' and more' : ''
  const parts = [
    tokens === null ? null : `${tokens.toLocaleString('en')} tokens`,
    cost === null ? null : `${dollars(cost)}${more} at list prices of ${run.models.asOf}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? `; ${unknownUsage.tokens}` : `, ${parts.join(', ')}`
}
