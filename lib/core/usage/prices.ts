// Costs of tokens by the table of models. Without a price there is no cost: none is guessed.
import type { ModelTable } from '../../ports.js'
import { modelNamed } from '../project/model-table.js'
import type { Use } from './use.js'

export interface Cost {
  readonly dollars: number
  /** Models without a known price; `null` for requests that name no model. */
  readonly unpriced: readonly (string | null)[]
}

/** A client's own count wins. */
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
