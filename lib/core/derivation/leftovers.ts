// Finds required actions that finished plans left open, and the plans that handle them. Silence never drops an action.
import { comparePlanIds, type PlanId, parsePlanId } from '../ids.js'
import type { PlanFacts } from './plan-facts.js'

/** A plan that was executed, with the leftovers in its SUMMARY. */
export type PlanLeftovers = Pick<PlanFacts, 'id' | 'completedAt' | 'pendingActions' | 'tickedActions'>

/** Removes markup, case and line breaks, because plans seldom spell an action the same way. */
const normalized = (text: string): string =>
  text.normalize('NFC').replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().replace(/[.;]$/, '').toLowerCase()

/** Whether a later line mentions the action: it begins with the action's reference or text. */
function mentions(line: string, ref: string, action: string): boolean {
  const mention = normalized(line)
  return [ref.toLowerCase(), normalized(action)].some(
    (words) => words !== '' && mention.startsWith(words) && !/^[\p{L}\p{N}]/u.test(mention.slice(words.length)),
  )
}

/** Compares plans by completion and not by wave, because a gap plan of the first wave may finish last. */
function byCompletion(a: PlanLeftovers, b: PlanLeftovers): number {
  if (a.completedAt !== b.completedAt) return (a.completedAt ?? '') < (b.completedAt ?? '') ? -1 : 1
  return comparePlanIds(a.id, b.id)
}

/** Returns the plans, oldest first, each with the indexes of its actions that no later plan restates or ticks off. */
export function openActions<T extends PlanLeftovers>(plans: readonly T[]) {
  const later: string[] = []
  const found: { readonly plan: T; readonly open: ReadonlySet<number> }[] = []
  for (const plan of [...plans].sort(byCompletion).reverse()) {
    const isOpen = (text: string, index: number) =>
      !later.some((line) => mentions(line, actionRef(plan.id, index), text))
    const open = plan.pendingActions.flatMap((text, index) => (isOpen(text, index) ? [index] : []))
    found.unshift({ plan, open: new Set(open) })
    later.push(...plan.pendingActions, ...plan.tickedActions)
  }
  return found
}

/** Returns a reference to an action: its plan and its position there, from 1. */
export const actionRef = (planId: PlanId, index: number): string => `${planId}#${index + 1}`

/** An entry of a plan's `handles:`, which takes up or drops actions of an earlier plan. */
export interface Handling {
  readonly planId: PlanId
  /** The action's number, from 1; null for all actions of the plan. */
  readonly number: number | null
  /** Why the action is dropped; null if it is taken up. */
  readonly dropped: string | null
}

const ENTRY = /^([^\s#]+)(?:\s*#\s*(\d{1,3}))?(?:\s+dropped:([\s\S]*))?$/i

/** Parses an entry of `handles:`; null if the entry names no plan, or drops an action without a reason. */
export function handlingOf(entry: string): Handling | null {
  const [, plan = '', number, why] = ENTRY.exec(entry.trim()) ?? []
  const planId = parsePlanId(plan)
  if (planId === null || why?.trim() === '') return null
  return { planId, number: number === undefined ? null : Number(number), dropped: why?.trim() ?? null }
}

const handlingsOf = (ref: string, entries: readonly string[]): readonly Handling[] =>
  entries.flatMap((entry) => {
    const found = handlingOf(entry)
    const isNamed =
      found !== null &&
      (found.number === null ? ref.startsWith(`${found.planId}#`) : ref === actionRef(found.planId, found.number - 1))
    return isNamed ? [found] : []
  })

export const isHandledBy = (ref: string, entries: readonly string[]): boolean => handlingsOf(ref, entries).length > 0

/** Whether entries drop the action and none takes it up. */
export const isDroppedBy = (ref: string, entries: readonly string[]): boolean =>
  isHandledBy(ref, entries) && handlingsOf(ref, entries).every(({ dropped }) => dropped !== null)
