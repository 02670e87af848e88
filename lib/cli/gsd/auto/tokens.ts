// What a run has used, by what its client wrote down in the person's home since it began, and what that costs.
import { type Cost, costOf } from '../../../core/usage/prices.js'
import { usageSum } from '../../../core/usage/usage-report.js'
import { distinct, type Use } from '../../../core/usage/use.js'
import type { ModelTable } from '../../../ports.js'
import { RECORDS } from '../../../runtimes/records/all.js'
import { usesIn } from '../usage/found.js'
import type { World } from '../world.js'
import type { Client } from './client.js'

/** Why nobody can say what the client used; null where its records tell. */
export function whyUntold({ id, row }: Client): string | null {
  const records = RECORDS[id]
  return typeof records === 'string' ? `${row.title} ${records}` : null
}

export interface Used extends Cost {
  readonly tokens: number
}

/** Tokens read anew and written, and what they cost. */
export function usedIn(uses: readonly Use[], models: ModelTable): Used {
  const { input, output } = usageSum(uses)
  return { tokens: input + output, ...costOf(uses, models) }
}

/** By sessions in the folder since then (milliseconds of the epoch), those of work trees in it among them. */
export const recordedSince = (since: number, folder: string, { id }: Client, world: World): readonly Use[] =>
  distinct(usesIn(folder, since, { ...world, project: folder }, [id]).uses)
