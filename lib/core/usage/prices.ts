// What the tokens of requests cost by the table of models. A model without a price has no cost: none is guessed.
import type { ModelTable } from '../../ports.js'
import { modelNamed } from '../project/model-table.js'
import type { Use } from './use.js'

export interface Cost {
  readonly dollars: number
  /** Models that nobody knows the price of; `null` stands for those of requests that name none. */
  readonly unpriced: readonly (string | null)[]
}

/** What a client counts itself counts. */
export function costOf(uses: readonly Use[], table: ModelTable): Cost {
  let dollars = 0
  const unpriced = new Set<string | null>()
  for (const { model, input, cached, output, cost } of uses) {
    const price = modelNamed(model, table)?.price ?? null
    if (cost !== null) dollars += cost
    else if (price === null) unpriced.add(model)
    else dollars += (input * price.input + cached * price.cached + output * price.output) / 1_000_000
  }
  return { dollars, unpriced: [...unpriced] }
}
