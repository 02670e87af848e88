// Prices of tokens: the row of a model, unknown models, and the user's own rows.
import { describe, expect, it } from 'vitest'
import { modelNamed, modelsFor, tableWith } from '../../../../lib/core/project/models.js'
import { costOf } from '../../../../lib/core/usage/usage-report.js'
import type { Use } from '../../../../lib/core/usage/use.js'
import type { ModelTable } from '../../../../lib/ports.js'
import { isRuntimeId } from '../../../../lib/runtimes/all.js'
import { SHIPPED_MODELS } from '../../../../lib/runtimes/models.js'

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
    expect(modelNamed(model, SHIPPED_MODELS)?.price?.output).toBe(output)
  })

  it.each(['claude-opus', 'claude-opus-4-5-turbo', 'my-claude-opus-4-5', 'constructor', '', null])(
    '%s has no price, and none is guessed',
    (model) => expect(modelNamed(model, SHIPPED_MODELS)).toBe(null),
  )

  it('has one row in the table, with known clients', () => {
    const names = SHIPPED_MODELS.models.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    expect(SHIPPED_MODELS.models.flatMap(({ clients }) => clients).filter((id) => !isRuntimeId(id))).toEqual([])
  })
})

describe('a cost', () => {
  it('is the sum of input, cached and output tokens at their prices', () => {
    expect(costOf([use({}), use({ input: 0, output: 0 })], SHIPPED_MODELS)).toEqual({ dollars: 31, unpriced: [] })
  })

  it('is that of the client, if it reports one', () => {
    expect(costOf([use({ cost: 2, model: 'mine' })], SHIPPED_MODELS)).toEqual({ dollars: 2, unpriced: [] })
  })

  it('excludes models without a price, which are named', () => {
    const uses = [use({}), use({ model: 'mine' }), use({ model: null }), use({ model: 'mine' })]
    expect(costOf(uses, SHIPPED_MODELS)).toEqual({ dollars: 30.5, unpriced: ['mine', null] })
  })
})

describe("the user's own rows", () => {
  const tableOf = (models: object, more: object = {}): ModelTable => {
    const table = tableWith({ ...more, models }, SHIPPED_MODELS)
    if (typeof table === 'string') throw new Error(table)
    return table
  }

  it('are added to those of the pack, and give their date', () => {
    const mine = tableOf({ mine: { input: 1, cached: 0, output: 2 } }, { as_of: '2027-01-01' })
    const output = (name: string) => modelNamed(name, mine)?.price?.output
    expect([mine.asOf, output('mine'), output('claude-opus-4-5')]).toEqual(['2027-01-01', 2, 25])
  })

  it('change only the fields they name, and determine the choice of models', () => {
    const names = (table: ModelTable) => modelsFor('claude', 'standard', table).map(({ name }) => name)
    expect(names(SHIPPED_MODELS)).toEqual(['sonnet', 'opus'])
    const haiku = tableOf({ haiku: { tier: 'standard' } })
    expect([names(haiku), modelNamed('haiku', haiku)?.window]).toEqual([['haiku', 'sonnet', 'opus'], 1_000_000])
    expect(names(tableOf({ opus: { input: 0, cached: 0, output: 0 } }))).toEqual(['opus', 'sonnet'])
    expect(names(tableOf({ sonnet: { clients: [] } }))).toEqual(['opus'])
  })

  it.each([
    [null, 'models'],
    [[], 'models'],
    [{ models: { mine: { input: 1 } } }, 'models.mine'],
    [{ models: { mine: { input: -1, cached: 0, output: 2 } } }, 'models.mine'],
    [{ models: { mine: { tier: 'huge' } } }, 'light, standard, heavy'],
    [{ models: { mine: { window: 'large' } } }, 'tokens'],
    [{ models: { mine: { clients: 'claude' } } }, 'list of clients'],
    [{ models: { mine: 1 } }, 'models.mine'],
  ])('%j is reported as invalid', (own, problem) => expect(tableWith(own, SHIPPED_MODELS)).toContain(problem))
})
