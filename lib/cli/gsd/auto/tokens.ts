// A run's usage and cost, from its sessions' reports or the client's records in the user's home folder.
import { type Cost, costOf, usageSum } from '../../../core/usage/usage-report.js'
import { distinct, type Use } from '../../../core/usage/use.js'
import type { ModelTable } from '../../../ports.js'
import { usesIn } from '../usage/client-records.js'
import type { World } from '../world.js'
import type { Client } from './client.js'

export const whyUsageUnknown = ({ row: { title, records } }: Client): string | null =>
  typeof records === 'string' ? `${title} ${records}` : null

export interface Used extends Cost {
  readonly tokens: number
}

export function usedIn(uses: readonly Use[], models: ModelTable): Used {
  const { input, output } = usageSum(uses)
  return { tokens: input + output, ...costOf(uses, models) }
}

/** Returns the usage of sessions in the folder and its worktrees after `since`, in milliseconds since the epoch. */
export const recordedSince = (since: number, folder: string, { id }: Client, world: World): readonly Use[] =>
  distinct(usesIn(folder, since, { ...world, project: folder }, [id]).uses)
