// Finds the dependencies of each phase from its "Depends on" field. Without the field, the order of phases decides.
import { phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import { isNothing } from '../../artifacts/parts/placeholders.js'
import { cycleThrough } from '../../std/graph.js'
import { type PhaseId, parsePhaseId, phaseKey } from '../ids.js'

interface Phase {
  readonly id: PhaseId
  readonly section: { readonly dependsOn: string | null }
}

/** Returns the phases that the field names; null if it is missing, or names neither phases nor "nothing". */
function phasesNamed(text: string | null): readonly PhaseId[] | null {
  if (text === null) return null
  const ids = phaseRefsIn(text).flatMap((ref) => parsePhaseId(ref) ?? [])
  return ids.length > 0 || isNothing(text) || /^(?:nothing|none|no )/i.test(text.trim()) ? ids : null
}

/** Maps phases, given in working order, to their dependencies: the field's, else the previous phase if no cycle results. */
export function needsIn<P extends Phase>(phases: readonly P[]): ReadonlyMap<P, readonly PhaseId[]> {
  const byKey = new Map([...phases].reverse().map((phase) => [phaseKey(phase.id), phase]))
  const at = new Map(phases.map((phase, index) => [phase, index]))
  const known = (ids: readonly PhaseId[]) => ids.flatMap((id) => byKey.get(phaseKey(id)) ?? [])
  const needs = new Map<P, readonly PhaseId[]>()
  const withoutField: P[] = []
  for (const phase of phases) {
    const named = phasesNamed(phase.section.dependsOn)
    needs.set(phase, named ?? [])
    if (named === null) withoutField.push(phase)
  }
  const index = (phase: P) => at.get(phase) as number
  const pointsForward = [...needs].some(([phase, ids]) => known(ids).some((other) => index(other) > index(phase)))
  for (const phase of withoutField) {
    const before = phases[index(phase) - 1]
    if (before === undefined) continue
    const neededBy = (one: P) => (one === phase ? [before] : known(needs.get(one) ?? []))
    if (!pointsForward || cycleThrough(phase, neededBy) === null) needs.set(phase, [before.id])
  }
  return needs
}
