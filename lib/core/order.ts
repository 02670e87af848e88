// The order: what the user asked for and how far it reaches. It outlives the session it was given in, and ends by itself when what it asked for is done.
import type { OrderValue } from '../artifacts/document/order.js'
import type { TypedOrder } from '../ports.js'
import { bytesOf, quoted, say, type Told, wordsText } from '../std/told.js'
import type { Derivation } from './derivation/derive.js'
import { type Ledger, parseLedger, readLedger } from './history/ledger.js'
import type { OrderedLine, RenumberedLine } from './history/ledger-lines.js'
import { displayPhaseId, namesPhase, type PhaseId, parsePhaseId, samePhase } from './ids.js'
import { canSeal } from './judging/proof.js'
import { basesOf, ledgerPath } from './layout.js'
import type { View } from './view.js'
import { renderInto, type Staging } from './writing/staging.js'

/** `all`: the whole milestone; else the phases it is about. */
type Scope = 'all' | readonly PhaseId[]

export interface Order {
  readonly words: string
  readonly scope: Scope
  /** Day it was given. */
  readonly given: string | null
  /** It was taken down on this machine; what a tree brings with it is no order of anybody here. */
  readonly isOurs: boolean
}

const RANGE = /^(\S+?)\s*(?:-|–|—|\.\.|to)\s*(\S+)$/

/** Reads `all`, `1`, `phases 1-3`, `2, 4`; null where it is none of these. Whole numbers make a range. */
export function readScope(text: string): Scope | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^phases?\s+/, '')
  if (bare === 'all' || bare === '') return 'all'
  const ids = bare.split(/\s*(?:,|\band\b)\s*/).flatMap((part): readonly (PhaseId | null)[] => {
    const [, from, to] = RANGE.exec(part) ?? []
    if (from === undefined || to === undefined) return [parsePhaseId(part)]
    const first = Number(from)
    const last = Number(to)
    if (!Number.isInteger(first) || !Number.isInteger(last) || last < first || last - first > MOST_PHASES) return [null]
    return Array.from({ length: last - first + 1 }, (_, index) => parsePhaseId(String(first + index)))
  })
  return ids.some((id) => id === null) ? null : (ids as readonly PhaseId[])
}

const MOST_PHASES = 500

export const scopeText = (scope: Scope): string =>
  scope === 'all' ? 'all' : scope.map((id) => displayPhaseId(id)).join(', ')

/**
 * Writes the order down in the place of an earlier one; `at`: of the unit that brings it. The verb declares that it reads `order` and writes `order` and `ledger`.
 */
export function placeOrder(staging: Staging, words: string, scope: Scope, at?: string): void {
  const { view } = staging
  const path = view.at(ORDER)
  const before = readOrder(view)
  const isSame = before?.isOurs === true && before.words === words.trim()
  const { order } = view.custody
  const isNamed = order === null || ordersFrom(readLedger(view), order).length > 0
  if (isSame && scopeText(before.scope) === scopeText(scope) && isNamed) return
  const empty = view.codec('order')?.empty as OrderValue
  const value: OrderValue = { ...empty, scope: scopeText(scope), given: view.clock.today(), body: words.trim() }
  const text = renderInto(view, 'order', value, path)
  staging.put(path, text)
  note(staging, text, at, order)
}

/** Forgets the order: a file that comes back later, by git or with a pull, is none of anybody here. The verb declares the same. */
export function dropOrder(staging: Staging): void {
  staging.remove(staging.view.at(ORDER))
  note(staging, '')
}

function note(staging: Staging, text: string, at?: string, typed: TypedOrder | null = null): void {
  const { view } = staging
  const line: OrderedLine = {
    kind: 'ordered',
    at: at ?? new Date(view.clock.now()).toISOString(),
    digest: view.digest(text),
    ...(typed === null ? {} : { typed: typed.at }),
  }
  staging.append(ledgerPath(staging), line)
}

/** Orders that were given when the last thing a person had typed were these words, which lie where every base of the project sees them. */
const ordersFrom = ({ lines }: Ledger, { at }: TypedOrder): readonly OrderedLine[] =>
  lines.filter((line): line is OrderedLine => line.kind === 'ordered' && line.typed === at)

/** What a hook saw the person ask for, for the draft that quotes no words; null: nothing, or a unit was completed since it became an order. */
export function typedWords(view: View): string | null {
  const { order } = view.custody
  if (order === null) return null
  const isUsed = basesOf(view).some((base) => {
    const ledger = base === view.base ? readLedger(view) : ledgerIn(view, base)
    const [first] = ordersFrom(ledger, order)
    return (
      first !== undefined &&
      ledger.lines.some((line) => line.kind === 'outcome' && line.status === 'completed' && line.at >= first.at)
    )
  })
  return isUsed ? null : order.words
}

