// order set, show, drop: what the user asked for, kept until it is fulfilled.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { dropOrder, isFulfilled, placeOrder, readOrder, readScope, scopeText, wordsOver } from '../../core/order.js'
import { Staging } from '../../core/writing/staging.js'
import { bool, orNull, record, text } from '../../std/shape.js'
import { mutation, query } from '../verb.js'

const shape = record({
  words: orNull(text('As the user said it; null: there is no order')),
  scope: orNull(text('all, or the phases')),
  given: orNull(text()),
  fulfilled: bool('Every phase it is about is done'),
})

export const orderSet = mutation({
  name: 'order.set',
  about: 'Keep what the user asked for, in their words, on top of what is not done yet',
  args: {
    words: { type: 'text', positional: true, required: true, about: "The user's words, word for word" },
    scope: { type: 'text', about: 'How far it reaches: all, or phases such as 1-2; default: all' },
  },
  reads: [...FACT_READS, 'order'],
  writes: ['order', 'ledger'],
  result: shape,
  run({ words, scope: given }, view) {
    const scope = readScope(given ?? 'all')
    const none = { words: null, scope: null, given: null, fulfilled: false }
    if (words.trim() === '' || scope === null)
      return {
        result: none,
        error: {
          code: 'USAGE',
          message:
            scope === null
              ? `--scope takes all, or phases such as 1, 1-2 or 2,4; got "${given}"`
              : 'expected the words of the user, received none',
          fix: 'gsd-tools order set "<words>" --scope 1-2',
        } as const,
        edits: [],
      }
    const staging = new Staging(view)
    const order = readOrder(view)
    const standing = order?.isOurs === true && !isFulfilled(order, derive(view)) ? order : null
    const kept = wordsOver(words, standing)
    placeOrder(staging, kept, scope)
    return {
      result: { words: kept, scope: scopeText(scope), given: view.clock.today(), fulfilled: false },
      edits: staging.edits(),
    }
  },
})

export const orderShow = query({
  name: 'order.show',
  about: 'What the user asked for, and whether it is fulfilled',
  args: {},
  reads: [...FACT_READS, 'order'],
  result: shape,
  run(_, view) {
    const order = readOrder(view)
    if (order === null) return { result: { words: null, scope: null, given: null, fulfilled: false } }
    const { words, scope, given } = order
    return { result: { words, scope: scopeText(scope), given, fulfilled: isFulfilled(order, derive(view)) } }
  },
})

export const orderDrop = mutation({
  name: 'order.drop',
  about: 'Forget what the user asked for: they changed their mind',
  args: {},
  reads: [...FACT_READS, 'order'],
  writes: ['order', 'ledger'],
  result: record({ dropped: bool() }),
  run(_, view) {
    const staging = new Staging(view)
    const isThere = view.source(view.at('ORDER.md')) !== null
    if (isThere) dropOrder(staging)
    return { result: { dropped: isThere }, edits: staging.edits() }
  },
})
