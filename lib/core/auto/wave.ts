// Which units an unattended run does side by side, each in a work tree of its own, and what becomes of a unit that could not be brought in: pure.
import type { Decision, End, Limits, Offer, Unit } from './decide.js'

/** A unit that this run leaves alone: why, and where its work lies. */
export interface Held {
  readonly end: Exclude<End, 'done'>
  readonly reason: string
  readonly fix: string
}

export interface Apart {
  /** Work trees can be made of this project. */
  readonly isAble: boolean
  /** Sessions at the same time. */
  readonly jobs: number
  readonly held: ReadonlyMap<string, Held>
  /** Plans that have a work tree from a run before. */
  readonly begun: ReadonlySet<string>
}

/** Another kind of unit has the whole tree for itself. */
const isPlan = ({ unitType }: Unit): boolean => unitType === 'execute-plan'

export const isOffered = ({ ready }: Offer, id: string): boolean =>
  ready.some((unit) => isPlan(unit) && unit.unitId === id)

/** Plans that are done in work trees of their own now, in the order in which the engine names them. None: what is offered is done in the project's folder. */
export function waveOf({ ready }: Offer, { isAble, jobs, held, begun }: Apart): readonly string[] {
  if (!isAble) return []
  const plans = ready.filter(isPlan).map(({ unitId }) => unitId)
  const open = plans.filter((id) => !held.has(id))
  const isSeveral = plans.length > 1 && (jobs > 1 || open.length < plans.length)
  return isSeveral ? open : open.filter((id) => begun.has(id))
}

/** The end of a run whose next units are all held, or that a question ends; null where it goes on. */
export function heldEnd(
  { ready }: Offer,
  held: Apart['held'],
  { untilQuestion }: Pick<Limits, 'untilQuestion'>,
): Extract<Decision, { do: 'end' }> | null {
  const found = ready.map(({ unitId }) => ({ unitId, held: held.get(unitId) }))
  const all = found.flatMap(({ unitId, held: of }) => (of === undefined ? [] : [{ unitId, ...of }]))
  const isOver = all.length === ready.length || (untilQuestion && all.some(isQuestion))
  const first = all.find(isQuestion) ?? all[0]
  if (first === undefined || !isOver) return null
  const reason = all.map((one) => `${one.unitId}: ${one.reason}`).join('; ')
  return { do: 'end', end: first.end, reason, fix: first.fix }
}

export const isQuestion = ({ end }: Held): boolean => end === 'person'

/** What a work tree's own engine offers, seen from the one unit that it is for. `unit` null: it is done there, or something holds it. */
export const offerOf = (offer: Offer, unitId: string): Offer => ({
  ...offer,
  unit: isOffered(offer, unitId) ? { unitType: 'execute-plan', unitId } : null,
  // What is captured there is sorted in the project.
  beside: [],
})

/** Entries of git's listing of a tree (`mode type id<TAB>name`), with the planning folder of `base` in the place of their own. */
export function withPlanningOf(entries: readonly string[], base: readonly string[]): readonly string[] {
  const isPlanning = (entry: string) => entry.endsWith('\t.planning')
  return [...entries.filter((entry) => !isPlanning(entry)), ...base.filter(isPlanning)]
}

/** Files in conflict that are somebody's work: what the engine writes is written again where it is brought in. */
export const conflictsIn = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => path !== '' && !path.startsWith('.planning/'))
