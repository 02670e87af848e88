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

/** `all`: the whole milestone; otherwise some of its phases. Empty if nothing may be built until the user says so. */
export type Scope = 'all' | readonly PhaseId[]

export interface Order {
  readonly words: string
  readonly scope: Scope
  readonly given: string | null
  /** When the order was recorded; absent if the ledger's last order is not this text. */
  readonly at?: string
  /** The phase that was added for the order. */
  readonly phase?: string
}

const RANGE = /^(\S+?)\s*(?:-|–|—|\.\.|to)\s*(\S+)$/

/** Parses `all` (also empty), `none`, phase ids without a dash, and ranges of whole numbers (`phases 1-3, 5`); otherwise null. */
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

/** Separates requests, of which the latest is first. */
export const EARLIER_HEADING = '\n\nAsked before this:\n\n'

/** Returns the trimmed text after the front matter. CRLF is converted only if the front matter has it too: then git added it. */
function wordsIn(source: Source): string {
  const text = source.text ?? ''
  const { bodyStart, unclosed } = readFrontMatter(source)
  const body = text.slice(bodyStart)
  return unclosed ? '' : (text.slice(0, bodyStart).includes('\r\n') ? body.replaceAll('\r\n', '\n') : body).trim()
}

/** Reads the order of the planning base, or null. An unreadable scope counts as `all`. Verbs must declare `order`. */
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

type OrderProgress = Pick<Derivation, 'facts' | 'done' | 'state'>

export const coversPhase = (scope: Scope, phase: PhaseId): boolean =>
  scope === 'all' || scope.some((id) => samePhase(id, phase))

/** Whether the milestone still has work. The order holds that long, because its words may ask for more than its scope. */
export const hasWorkLeft = (order: Order, derivation: OrderProgress): boolean =>
  !isFulfilled({ ...order, scope: 'all' }, derivation)

/** Whether no phase of the order is left to do or, between milestones, a unit was completed since the order was given. */
export function isFulfilled(
  { scope, ...when }: Pick<Order, 'scope' | 'at' | 'given'>,
  { facts, done, state }: OrderProgress,
): boolean {
  // The order requests nothing yet, or all its phases were removed.
  if (scope.length === 0) return true
  if (facts.phases.length === 0) return state.step === 'between-milestones' && hasWorkSince(when, facts.view)
  const requested = scope === 'all' ? facts.phases.map(({ id }) => id) : scope
  const isDone = (id: PhaseId) => [...done].some((other) => samePhase(other, id))
  return requested.length > 0 && requested.every(isDone)
}

/** Whether a unit of the path (not an optional one) was completed since the order was given. */
export function hasWorkSince({ at, given }: Pick<Order, 'at' | 'given'>, view: View): boolean {
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
const MAX_WORD_BYTES = 1500

interface OrderDisplay {
  /** Path of the order's file. */
  readonly at: SafeText
  readonly isDone: boolean
  /** The reader already knows the order's words. */
  readonly isKnown: boolean
}

/** Whether the order's words are too long for a brief. */
export const isLong = ({ words }: Order): boolean => bytesOf(words) > MAX_WORD_BYTES

export function orderText(order: Order, { at, isDone, isKnown }: OrderDisplay): SafeText {
  const [newest = '', ...earlier] = order.words.split(EARLIER_HEADING)
  const last = isKnown
    ? say`their words, which you have (stored in ${at})`
    : (quoted(newest, MAX_WORD_BYTES) ?? say`too long to show here: read ${at} first`)
  const room = Math.max(MAX_WORD_BYTES - bytesOf(last), 0)
  const before = isKnown || earlier.length === 0 ? null : (quoted(earlier.join(' / '), room) ?? say`read ${at}`)
  const words = before === null ? last : say`${last}, added to earlier orders: ${before}`
  const scope =
    order.scope === 'all' ? say`all phases` : say`phase ${wordsText(order.scope.map(displayPhaseId), 200) ?? at}`
  if (order.scope.length === 0) return say`${words} (this asked only for a plan; build what the user starts afterwards)`
  const only = order.scope === 'all' ? '' : ', no other'
  if (isDone)
    return say`${words} (its scope, ${scope}, is done: use these words as information about the other phases, not as an order)`
  return say`${words} (scope: ${scope}${only}; what the user says now takes precedence)`
}

interface OrderOrigin {
  /** Time of the unit that records the order. */
  readonly at?: string | undefined
  /** The phase that was added for the order. */
  readonly phase?: string | undefined
}

/** Records the order, unless it is the current one, in place of an earlier one. Verbs must declare that they read `order` and write `order` and `ledger`. */
export function recordOrder(staging: Staging, words: string, scope: Scope, { at, phase }: OrderOrigin = {}): void {
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
  appendLine(staging, text, { at, phase }, order?.at)
}

/** Drops the order. Verbs must declare the same as for `recordOrder`. */
export function dropOrder(staging: Staging): void {
  staging.remove(staging.view.at(ORDER))
  appendLine(staging, '')
}

/** Records the order in the ledger. `typed`: when a hook saw the user type it. */
function appendLine(staging: Staging, text: string, { at, phase }: OrderOrigin = {}, typed?: string): void {
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

/** Returns the orders recorded while these were the user's last typed words. */
const ordersFrom = ({ lines }: Ledger, { at }: TypedOrder): readonly OrderedLine[] =>
  lines.filter((line): line is OrderedLine => line.kind === 'ordered' && line.typed === at)

/** Returns the user's typed words, for a draft that quotes none. Null if there are none, or a unit was completed since their order. */
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

/** Maximum number of orders that are kept: the newest ones and the first. */
const MAX_ORDERS = 4

/** Returns new words above the current ones, because new words may say how to continue, but not what the work is. */
export function prependWords(words: string, present: Order | null): string {
  const newest = words.trim()
  const all = [newest, ...(present?.words.split(EARLIER_HEADING) ?? []).filter((one) => one !== newest)]
  return [...all.slice(0, MAX_ORDERS - 1), ...all.slice(MAX_ORDERS - 1).slice(-1)].join(EARLIER_HEADING)
}
