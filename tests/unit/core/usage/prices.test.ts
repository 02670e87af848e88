// What tokens cost: which price a model has, what is known of no price, and a person's own prices.
import { describe, expect, it } from 'vitest'
import { costOf, priceOf, pricesWith } from '../../../../lib/core/usage/prices.js'
import type { Use } from '../../../../lib/core/usage/use.js'
import { SHIPPED_PRICES } from '../../../../lib/runtimes/list-prices.js'

const use = (more: Partial<Use>): Use => ({
  ...{ client: 'c', id: null, from: 0, to: 0, session: '', tree: null, model: 'claude-opus-4-5', requests: 1 },
  ...{ input: 1_000_000, cached: 1_000_000, output: 1_000_000, cost: null },
  ...more,
})

describe('a model', () => {
  it.each([
    ['claude-opus-4-5', 25],
    ['claude-opus-4-5-20251101', 25],
    ['anthropic/claude-opus-4-5', 25],
    ['claude-opus-5-5[1m]', 20],
    ['gpt-5.1-codex', 10],
  ])('%s has a price', (model, output) => {
    expect(priceOf(model, SHIPPED_PRICES)?.output).toBe(output)
  })

  it.each(['claude-opus', 'claude-opus-4-5-turbo', 'my-claude-opus-4-5', 'constructor', '', null])(
    '%s has none, and none is guessed',
    (model) => expect(priceOf(model, SHIPPED_PRICES)).toBe(null),
  )
})

describe('a cost', () => {
  it('is what was read anew, read from a cache and written, each at its price', () => {
    expect(costOf([use({}), use({ input: 0, output: 0 })], SHIPPED_PRICES)).toEqual({ dollars: 31, unpriced: [] })
  })

  it('is what the client counted, where it counts', () => {
    expect(costOf([use({ cost: 2, model: 'mine' })], SHIPPED_PRICES)).toEqual({ dollars: 2, unpriced: [] })
  })

  it('names the models without a price and is that of the others', () => {
    const uses = [use({}), use({ model: 'mine' }), use({ model: null }), use({ model: 'mine' })]
    expect(costOf(uses, SHIPPED_PRICES)).toEqual({ dollars: 30.5, unpriced: ['mine', null] })
  })
})

describe("a person's own prices", () => {
  it('stand over those of the pack, and say their day', () => {
    const mine = pricesWith(
      { as_of: '2027-01-01', models: { mine: { input: 1, cached: 0, output: 2 } } },
      SHIPPED_PRICES,
    )
    if (typeof mine === 'string') throw new Error(mine)
    expect([mine.asOf, priceOf('mine', mine)?.output, priceOf('claude-opus-4-5', mine)?.output]).toEqual([
      '2027-01-01',
      2,
      25,
    ])
  })

  it.each([
    [null, 'models'],
    [[], 'models'],
    [{ models: { mine: { input: 1 } } }, 'models.mine'],
    [{ models: { mine: { input: -1, cached: 0, output: 2 } } }, 'models.mine'],
  ])('%j is told what is wrong', (own, said) => expect(pricesWith(own, SHIPPED_PRICES)).toContain(said))
})
