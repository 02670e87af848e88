// Finds the units that a derived step offers, and each unit's subjects and expected files.
import { type Derivation, phaseRef } from '../derivation/derive.js'
import { auditName, type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { type PhaseDerivation, repairOf } from '../derivation/phase-rules.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { type PlanMode, UNIT_OF_STEP } from '../derivation/steps.js'
import type { ExtensionDecision } from '../extensions/asking.js'
import { EXTENSION_UNIT } from '../extensions/port.js'
import { displayPhaseId, type PlanId, parsePhaseId, phaseOfPlan, samePhase, samePlan } from '../ids.js'
import { coversPhase, readOrder } from '../order.js'
import { OWN_UNIT, ownSuffix, splitOwnId } from './own-unit.js'
import type { ExpectedFile, UnitDecision, UnitPayload } from './unit-shapes.js'
import { unitType } from './units/all.js'
import type { Expected } from './units/unit.js'

/** Returns the project's unit or those of unblocked phases: ordered phases first, and in each group the active phase. */
export function offeredUnits({ state, facts, active, candidates }: Derivation): readonly UnitDecision[] {
  const type = UNIT_OF_STEP[state.step]
  if (type === null) return []
  if (active === null) return [projectUnit(facts, type)]
  const scope = readOrder(facts.view)?.scope ?? 'all'
  const rank = ({ phase }: PhaseDerivation) => (coversPhase(scope, phase.id) ? 0 : 2) + (phase === active ? 0 : 1)
  return [...candidates].sort((a, b) => rank(a) - rank(b)).flatMap((one) => unitsOf(facts, one))
}

function unitsOf(facts: ProjectFacts, { phase, outcome }: PhaseDerivation): readonly UnitDecision[] {
  const type = UNIT_OF_STEP[outcome.step]
  if (type === null) return []
  if (type === 'execute-plan') return (outcome.ready ?? []).map((plan) => planUnit(facts, phase, plan))
  return [phaseUnit(facts, type, phase, outcome.mode)]
}

export function decision(
  type: string,
  unitId: string,
  payload: UnitPayload,
  vars: UnitDecision['prompt']['vars'],
  expects: readonly ExpectedFile[],
): UnitDecision {
  const { workflow, agent } = unitType(type)
  const prompt = { template: workflow ?? type, vars }
  return { unitType: type, unitId, payload, prompt, ...(agent === null ? {} : { agent }), expects }
}

export function projectUnit(facts: ProjectFacts, type: string): UnitDecision {
  const { subject } = unitType(type)
  const milestone = facts.milestone?.id ?? null
  const isMilestone = subject === 'milestone'
  const unitId = isMilestone ? (milestone ?? 'milestone') : type === 'new-milestone' ? 'milestone' : 'project'
  return decision(type, unitId, {}, isMilestone ? { milestone: unitId } : {}, expectedFiles(facts, type, {}))
}

export function phaseUnit(facts: ProjectFacts, type: string, phase: PhaseFacts, mode?: PlanMode): UnitDecision {
  const planning = { mode: mode ?? (repairOf(facts, phase) === null ? ('full' as const) : ('gaps' as const)) }
  const payload = { phase: phaseRef(phase), ...(type === 'plan-phase' ? planning : {}) }
  return decision(type, phase.id, payload, { phase: displayPhaseId(phase.id) }, expectedFiles(facts, type, { phase }))
}

export function planUnit(facts: ProjectFacts, phase: PhaseFacts, plan: PlanFacts): UnitDecision {
  const vars = { phase: displayPhaseId(phase.id), plan: plan.id }
  const expects = expectedFiles(facts, 'execute-plan', { phase, plan })
  return decision('execute-plan', plan.id, { phase: phaseRef(phase) }, vars, expects)
}

interface Subjects {
  readonly phase?: PhaseFacts
  readonly plan?: PlanFacts
  readonly id?: string
}

export function expectedFiles(facts: ProjectFacts, type: string, subjects: Subjects): readonly ExpectedFile[] {
  return unitType(type).expects.map((expected) => {
    const { schema, mandatory, fresh = false } = expected
    return { path: expectedPath(facts, expected, subjects), schema, mandatory, fresh }
  })
}

function expectedPath(facts: ProjectFacts, { path }: Expected, { phase, plan, id }: Subjects): string {
  const directory = phase === undefined ? '' : phaseDirectoryPath(facts, phase)
  // The summary takes the plan's name, which may contain a slug.
  const stem = plan?.file.stem || (phase?.id ?? '')
  return facts.view
    .at(path)
    .replace(facts.view.at('phases/{dir}'), directory)
    .replace('{plan}', stem)
    .replace('{pp}', phase?.id ?? '')
    .replace('{milestone}-MILESTONE-AUDIT.md', auditName(facts))
    .replace('{id}', id ?? '')
    .replace('{own}', ownSuffix(id ?? ''))
}

export function ownUnitOf(facts: ProjectFacts, unitId: string, phase: PhaseFacts): UnitDecision {
  const id = `${splitOwnId(unitId).page}.${phase.id}`
  const payload = { phase: phaseRef(phase) }
  return decision(OWN_UNIT, id, payload, { id }, expectedFiles(facts, OWN_UNIT, { phase, id }))
}

export function extensionUnit({ facts }: Derivation, { id, task }: Extract<ExtensionDecision, { kind: 'unit' }>) {
  return decision(EXTENSION_UNIT, id, {}, { id, task }, expectedFiles(facts, EXTENSION_UNIT, { id }))
}

/** Returns a unit's expected files, phase and plan; null for a phase or plan that the unit or the roadmap does not have. */
export function subjectsOf(facts: ProjectFacts, type: string, unitId: string) {
  const { subject } = unitType(type)
  const named = type === OWN_UNIT ? splitOwnId(unitId).phase : subject === 'phase' ? unitId : null
  const phaseId = named !== null ? parsePhaseId(named) : subject === 'plan' ? phaseOfPlan(unitId as PlanId) : null
  const phase = phaseId === null ? null : (facts.phases.find(({ id }) => samePhase(id, phaseId)) ?? null)
  const plan = subject === 'plan' ? (phase?.plans.find(({ id }) => samePlan(id, unitId as PlanId)) ?? null) : null
  const expects = expectedFiles(facts, type, {
    ...(phase === null ? {} : { phase }),
    ...(plan === null ? {} : { plan }),
    id: unitId,
  })
  return { phase, plan, expects }
}
