// The user's request and its scope, kept until the requested work is done. It comes from a call, a draft or a message.
import { withFences } from '../artifacts/document/unfenced.js'
import { readFrontMatter } from '../markdown/frontmatter.js'
import { renderFrontMatter } from '../markdown/frontmatter-edit.js'
import type { Source, TypedOrder } from '../ports.js'
import { bytesOf, quoted, type SafeText, say, wordsText } from '../std/safe-text.js'
import { isLater } from '../std/text.js'
import type { Derivation } from './derivation/derive.js'
import { isOffPath } from './derivation/steps.js'
import { type Ledger, type OrderedLine, readLedger, removedIn } from './history/ledger.js'
import { displayPhaseId, type PhaseId, parsePhaseId, samePhase } from './ids.js'
import { textDigest } from './text-digest.js'
import type { View } from './view.js'
import type { Staging } from './writing/staging.js'

/** `all`: the whole milestone; else some of its phases; empty if nothing may be built before the user says so. */
export type Scope = 'all' | readonly PhaseId[]

export interface Order {
  readonly words: string
  readonly scope: Scope
  readonly given: string | null
  /** When the order was recorded; absent if the file was changed since. */
  readonly at?: string
  /** The phase that was added for the order. */
  readonly phase?: string
}

const RANGE = /^(\S+?)\s*(?:-|–|—|\.\.|to)\s*(\S+)$/

/** Parses `all`, `none`, `1`, `phases 1-3`, `2, 4`; null for anything else. Only whole numbers form a range. */
export function readScope(text: string): Scope | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^phases?\s+/, '')
  if (bare === 'all' || bare === '') return 'all'
  if (bare === 'none') return []
  const ids = bare.split(/\s*(?:,|\band\b)\s*/).flatMap((part): readonly (PhaseId | null)[] => {
    const [, from, to] = RANGE.exec(part) ?? []
    if (from === undefined || to === undefined) return [parsePhaseId(part)]
    const first = Number(from)
    const last = Number(to)
    if (!Number.isInteger(first) || !Number.isInteger(last) || last < first || last - first > MAX_PHASES) return [null]
    return Array.from({ length: last - first + 1 }, (_, index) => parsePhaseId(String(first + index)))
  })
  return ids.some((id) => id === null) ? null : (ids as readonly PhaseId[])
}

const MAX_PHASES = 500

export const scopeText = (scope: Scope): string =>
  scope === 'all' ? 'all' : scope.map((id) => displayPhaseId(id)).join(', ') || 'none'

export const ORDER = 'ORDER.md'

/** Separates the latest request from earlier ones. */
export const BEFORE = '\n\nAsked before this:\n\n'

/** The text after the front matter. If the front matter uses CRLF, git converted all lines; else CRLF is the user's. */
function wordsIn(source: Source): string {
  const text = source.text ?? ''
  const { bodyStart, unclosed } = readFrontMatter(source)
  const body = text.slice(bodyStart)
  return unclosed ? '' : (text.slice(0, bodyStart).includes('\r\n') ? body.replaceAll('\r\n', '\n') : body).trim()
}

/** The order of the planning base, or null. If its scope is unreadable, it is `all`. Verbs must declare `order`. */
export function readOrder(view: View): Order | null {
  const path = view.at(ORDER)
  const value = view.parse('order', path)?.value
  const source = view.source(path)
  const words = source === null ? '' : wordsIn(withFences(source))
  if (value === undefined || words === '') return null
  const digest = textDigest(view.digest, source?.text ?? '')
  const ledger = readLedger(view)
  // Only the last line counts: an older order that reappears had been dropped or replaced.
  const last = ledger.lines.findLast((one): one is OrderedLine => one.kind === 'ordered')
  const line = last?.digest === digest ? last : undefined
  const scope = readScope(value.scope ?? 'all') ?? 'all'
  const removed = removedIn(ledger)
  return {
    words,
    // A removed phase is no longer requested.
    scope: scope === 'all' ? scope : scope.filter((id) => !removed.some((gone) => samePhase(gone, id))),
    given: value.given,
    ...(line === undefined ? {} : { at: line.at, ...(line.phase === undefined ? {} : { phase: line.phase }) }),
  }
}

type Reached = Pick<Derivation, 'facts' | 'done' | 'state'>

export const reaches = (scope: Scope, phase: PhaseId): boolean =>
  scope === 'all' || scope.some((id) => samePhase(id, phase))

