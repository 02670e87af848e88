// order: the user's request, kept until it is fulfilled.
import { derive } from '../../core/derivation/derive.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import {
  dropOrder,
  isFulfilled,
  isWanted,
  placeOrder,
  readOrder,
  readScope,
  scopeText,
  typedWords,
  wordsOver,
} from '../../core/order.js'
import { arg, verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { usageError } from '../../errors.js'
import { bool, orNull, record, text } from '../../std/shape.js'
import { TYPED } from '../arguments.js'
import { moreWork, NO_ORDER } from './more-work.js'

/** Words that look like subcommands are not a request. */
const NO_WORDS = ['show', 'set', 'drop', 'list', 'get']

export const order = verb('order', {
  about: "Show the user's order, or add the given words to it",
  args: {
    words: arg.text("The user's exact words", { positional: true }),
    scope: arg.text(
      'Scope: all, none, or phases such as 1-2; default: all. Without words: the scope of words recorded by a hook',
    ),
    typed: TYPED,
    title: arg.text('Title of the phase to add for it, if every phase is done'),
    criteria: arg.list('With --title: criteria the user can try, each in quotes', { greedy: true }),
    drop: arg.flag('Drop the order'),
  },
  reads: POSITION_READS,
  writes: ['order', 'ledger', 'roadmap', 'requirements', 'state', 'plan', 'draft', 'other'],
  onlyLooks: ({ words, scope, typed, title, drop }) =>
    [words, scope, typed, title].every((one) => one === undefined) && !drop,
  result: record({
    words: orNull(text("In the user's words; null without an order")),
    scope: orNull(text('all, or the phases')),
    given: orNull(text()),
    fulfilled: bool('Every phase in its scope is done'),
  }),
  run({ view }, { words: said, scope: given, typed, title, criteria, drop }) {
    if (title !== undefined) return moreWork(view, title, criteria, said)
    const isMeant = (given !== undefined || typed !== undefined) && !drop
    const words = said ?? (isMeant ? (typedWords(view) ?? '') : undefined)
    const scope = readScope(given ?? 'all')
    const refuse = (message: string) => {
      return { result: NO_ORDER, error: usageError(message, 'gsd-tools order "<words>" --scope 1-2') }
    }
    const received = drop ? 'both' : said === undefined ? 'only a scope, and no hook recorded words' : 'none'
    if (words?.trim() === '' || (words !== undefined && drop))
      return refuse(`expected the words of the user or --drop, received ${received}`)
    const show = 'without words the order is shown, --drop drops it'
    if (NO_WORDS.includes(words?.trim() ?? ''))
      return refuse(`expected the words of the user, received "${words}": ${show}`)
    if (scope === null) return refuse(`--scope takes all, none, or phases such as 1, 1-2 or 2,4; got "${given}"`)
    const kept = readOrder(view)
    if (words === undefined && !drop) {
      if (kept === null) return { result: NO_ORDER }
      const { words: all, given: day } = kept
      const fulfilled = isFulfilled(kept, derive(view))
      return { result: { words: all, scope: scopeText(kept.scope), given: day, fulfilled } }
    }
    const staging = new Staging(view)
    if (words === undefined) {
      if (view.source(view.at('ORDER.md')) !== null) dropOrder(staging)
      return { result: NO_ORDER, edits: staging.edits() }
    }
    const all = wordsOver(words, kept !== null && isWanted(kept, derive(view)) ? kept : null)
    placeOrder(staging, all, scope)
    const result = { words: all, scope: scopeText(scope), given: view.clock.today(), fulfilled: scope.length === 0 }
    return { result, edits: staging.edits() }
  },
})
