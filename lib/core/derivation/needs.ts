// Dependencies of each phase, from its "Depends on". Without one, the order of phases decides.
import { phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import { isNothing } from '../../artifacts/parts/placeholders.js'
import { circleThrough } from '../../std/knots.js'
import { type PhaseId, parsePhaseId, phaseKey } from '../ids.js'

interface Phase {
  readonly id: PhaseId
  readonly section: { readonly dependsOn: string | null }
}

/** The phases that the field names; null if it is missing, or names neither phases nor "nothing". */
function phasesNamed(text: string | null): readonly PhaseId[] | null {
  if (text === null) return null
  const ids = phaseRefsIn(text).flatMap((ref) => parsePhaseId(ref) ?? [])
  return ids.length > 0 || isNothing(text) || /^(?:nothing|none|no )/i.test(text.trim()) ? ids : null
}

/** `phases`: in working order. Without the field, a phase needs the previous phase unless that forms a cycle. */
export function needsIn<P extends Phase>(phases: readonly P[]): ReadonlyMap<P, readonly PhaseId[]> {
  const byKey = new Map([...phases].reverse().map((phase) => [phaseKey(phase.id), phase]))
  const at = new Map(phases.map((phase, index) => [phase, index]))
  const known = (ids: readonly PhaseId[]) => ids.flatMap((id) => byKey.get(phaseKey(id)) ?? [])
  const needs = new Map<P, readonly PhaseId[]>()
  const silent: P[] = []
  for (const phase of phases) {
    const said = phasesNamed(phase.section.dependsOn)
    needs.set(phase, said ?? [])
    if (said === null) silent.push(phase)
  }
  const index = (phase: P) => at.get(phase) as number
  const pointsForward = [...needs].some(([phase, ids]) => known(ids).some((other) => index(other) > index(phase)))
  for (const phase of silent) {
    const before = phases[index(phase) - 1]
    if (before === undefined) continue
    const waits = (one: P) => (one === phase ? [before] : known(needs.get(one) ?? []))
    if (!pointsForward || circleThrough(phase, waits) === null) needs.set(phase, [before.id])
  }
  return needs
}
