// Required actions that finished plans left open, and who handles them: silence in a later plan drops none.
import { handleIn } from '../../artifacts/plan/handles.js'
import { comparePlanIds, type PlanId, parsePlanId } from '../ids.js'

/** A finished plan with the leftovers of its SUMMARY. */
export interface Leaving {
  readonly id: PlanId
  /** When the CLI finished it; null if the CLI did not. */
  readonly at: string | null
  readonly actions: readonly string[]
  /** Actions of this or earlier plans that are done or no longer needed. */
  readonly ticked: readonly string[]
}

/** Without marks, case and wrapping: plans seldom spell an action alike. */
const bare = (text: string): string =>
  text.normalize('NFC').replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().replace(/[.;]$/, '').toLowerCase()

/** Whether a later line mentions the action: by its reference or its first words. */
function speaksOf(line: string, ref: string, action: string): boolean {
  const said = bare(line)
  return [ref.toLowerCase(), bare(action)].some(
    (words) => words !== '' && said.startsWith(words) && !/^[\p{L}\p{N}]/u.test(said.slice(words.length)),
  )
}

/** Oldest first, by completion and not by wave: a gap plan of the first wave may finish last. */
export const byCompletion = (a: Pick<Leaving, 'id' | 'at'>, b: Pick<Leaving, 'id' | 'at'>): number => {
  if (a.at !== b.at) return (a.at ?? '') < (b.at ?? '') ? -1 : 1
  return comparePlanIds(a.id, b.id)
}

/** Per plan, the indexes of actions that no later plan restates or ticks off. */
export function openActions(plans: readonly Leaving[]): ReadonlyMap<PlanId, readonly number[]> {
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

/** A reference to an action: its plan and its position there, from 1. */
export const actionRef = (planId: PlanId, index: number): string => `${planId}#${index + 1}`

export interface Handling {
  readonly planId: PlanId
  /** Counted from 1; null for everything the plan left. */
  readonly number: number | null
  /** Why it is dropped; null if it is taken up. */
  readonly dropped: string | null
}

const REF = /^([^\s#]+)(?:\s*#\s*(\d{1,3}))?$/

/** An entry of `handles:`; null if it names no action, or drops one without a reason. */
export function handlingOf(entry: string): Handling | null {
  const { ref, why } = handleIn(entry)
  const [, plan = '', number] = REF.exec(ref) ?? []
  const planId = parsePlanId(plan)
  if (planId === null || why === '') return null
  return { planId, number: number === undefined ? null : Number(number), dropped: why }
}

/** The entries that take up or drop the action. */
const naming = (ref: string, entries: readonly string[]): readonly Handling[] =>
  entries.flatMap((entry) => {
    const found = handlingOf(entry)
    const isMeant =
      found !== null &&
      (found.number === null ? ref.startsWith(`${found.planId}#`) : ref === actionRef(found.planId, found.number - 1))
    return isMeant ? [found] : []
  })

export const isHandledBy = (ref: string, entries: readonly string[]): boolean => naming(ref, entries).length > 0

/** Dropped, and not taken up by any plan. */
export const isDroppedBy = (ref: string, entries: readonly string[]): boolean =>
  isHandledBy(ref, entries) && naming(ref, entries).every(({ dropped }) => dropped !== null)
