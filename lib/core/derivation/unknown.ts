// Finds phases and plans of the active milestone by name, and builds errors for unknown ones.
import { type ErrorBody, refuse } from '../../errors.js'
import { bareFolder } from '../../std/paths.js'
import { someOf } from '../../std/text.js'
import { displayPhaseId, idInName, parsePhaseId, parsePlanId, phaseOfPlan, samePlan } from '../ids.js'
import { type PhaseFacts, type ProjectFacts, phaseNumbered } from './facts.js'
import type { PlanFacts } from './plan-facts.js'

type Phases = Pick<ProjectFacts, 'phases'>

/** Finds a phase by its number, or by its folder with or without the path. */
export function phaseNamed(facts: Phases, text: string): PhaseFacts | null {
  const path = bareFolder(text)
  const id = parsePhaseId(idInName(path))
  return facts.phases.find(({ directory }) => directory?.path === path) ?? (id && phaseNumbered(facts, id))
}

export const phaseOrRefuse = (facts: Phases, text: string): PhaseFacts =>
  phaseNamed(facts, text) ?? refuse(unknownPhase(facts, text))

export function planNamed(
  facts: Phases,
  text: string,
): { readonly phase: PhaseFacts; readonly plan: PlanFacts } | null {
  const id = parsePlanId(text)
  const phase = id === null ? null : phaseNumbered(facts, phaseOfPlan(id))
  const plan = phase?.plans.find((one) => id !== null && samePlan(one.id, id))
  return phase === null || plan === undefined ? null : { phase, plan }
}

export function unknownPhase({ phases }: Phases, named: string): ErrorBody {
  const known = phases.map(({ id }) => displayPhaseId(id))
  return {
    code: 'PHASE_NOT_FOUND',
    message: `"${named}" is not a phase of the active milestone`,
    fix: `use one of ${someOf(known, named) || 'the phases that ROADMAP.md will have'}`,
  }
}

export function unknownPlan(plans: readonly Pick<PlanFacts, 'id'>[], named: string): ErrorBody {
  const known = plans.map(({ id }) => id)
  return {
    code: 'PLAN_NOT_FOUND',
    message: `"${named}" is not a plan of the active milestone`,
    fix: `use one of ${someOf(known, named) || 'the plans that planning will write'}`,
  }
}