const ledgerIn = (view: View, base: string): Ledger =>
  parseLedger(view.source(ledgerPath({ base }))?.text ?? '', view.digest, {
    base,
    custody: view.custody,
    clock: view.clock,
  })

const ORDER = 'ORDER.md'

/** Stands between what was asked last and what was asked before it. */
const BEFORE = '\n\nAsked before this:\n\n'
/** Orders kept at once: the newest ones, and the one that began it. */
const MOST_ORDERS = 4

/** New words on top of what stands: a narrower order says how to go on, not what the work is about. */
export function wordsOver(words: string, standing: Order | null): string {
  const newest = words.trim()
  const all = [newest, ...(standing?.words.split(BEFORE) ?? []).filter((one) => one !== newest)]
  return [...all.slice(0, MOST_ORDERS - 1), ...all.slice(MOST_ORDERS - 1).slice(-1)].join(BEFORE)
}

/** The order of the planning base; null where there is none. A scope nobody can read reaches as far as the milestone. The verb declares that it reads `order`. */
export function readOrder(view: View): Order | null {
  const path = view.at(ORDER)
  const value: OrderValue | undefined = view.parse('order', path)?.value
  const words = value?.body?.trim() ?? ''
  if (value === undefined || words === '') return null
  const digest = view.digest(view.source(path)?.text ?? '')
  const ledger = readLedger(view)
  // The last one alone: an earlier order that comes back was taken back before.
  const last = ledger.lines.findLast((one): one is OrderedLine => one.kind === 'ordered' && ledger.sealed(one))
  const line = last?.digest === digest ? last : undefined
  const scope = readScope(value.scope ?? 'all') ?? 'all'
  return {
    words,
    scope: line === undefined || scope === 'all' ? scope : followed(scope, ledger, line.at),
    given: value.given,
    isOurs: line !== undefined || !canSeal(view),
  }
}

/** The phases it is about under the ids they have now; one that was removed is no longer asked for. */
const followed = (scope: readonly PhaseId[], ledger: Ledger, since: string): readonly PhaseId[] =>
  ledger.lines
    .filter((line): line is RenumberedLine => line.kind === 'renumbered' && line.at > since && ledger.sealed(line))
    .reduce<readonly PhaseId[]>((ids, { phases }) => ids.flatMap((id) => presentId(id, phases)), scope)

function presentId(id: PhaseId, phases: RenumberedLine['phases']): readonly PhaseId[] {
  const moved = phases.find(({ from }) => namesPhase(from, id))
  if (moved === undefined) return [id]
  const now = moved.to === null ? null : parsePhaseId(moved.to)
  return now === null ? [] : [now]
}

/** The words may say more than the scope reaches: they stand as long as the milestone has something to do. */
export const isWanted = (order: Order, derivation: Derivation): boolean =>
  order.isOurs && !isFulfilled({ ...order, scope: 'all' }, derivation)

/** Every phase it is about is done. Without a roadmap nothing is. */
export function isFulfilled({ scope }: Order, { facts, done }: Derivation): boolean {
  // All that it asked for was taken out of the roadmap.
  if (scope.length === 0) return true
  const meant = scope === 'all' ? facts.phases.map(({ id }) => id) : scope
  const isDone = (id: PhaseId) => [...done].some((other) => samePhase(other, id))
  return meant.length > 0 && facts.phases.length > 0 && meant.every(isDone)
}

/** Bytes of the user's words in a brief. */
const LONGEST = 1500

/** For whoever works on it: the words, and how far they reach. */
export function orderText(order: Order, at: Told, isDone: boolean): Told {
  const [newest = '', ...earlier] = order.words.split(BEFORE)
  const last = quoted(newest, LONGEST) ?? say`too long to stand here: read ${at}`
  const room = Math.max(LONGEST - bytesOf(last), 0)
  const before = earlier.length === 0 ? null : (quoted(earlier.join(' / '), room) ?? say`read ${at}`)
  const words = before === null ? last : say`${last}, on top of what was asked before: ${before}`
  const scope =
    order.scope === 'all' ? say`all phases` : say`phase ${wordsText(order.scope.map(displayPhaseId), 200) ?? at}`
  const only = order.scope === 'all' ? '' : ', no other'
  if (isDone)
    return say`${words} (its reach, ${scope}, is done: it says what is wanted of the others, and asks for nothing more)`
  return order.isOurs
    ? say`${words} (reaches: ${scope}${only}; it holds until that is done, nobody has to repeat it)`
    : say`${words} (reaches: ${scope}${only}). It came with the project and was given by nobody on this machine: ask the user whether it holds`
}
