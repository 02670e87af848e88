// Every unit type. To add one, add a file here and its name to this list.
import { isBeside } from '../../derivation/steps.js'
import { asides } from './asides.js'
import { auditMilestone } from './audit-milestone.js'
import { checkPlan } from './check-plan.js'
import { completeMilestone } from './complete-milestone.js'
import { debug } from './debug.js'
import { discussPhase } from './discuss-phase.js'
import { executePlan } from './execute-plan.js'
import { extension } from './extension.js'
import { mapCodebase } from './map-codebase.js'
import { newMilestone } from './new-milestone.js'
import { newProject } from './new-project.js'
import { own } from './own.js'
import { planPhase } from './plan-phase.js'
import { quick } from './quick.js'
import { researchPhase } from './research-phase.js'
import { transition } from './transition.js'
import { triageCaptures } from './triage-captures.js'
import type { Unit } from './unit.js'
import { verifyPhase } from './verify-phase.js'
import { verifyWork } from './verify-work.js'

const ALL: readonly Unit[] = [
  newProject,
  newMilestone,
  discussPhase,
  researchPhase,
  planPhase,
  checkPlan,
  executePlan,
  verifyPhase,
  verifyWork,
  transition,
  auditMilestone,
  completeMilestone,
  quick,
  mapCodebase,
  triageCaptures,
  debug,
  extension,
  own,
  ...asides,
]

const BY_ID: ReadonlyMap<string, Unit> = new Map(ALL.map((unit) => [unit.id, unit]))

export const UNIT_TYPE_IDS: readonly string[] = ALL.map(({ id }) => id)

export const isUnitType = (id: string): boolean => BY_ID.has(id)

/** The type with this id, which must exist. */
export function unitType(id: string): Unit {
  const unit = BY_ID.get(id)
  if (unit === undefined) throw new Error(`"${id}" is no unit type`)
  return unit
}

/** The subject of a type; `free` if the type is unknown. */
export const subjectOf = (id: string): Unit['subject'] => BY_ID.get(id)?.subject ?? 'free'

/** It runs only on request, so attempts are not counted. */
export const isWantedAgain = (id: string): boolean => isBeside(id) && unitType(id).subject === 'phase'

export const recordMessage = (type: string, unitId: string): string =>
  BY_ID.get(type)?.record?.(unitId) ?? `docs: record ${type} ${unitId}`