/** The order holds while the milestone has work, because its words may ask for more than its scope. */
export const isWanted = (order: Order, derivation: Reached): boolean =>
  !isFulfilled({ ...order, scope: 'all' }, derivation)

/** Whether all phases of the order are done, or between milestones, whether a unit on the path was done for it. */
export function isFulfilled(
  { scope, ...when }: Pick<Order, 'scope' | 'at' | 'given'>,
  { facts, done, state }: Reached,
): boolean {
  // The order requests nothing yet, or all its phases were removed.
  if (scope.length === 0) return true
  if (facts.phases.length === 0) return state.step === 'between-milestones' && isWorkedSince(when, facts.view)
  const meant = scope === 'all' ? facts.phases.map(({ id }) => id) : scope
  const isDone = (id: PhaseId) => [...done].some((other) => samePhase(other, id))
  return meant.length > 0 && meant.every(isDone)
}

/** Whether a unit on the path was completed since the order was given. */
export function isWorkedSince({ at, given }: Pick<Order, 'at' | 'given'>, view: View): boolean {
  const ledger = readLedger(view)
  return ledger.lines.some(
    (line) =>
      line.kind === 'outcome' &&
      line.status === 'completed' &&
      !isLater(at ?? given ?? '', line.at) &&
      !isOffPath(line.unitType),
  )
}

/** Maximum bytes of the user's words in a brief. */
const LONGEST = 1500

interface Telling {
  /** Path of the order's file. */
  readonly at: SafeText
  readonly isDone: boolean
  /** The reader already knows the order's words. */
  readonly isKnown: boolean
}

/** Whether the order's words are too long for a brief. */
export const isLong = ({ words }: Order): boolean => words.length > LONGEST

export function orderText(order: Order, { at, isDone, isKnown }: Telling): SafeText {
  const [newest = '', ...earlier] = order.words.split(BEFORE)
  const last = isKnown
    ? say`their words, which you have (stored in ${at})`
    : (quoted(newest, LONGEST) ?? say`too long to show here: read ${at} first`)
  const room = Math.max(LONGEST - bytesOf(last), 0)
  const before = isKnown || earlier.length === 0 ? null : (quoted(earlier.join(' / '), room) ?? say`read ${at}`)
  const words = before === null ? last : say`${last}, added to earlier orders: ${before}`
  const scope =
    order.scope === 'all' ? say`all phases` : say`phase ${wordsText(order.scope.map(displayPhaseId), 200) ?? at}`
  if (order.scope.length === 0) return say`${words} (this asked for a plan alone; build what they start after it)`
  const only = order.scope === 'all' ? '' : ', no other'
  if (isDone)
    return say`${words} (its scope, ${scope}, is done: use it as information about the others, not as an order)`
  return say`${words} (scope: ${scope}${only}; what they say now comes first)`
}

interface Placing {
  /** Time of the unit that records the order. */
  readonly at?: string | undefined
  /** The phase that was added for the order. */
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
  note(staging, text, { at, phase }, order?.at)
}

/** Drops the order. Verbs must declare the same as for `placeOrder`. */
export function dropOrder(staging: Staging): void {
  staging.remove(staging.view.at(ORDER))
  note(staging, '')
}

/** Records the order in the ledger. `typed`: when a hook saw the user type it. */
function note(staging: Staging, text: string, { at, phase }: Placing = {}, typed?: string): void {
  const { view } = staging
  const line: OrderedLine = {
    kind: 'ordered',
    at: at ?? new Date(view.clock.now()).toISOString(),
    digest: textDigest(view.digest, text),
    ...(typed === undefined ? {} : { typed }),
    ...(phase === undefined ? {} : { phase }),
  }
  staging.append(line)
}

/** Orders recorded while these were the user's last typed words. */
const ordersFrom = ({ lines }: Ledger, { at }: TypedOrder): readonly OrderedLine[] =>
  lines.filter((line): line is OrderedLine => line.kind === 'ordered' && line.typed === at)

/** The user's typed words, for a draft that quotes none. Null: none, or a unit was completed since their order. */
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

/** At most this many orders are kept: the newest ones and the first. */
const MAX_ORDERS = 4

/** Puts new words above the current ones: new words may say how to continue, but not what the work is. */
export function wordsOver(words: string, present: Order | null): string {
  const newest = words.trim()
  const all = [newest, ...(present?.words.split(BEFORE) ?? []).filter((one) => one !== newest)]
  return [...all.slice(0, MAX_ORDERS - 1), ...all.slice(MAX_ORDERS - 1).slice(-1)].join(BEFORE)
}
