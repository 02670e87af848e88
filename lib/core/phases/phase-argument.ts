// A phase as an argument of verbs that need the derived state: the phase with its facts, or why there is none.
import type { ErrorBody } from '../../errors.js'
import { bareFolder, baseName } from '../../std/paths.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { idInName, parsePhaseId, samePhase } from '../ids.js'
import type { View } from '../view.js'
import { phaseMissing } from './locate.js'

export type Subject =
  | { readonly derivation: Derivation; readonly phase: PhaseFacts }
  | { readonly derivation: Derivation; readonly error: ErrorBody }

/** Of the active milestone; a number, or the directory it lies in. Declare FACT_READS. */
export function subjectPhase(view: View, given: string): Subject {
  const derivation = derive(view)
  const { phases } = derivation.facts
  const path = bareFolder(given)
  const byPath = phases.find(({ directory }) => directory?.path === path)
  const id = parsePhaseId(idInName(baseName(path)))
  const phase = byPath ?? (id === null ? undefined : phases.find((found) => samePhase(found.id, id)))
  return phase === undefined
    ? {
        derivation,
        error: phaseMissing(
          given,
          phases.map((found) => found.id),
        ),
      }
    : { derivation, phase }
}
