// The table of models: prices, context sizes, tiers and clients of each. The user's file overrides it.
import type { Model, ModelTable } from '../../ports.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'

export const TIERS = ['light', 'standard', 'heavy'] as const
export type Tier = (typeof TIERS)[number]

/** Without the provider prefix and the date or context suffix: `provider/name-20251101`, `name[1m]`. */
const plainModel = (model: string): string =>
  (model.toLowerCase().split('/').at(-1) as string)
    .replace(/\[.*\]$/, '')
    .replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')

export function modelNamed(name: string | null, { models }: ModelTable): Model | null {
  if (name === null) return null
  return models.find((one) => one.name === name) ?? models.find((one) => one.name === plainModel(name)) ?? null
}

const dear = ({ price }: Model): number => (price === null ? Number.POSITIVE_INFINITY : price.input + price.output)

/** Models of a client for this tier, cheapest first; without prices, the smaller tier first. */
export function serving(client: string, tier: Tier, { models }: ModelTable): readonly Model[] {
  const rank = (model: Model): number => (model.tier === null ? -1 : TIERS.indexOf(model.tier))
  const found = models.filter((one) => one.clients.includes(client) && rank(one) >= TIERS.indexOf(tier))
  return found.sort((a, b) => (dear(a) === dear(b) ? rank(a) - rank(b) : dear(a) - dear(b)))
}

const FORM = 'expected {"as_of": "…", "models": {"<name>": {"input": …, "cached": …, "output": …, "tier": …}}}'

/** The table with the user's file merged by field; a text if the file is invalid. */
export function tableWith(own: unknown, others: ModelTable): ModelTable | string {
  const said = isJsonObject(own) ? own['models'] : null
  if (!isJsonObject(own) || !isJsonObject(said)) return FORM
  const models = new Map(others.models.map((one) => [one.name, one]))
  for (const [name, given] of Object.entries(said)) {
    const known = models.get(name) ?? { name, tier: null, price: null, window: null, clients: [] }
    const model = isJsonObject(given) ? modelIn(given, known) : 'expected an object'
    if (typeof model === 'string') return `models.${name}: ${model}`
    models.set(name, model)
  }
  const asOf = typeof own['as_of'] === 'string' ? own['as_of'] : others.asOf
  return { asOf, models: [...models.values()] }
}

const PRICE = ['input', 'cached', 'output'] as const
const isAmount = (value: Json | undefined): value is number => typeof value === 'number' && value >= 0

function modelIn(given: JsonObject, known: Model): Model | string {
  const { tier = known.tier, window = known.window, clients = known.clients } = given
  const priced = PRICE.filter((field) => given[field] !== undefined)
  if (priced.length > 0 && !PRICE.every((field) => isAmount(given[field])))
    return 'expected "input", "cached" and "output" together, dollars for a million tokens'
  if (tier !== null && !(TIERS as readonly unknown[]).includes(tier)) return `"tier" is one of ${TIERS.join(', ')}`
  if (window !== null && !isAmount(window)) return '"window" is a number of tokens'
  if (!Array.isArray(clients) || clients.some((one) => typeof one !== 'string')) return '"clients" is a list of clients'
  const price = priced.length === 0 ? known.price : (Object.fromEntries(PRICE.map((of) => [of, given[of]])) as unknown)
  return { ...known, tier, window, clients, price } as Model
}
