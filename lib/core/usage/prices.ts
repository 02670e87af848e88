// What tokens cost: list prices of models, which a person lays their own over, and the sum over what was used. A model without a price has no cost: none is guessed.
import { isJsonObject } from '../../std/json.js'
import { plainModel } from './model-names.js'
import type { Use } from './use.js'

/** US dollars for a million tokens: read anew (those that go into a cache among them), read from a cache, written. */
export interface Price {
  readonly input: number
  readonly cached: number
  readonly output: number
}

export interface Prices {
  /** Day at which the providers listed them. */
  readonly asOf: string
  readonly models: Readonly<Record<string, Price>>
}

export function priceOf(model: string | null, { models }: Prices): Price | null {
  const found = model === null ? [] : [model, plainModel(model)].filter((name) => Object.hasOwn(models, name))
  return found[0] === undefined ? null : (models[found[0]] as Price)
}

export interface Cost {
  readonly dollars: number
  /** Models that nobody knows the price of; `null` stands for those of requests that name none. */
  readonly unpriced: readonly (string | null)[]
}

/** What a client counts itself counts. */
export function costOf(uses: readonly Use[], prices: Prices): Cost {
  let dollars = 0
  const unpriced = new Set<string | null>()
  for (const { model, input, cached, output, cost } of uses) {
    const found = priceOf(model, prices)
    if (cost !== null) dollars += cost
    else if (found === null) unpriced.add(model)
    else dollars += (input * found.input + cached * found.cached + output * found.output) / 1_000_000
  }
  return { dollars, unpriced: [...unpriced] }
}

const FIELDS = ['input', 'cached', 'output'] as const

/** A person's own prices over others; a text where something of them cannot be used. */
export function pricesWith(own: unknown, others: Prices): Prices | string {
  const models = isJsonObject(own) ? own['models'] : null
  if (!isJsonObject(own) || models == null || !isJsonObject(models)) return 'expected {"as_of": "…", "models": {…}}'
  for (const [name, given] of Object.entries(models)) {
    const isWhole =
      isJsonObject(given) && FIELDS.every((field) => typeof given[field] === 'number' && given[field] >= 0)
    if (!isWhole) return `models.${name}: expected {"input": …, "cached": …, "output": …}, dollars for a million tokens`
  }
  const asOf = typeof own['as_of'] === 'string' ? own['as_of'] : others.asOf
  return { asOf, models: { ...others.models, ...(models as unknown as Prices['models']) } }
}
