// order: shows, records or drops the user's order, or adds a phase for it.
import { derive } from '../../core/derivation/derive.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import {
  dropOrder,
  hasWorkLeft,
  isFulfilled,
  prependWords,
  readOrder,
  readScope,
  recordOrder,
  scopeText,
  typedWords,
} from '../../core/order.js'
import { arg, verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { usageError } from '../../errors.js'
import { bool, orNull, record, text } from '../../std/shape.js'
import { TYPED } from '../arguments.js'
import { moreWork, NO_ORDER } from './more-work.js'

/** Words that look like subcommands, and so are not taken for a request. */
const SUBCOMMAND_LIKE = ['show', 'set', 'drop', 'list', 'get']

export const order = verb('order', {
  about: "Show the user's order, add the given words to it, or drop it",
  args: {
    words: arg.text("The user's exact words", { positional: true }),
    scope: arg.text(
      'Scope: all, none, or phases such as 1-2; default: all. Without words, the scope applies to the words that a hook recorded',
    ),
    typed: TYPED,
    title: arg.text('Title of the phase to add for the order, if every phase is done'),
    criteria: arg.list('With --title: success criteria that the user can check, each in quotes', { greedy: true }),
    drop: arg.flag('Drop the order'),
  },
  reads: POSITION_READS,
  writes: ['order', 'ledger', 'roadmap', 'requirements', 'state', 'plan', 'draft', 'other'],
  isReadOnly: ({ words, scope, typed, title, drop }) =>
    [words, scope, typed, title].every((one) => one === undefined) && !drop,
  result: record({
    words: orNull(text("The user's words; null without an order")),
    scope: orNull(text('all, none, or the phases')),
    given: orNull(text()),
    fulfilled: bool('Every phase in its scope is done'),
  }),
  run({ view }, { words: givenWords, scope: scopeArg, typed, title, criteria, drop }) {
    if (title !== undefined) return moreWork(view, title, criteria, givenWords)
    const usesRecordedWords = (scopeArg !== undefined || typed !== undefined) && !drop
    const words = givenWords ?? (usesRecordedWords ? (typedWords(view) ?? '') : undefined)
    const scope = readScope(scopeArg ?? 'all')
    const refuse = (message: string) => {
      return { result: NO_ORDER, error: usageError(message, 'run gsd-tools order "<words>" --scope 1-2') }
    }
    const received = drop ? 'both' : givenWords === undefined ? 'no words, and no hook recorded any' : 'none'
    if (words?.trim() === '' || (words !== undefined && drop))
      return refuse(`expected the user's words or --drop, received ${received}`)
    const show = 'to show the order, give no words; to drop it, use --drop'
    if (SUBCOMMAND_LIKE.includes(words?.trim() ?? ''))
      return refuse(`expected the user's words, received "${words}": ${show}`)
    if (scope === null)
      return refuse(`--scope takes all, none, or phases such as 1, 1-2 or 2,4; received "${scopeArg}"`)
    const stored = readOrder(view)
    if (words === undefined && !drop) {
      if (stored === null) return { result: NO_ORDER }
      const { words: all, given: givenOn } = stored
      const fulfilled = isFulfilled(stored, derive(view))
      return { result: { words: all, scope: scopeText(stored.scope), given: givenOn, fulfilled } }
    }
    const staging = new Staging(view)
    if (words === undefined) {
      if (view.source(view.at('ORDER.md')) !== null) dropOrder(staging)
      return { result: NO_ORDER, edits: staging.edits() }
    }
    const all = prependWords(words, stored !== null && hasWorkLeft(stored, derive(view)) ? stored : null)
    recordOrder(staging, all, scope)
    const result = { words: all, scope: scopeText(scope), given: view.clock.today(), fulfilled: scope.length === 0 }
    return { result, edits: staging.edits() }
  },
})
