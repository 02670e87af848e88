// Examines phase dependencies: the graph, and the cycles and unknown phases that keep phases from ever starting.
import { cycleThrough, levelsOf } from '../../std/graph.js'
import { grouped } from '../../std/grouped.js'
import { joined, pathText, type SafeText, say } from '../../std/safe-text.js'
import { displayPhaseId, type PhaseId, samePhase } from '../ids.js'
import { isFinishedFolder, isHistory, type PhaseFacts, type ProjectFacts, phaseNumbered } from './facts.js'

/** Returns dependencies that are not done. Outside this milestone, phases in history and in finished folders are done. */
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

const phasesWithIds = (facts: ProjectFacts, ids: readonly PhaseId[]): readonly PhaseFacts[] =>
  ids.flatMap((id) => phaseNumbered(facts, id) ?? [])

/** Maps each phase id to the length of the longest chain that ends there. Phases in or after a cycle have no entry. */
const levelsIn = (facts: ProjectFacts, all: readonly PhaseFacts[], needs: (phase: PhaseFacts) => readonly PhaseId[]) =>
  levelsOf(all.map((one) => ({ id: one.id, weight: 1, after: phasesWithIds(facts, needs(one)).map(({ id }) => id) })))

/** Prints the dependency graph in one line: `1 → 2, 3, 4 → 5`. Unrelated groups are separate: `1 → 2; 3`. */
export function graphLine(facts: ProjectFacts): string {
  const levels = levelsIn(facts, facts.phases, ({ dependsOn }) => dependsOn)
  const groups = new Map(facts.phases.map((phase) => [phase, [phase]]))
  for (const phase of facts.phases)
    for (const other of phasesWithIds(facts, phase.dependsOn)) {
      const [own, theirs] = [groups.get(phase) ?? [], groups.get(other) ?? []]
      if (own === theirs) continue
      own.push(...theirs)
      for (const one of theirs) groups.set(one, own)
    }
  return [...new Set(groups.values())]
    .map((group) =>
      stepsText(
        facts.phases.filter((phase) => groups.get(phase) === group),
        levels,
      ),
    )
    .join('; ')
}

const stepsText = (phases: readonly PhaseFacts[], levels: ReadonlyMap<string, number>): string =>
  [...grouped(phases, ({ id }) => String(levels.get(id) ?? Number.POSITIVE_INFINITY))]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, step]) => step.map(({ id }) => displayPhaseId(id)).join(', '))
    .join(' → ')

/** Phases that can never start. Phases that only wait for these are not listed. */
export interface Stuck {
  /** In a cycle, each phase waits for the next, and the last phase for the first. */
  readonly phases: readonly PhaseFacts[]
  /** Unknown dependencies of the only phase; empty for a cycle. */
  readonly unknown: readonly PhaseId[]
}

export function stuckPhases(facts: ProjectFacts, done: ReadonlySet<PhaseId>): readonly Stuck[] {
  const open = facts.phases.filter(({ id }) => !done.has(id))
  const unmet = new Map(open.map((phase) => [phase, unmetDependencies(facts, phase, done)]))
  const unmetOf = (phase: PhaseFacts) => unmet.get(phase) ?? []
  const levels = levelsIn(facts, open, unmetOf)
  const reported = new Set<PhaseFacts>()
  return open.flatMap((phase): readonly Stuck[] => {
    const unknown = unmetOf(phase).filter((id) => phaseNumbered(facts, id) === null)
    const cycle =
      reported.has(phase) || levels.has(phase.id)
        ? null
        : cycleThrough(phase, (at) => phasesWithIds(facts, unmetOf(at)))
    for (const one of cycle ?? []) reported.add(one)
    return [
      ...(unknown.length === 0 ? [] : [{ phases: [phase], unknown }]),
      ...(cycle === null ? [] : [{ phases: cycle, unknown: [] }]),
    ]
  })
}

export const stuckReason = ({ phases, unknown }: Stuck): string => {
  const names = phases.map(({ id }) => displayPhaseId(id))
  if (unknown.length > 0)
    return `phase ${names[0]} depends on ${unknown.map(displayPhaseId).join(', ')}, which ROADMAP.md does not contain`
  return names.length === 1
    ? `phase ${names[0]} depends on itself`
    : `circular dependency of phases: ${[...names, names[0]].join(' → ')}`
}

export const stuckText = (facts: ProjectFacts, done: ReadonlySet<PhaseId>): string =>
  `no phase can start: ${stuckPhases(facts, done).map(stuckReason).join('; ')}`

/** Returns an instruction with the command that removes the cause and keeps the phase's other dependencies. */
export function stuckFix({ phases, unknown }: Stuck): SafeText {
  const editCommand = (phase: PhaseFacts, removed: readonly PhaseId[], added: SafeText | null): SafeText => {
    const kept = phase.dependsOn.filter((id) => !removed.some((other) => samePhase(id, other))).map(displayPhaseId)
    const waits = [...kept.map((id) => pathText(id)), ...(added === null ? [] : [added])]
    const list = waits.length === 0 ? say`none` : joined(waits, ', ')
    return say`gsd-tools phase edit ${pathText(displayPhaseId(phase.id))} --depends-on "${list}"`
  }
  const [first, next = first] = phases as [PhaseFacts, PhaseFacts?]
  if (unknown.length > 0) return say`name the right phase: ${editCommand(first, unknown, say`<phase>`)}`
  if (phases.length === 1) return editCommand(first, [first.id], null)
  return say`decide which of them comes first; if that is phase ${pathText(displayPhaseId(first.id))}: ${editCommand(first, [next.id], null)}`
}
