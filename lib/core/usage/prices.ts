// What tokens cost: list prices of models, which a person lays their own over, and the sum over what was used. A model without a price has no cost: none is guessed.
import { isJsonObject } from '../../std/json.js'
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

const price = (input: number, cached: number, output: number): Price => ({ input, cached, output })
const several = (names: readonly string[], of: Price) => Object.fromEntries(names.map((name) => [name, of]))

/** Where long prompts cost more, those of short ones, but for the smallest models: there the price of long ones. */
export const SHIPPED_PRICES: Prices = {
  asOf: '2026-10-24',
  models: {
    'claude-fable-5-1': price(10, 0.25, 50),
    'claude-fable-5': price(10, 1, 50),
    'claude-opus-5-5': price(4, 0.2, 20),
    ...several(
      ['claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-7', 'claude-opus-4-6', 'claude-opus-4-5'],
      price(5, 0.5, 25),
    ),
    ...several(['claude-opus-4-1', 'claude-opus-4'], price(15, 1.5, 75)),
    'claude-sonnet-5-5': price(2, 0.1, 10),
    'claude-sonnet-5': price(2, 0.2, 10),
    ...several(['claude-sonnet-4-6', 'claude-sonnet-4-5', 'claude-sonnet-4'], price(3, 0.3, 15)),
    'claude-haiku-5-5': price(0.5, 0.05, 2.5),
    'claude-haiku-4-5': price(1, 0.1, 5),
    'gpt-6.1-sol': price(2, 0.1, 10),
    'gpt-6-sol': price(2, 0.2, 10),
    'gpt-6-luna': price(0.1, 0.01, 0.5),
    'gpt-5.6-terra': price(2, 0.2, 12),
    'gpt-5.6-luna': price(0.2, 0.02, 1.2),
    ...several(['gpt-5.1', 'gpt-5', 'gpt-5.1-codex', 'gpt-5.1-codex-max', 'gpt-5-codex'], price(1.25, 0.125, 10)),
    ...several(['gpt-5-mini', 'gpt-5.1-codex-mini'], price(0.25, 0.025, 2)),
    'gemini-4-neon': price(3, 0.15, 15),
    'gemini-4-hydrogen': price(1.5, 0.075, 7.5),
    'gemini-2.5-pro': price(1.25, 0.125, 10),
    'gemini-2.5-flash': price(0.3, 0.03, 2.5),
  },
}

/** Without the provider in front, and the day or the size of the context behind: `anthropic/claude-opus-4-5-20251101`, `claude-opus-5-5[1m]`. */
const plain = (model: string): string =>
  (model.toLowerCase().split('/').at(-1) as string)
    .replace(/\[.*\]$/, '')
    .replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')

export function priceOf(model: string | null, { models }: Prices): Price | null {
  const found = model === null ? [] : [model, plain(model)].filter((name) => Object.hasOwn(models, name))
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

/** A person's own prices over those of the pack; a text where something of them cannot be used. */
export function pricesWith(own: unknown): Prices | string {
  const models = isJsonObject(own) ? own['models'] : null
  if (!isJsonObject(own) || models == null || !isJsonObject(models)) return 'expected {"as_of": "…", "models": {…}}'
  for (const [name, given] of Object.entries(models)) {
    const isWhole =
      isJsonObject(given) && FIELDS.every((field) => typeof given[field] === 'number' && given[field] >= 0)
    if (!isWhole) return `models.${name}: expected {"input": …, "cached": …, "output": …}, dollars for a million tokens`
  }
  const asOf = typeof own['as_of'] === 'string' ? own['as_of'] : SHIPPED_PRICES.asOf
  return { asOf, models: { ...SHIPPED_PRICES.models, ...(models as unknown as Prices['models']) } }
}
