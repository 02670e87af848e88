// What phases wait for, and what no order of work can resolve.
import { circleThrough } from '../../std/circle.js'
import { displayPhaseId, type PhaseId } from '../ids.js'
import { isFinishedFolder, isHistory, type PhaseFacts, type ProjectFacts, phaseNumbered } from './facts.js'

/** Ids the phase waits for: not done, and not history either. */
export function unmetDependencies(
  facts: ProjectFacts,
  phase: PhaseFacts,
  done: ReadonlySet<PhaseId>,
): readonly PhaseId[] {
  return phase.dependsOn.filter((id) => {
    const own = phaseNumbered(facts, id)
    return own === null ? !isHistory(facts, id) && !isFinishedFolder(facts, id) : !done.has(own.id)
  })
}

/** One cause for which phases can never start; what only waits behind it is not named. */
export interface Stuck {
  /** In a circle each waits for the next, and the last for the first. */
  readonly phases: readonly PhaseFacts[]
  /** What the one phase waits for and nobody knows; empty: a circle. */
  readonly unknown: readonly PhaseId[]
}

export function stuckPhases(facts: ProjectFacts, done: ReadonlySet<PhaseId>): readonly Stuck[] {
  const waits = (phase: PhaseFacts) => unmetDependencies(facts, phase, done)
  const open = facts.phases.filter(({ id }) => !done.has(id))
  const told = new Set<PhaseFacts>()
  return open.flatMap((phase): readonly Stuck[] => {
    const unknown = waits(phase).filter((id) => phaseNumbered(facts, id) === null)
    const circle = told.has(phase)
      ? null
      : circleThrough(phase, (at) => waits(at).flatMap((id) => phaseNumbered(facts, id) ?? []))
    for (const one of circle ?? []) told.add(one)
    return [
      ...(unknown.length === 0 ? [] : [{ phases: [phase], unknown }]),
      ...(circle === null ? [] : [{ phases: circle, unknown: [] }]),
    ]
  })
}

export const stuckReason = ({ phases, unknown }: Stuck): string => {
  const names = phases.map(({ id }) => displayPhaseId(id))
  if (unknown.length > 0)
    return `phase ${names[0]} waits for ${unknown.map(displayPhaseId).join(', ')}, which ROADMAP.md does not have`
  return names.length === 1
    ? `phase ${names[0]} waits for itself`
    : `phases wait for each other: ${[...names, names[0]].join(' → ')}`
}

export const stuckText = (facts: ProjectFacts, done: ReadonlySet<PhaseId>): string =>
  `no phase can start: ${stuckPhases(facts, done).map(stuckReason).join('; ')}`
