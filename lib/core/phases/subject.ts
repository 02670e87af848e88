// Finds the phase that a command names, with the derived state.
import { refuse } from '../../errors.js'
import { bareFolder } from '../../std/paths.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { idInName, parsePhaseId, samePhase } from '../ids.js'
import type { View } from '../view.js'
import { phaseMissing } from './locate.js'

/** Finds a phase of the active milestone by number or directory; refuses if there is none. */
export function subjectPhase(
  view: View,
  given: string,
): { readonly derivation: Derivation; readonly phase: PhaseFacts } {
  const derivation = derive(view)
  const { phases } = derivation.facts
  const path = bareFolder(given)
  const id = parsePhaseId(idInName(path))
  const phase =
    phases.find(({ directory }) => directory?.path === path) ??
    phases.find((found) => id !== null && samePhase(found.id, id))
  const known = phases.map((found) => found.id)
  return { derivation, phase: phase ?? refuse(phaseMissing(given, known)) }
}
