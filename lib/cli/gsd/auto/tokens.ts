// What a run has used, by what its client wrote down in the person's home since it began.

import { usageSum } from '../../../core/usage/usage-report.js'
import { distinct } from '../../../core/usage/use.js'
import { RECORDS } from '../../../runtimes/records/all.js'
import { usesIn } from '../usage/found.js'
import type { World } from '../world.js'
import type { Client } from './client.js'

/** Why nobody can say what the client used; null where its records tell. */
export function whyUntold({ id, row }: Client): string | null {
  const records = RECORDS[id]
  return typeof records === 'string' ? `${row.title} ${records}` : null
}

/** Tokens read anew and written by sessions in the project since then (milliseconds of the epoch), those of its work trees among them. */
export function tokensSince(since: number, project: string, { id }: Client, world: World): number {
  const { uses } = usesIn(project, since, { ...world, project }, [id])
  const { input, output } = usageSum(distinct(uses))
  return input + output
}
