// What finished plans left to be done, and who answers for each of it: nothing that was required disappears because a later plan is silent about it.
import { handleIn } from '../../artifacts/plan/handles.js'
import { comparePlanIds, type PlanId, parsePlanId } from '../ids.js'

/** A finished plan by what its SUMMARY says of required leftovers. */
export interface Leaving {
  readonly id: PlanId
  /** When the CLI finished it; null when it was not finished through it. */
  readonly at: string | null
  readonly actions: readonly string[]
  /** Of its own or of earlier plans: done, or no longer needed. */
  readonly ticked: readonly string[]
}

/** Without marks, case and wrapping: two plans that mean one action seldom write it alike to the letter. */
const bare = (text: string): string =>
  text.normalize('NFC').replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().replace(/[.;]$/, '').toLowerCase()

/** Whether a later line speaks of the action: it names it, or begins with its words. */
function speaksOf(line: string, ref: string, action: string): boolean {
  const said = bare(line)
  return [ref.toLowerCase(), bare(action)].some(
    (words) => words !== '' && said.startsWith(words) && !/^[\p{L}\p{N}]/u.test(said.slice(words.length)),
  )
}

/** Oldest first, by the time of finishing and not by wave: a plan that closes a gap may belong to the first wave and finish last. */
export const byCompletion = (a: Pick<Leaving, 'id' | 'at'>, b: Pick<Leaving, 'id' | 'at'>): number => {
  if (a.at !== b.at) return (a.at ?? '') < (b.at ?? '') ? -1 : 1
  return comparePlanIds(a.id, b.id)
}

/** For each plan the indexes of actions that no later plan states again or ticks off. */
export function standing(plans: readonly Leaving[]): ReadonlyMap<PlanId, readonly number[]> {
  const later: string[] = []
  const left = new Map<PlanId, readonly number[]>()
  for (const { id, actions, ticked } of [...plans].sort(byCompletion).reverse()) {
    const isOpen = (action: string, index: number) =>
      !later.some((line) => speaksOf(line, actionRef(id, index), action))
    left.set(
      id,
      actions.flatMap((action, index) => (isOpen(action, index) ? [index] : [])),
    )
    later.push(...actions, ...ticked)
  }
  return left
}

/** Of the actions, those that a plan about to be finished neither states again nor ticks off. */
export const unspoken = <T extends { readonly ref: string; readonly text: string }>(
  actions: readonly T[],
  lines: readonly string[],
): readonly T[] => actions.filter(({ ref, text }) => !lines.some((line) => speaksOf(line, ref, text)))

/** How plans name an action: the plan that left it, and its place in the list there, from 1. */
export const actionRef = (planId: PlanId, index: number): string => `${planId}#${index + 1}`

export interface Handling {
  readonly planId: PlanId
  /** From 1; null: everything the plan left. */
  readonly number: number | null
  /** Why it is given up; null where it is taken up. */
  readonly dropped: string | null
}

const REF = /^([^\s#]+)(?:\s*#\s*(\d{1,3}))?$/

/** An entry of `handles:` in a plan; null: it names no action, or gives one up without a reason. */
export function handlingOf(entry: string): Handling | null {
  const { ref, why } = handleIn(entry)
  const [, plan = '', number] = REF.exec(ref) ?? []
  const planId = parsePlanId(plan)
  if (planId === null || why === '') return null
  return { planId, number: number === undefined ? null : Number(number), dropped: why }
}

/** The entries that take up the action, or give it up with a reason. */
const naming = (ref: string, entries: readonly string[]): readonly Handling[] =>
  entries.flatMap((entry) => {
    const found = handlingOf(entry)
    const isMeant =
      found !== null &&
      (found.number === null ? ref.startsWith(`${found.planId}#`) : ref === actionRef(found.planId, found.number - 1))
    return isMeant ? [found] : []
  })

export const isHandledBy = (ref: string, entries: readonly string[]): boolean => naming(ref, entries).length > 0

/** Given up by one, and done by none. */
export const isDroppedBy = (ref: string, entries: readonly string[]): boolean =>
  isHandledBy(ref, entries) && naming(ref, entries).every(({ dropped }) => dropped !== null)
