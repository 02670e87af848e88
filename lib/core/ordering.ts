// How words become the order: from a call, a draft, or the user's typed message.
import { renderFrontMatter } from '../markdown/frontmatter-edit.js'
import type { TypedOrder } from '../ports.js'
import { type Ledger, type OrderedLine, readLedger } from './history/ledger.js'
import { ledgerPath } from './layout.js'
import { BEFORE, ORDER, type Order, readOrder, type Scope, scopeText } from './order.js'
import { textDigest } from './text-digest.js'
import type { View } from './view.js'
import type { Staging } from './writing/staging.js'

interface Placing {
  /** Time of the unit that brings it. */
  readonly at?: string | undefined
  /** The phase that was added for it. */
  readonly phase?: string | undefined
}

/** Records the order, replacing an earlier one. Verbs must declare `order` as read, `order` and `ledger` as written. */
export function placeOrder(staging: Staging, words: string, scope: Scope, { at, phase }: Placing = {}): void {
  const { view } = staging
  const path = view.at(ORDER)
  const before = readOrder(view)
  const isSame = before !== null && before.words === words.trim()
  const { order } = view.caller
  const isNamed = order === null || ordersFrom(readLedger(view), order).length > 0
  if (isSame && scopeText(before.scope) === scopeText(scope) && isNamed) return
  const front = renderFrontMatter({ scope: scopeText(scope), given: view.clock.today() })
  const text = `${front}\n${words.trim()}\n`
  staging.put(path, text)
  note(staging, text, { at, phase, typed: order?.at })
}

/** Drops the order. Verbs must declare the same. */
export function dropOrder(staging: Staging): void {
  staging.remove(staging.view.at(ORDER))
  note(staging, '')
}

interface Noted extends Placing {
  /** When the user was seen to type it. */
  readonly typed?: string | undefined
}

function note(staging: Staging, text: string, { at, phase, typed }: Noted = {}): void {
  const { view } = staging
  const line: OrderedLine = {
    kind: 'ordered',
    at: at ?? new Date(view.clock.now()).toISOString(),
    digest: textDigest(view.digest, text),
    ...(typed === undefined ? {} : { typed }),
    ...(phase === undefined ? {} : { phase }),
  }
  staging.append(ledgerPath(staging), line)
}

/** Orders recorded while these words were the last that the user had typed. */
const ordersFrom = ({ lines }: Ledger, { at }: TypedOrder): readonly OrderedLine[] =>
  lines.filter((line): line is OrderedLine => line.kind === 'ordered' && line.typed === at)

/** The user's typed words, for a draft that quotes none; null if there are none, or a unit was completed since. */
export function typedWords(view: View): string | null {
  const { order } = view.caller
  if (order === null) return null
  const ledger = readLedger(view)
  const [first] = ordersFrom(ledger, order)
  const isUsed =
    first !== undefined &&
    ledger.lines.some((line) => line.kind === 'outcome' && line.status === 'completed' && line.at >= first.at)
  return isUsed ? null : order.words
}

/** Orders kept together: the newest ones, and the first. */
const MOST_ORDERS = 4

/** New words above the current ones: a narrower order says how to continue, not what the work is. */
export function wordsOver(words: string, present: Order | null): string {
  const newest = words.trim()
  const all = [newest, ...(present?.words.split(BEFORE) ?? []).filter((one) => one !== newest)]
  return [...all.slice(0, MOST_ORDERS - 1), ...all.slice(MOST_ORDERS - 1).slice(-1)].join(BEFORE)
}
