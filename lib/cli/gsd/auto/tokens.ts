// What a run has used, by what its client wrote down in the person's home since it began, and what that costs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cost, costOf, type Prices, pricesWith } from '../../../core/usage/prices.js'
import { usageSum } from '../../../core/usage/usage-report.js'
import { distinct } from '../../../core/usage/use.js'
import { GsdError } from '../../../errors.js'
import { personalFolderOf } from '../../../node/home.js'
import { SHIPPED_PRICES } from '../../../runtimes/list-prices.js'
import { RECORDS } from '../../../runtimes/records/all.js'
import { parseJson } from '../../../std/json.js'
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

/** Tokens read anew and written by sessions in the folder since then (milliseconds of the epoch), those of work trees in it among them. */
export function usedSince(since: number, folder: string, { id }: Client, world: World, prices: Prices): Used {
  const uses = distinct(usesIn(folder, since, { ...world, project: folder }, [id]).uses)
  const { input, output } = usageSum(uses)
  return { tokens: input + output, ...costOf(uses, prices) }
}

/** Prices of the pack with the person's own over them. */
export function pricesFor({ env, home }: World): Prices {
  const path = join(
    personalFolderOf(env, () => home),
    'prices.json',
  )
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return SHIPPED_PRICES
  }
  const found = readIn(text)
  if (typeof found !== 'string') return found
  throw new GsdError({
    code: 'BAD_DATA',
    message: `${path}: ${found}`,
    fix: 'correct it; docs/how-to/auto.md shows its form',
  })
}

function readIn(text: string): Prices | string {
  try {
    return pricesWith(parseJson(text), SHIPPED_PRICES)
  } catch (error) {
    return `it is no JSON: ${(error as Error).message}`
  }
}
