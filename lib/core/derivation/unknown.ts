// Finds phases and plans of the active milestone by name, and builds errors for unknown ones.
import type { ErrorBody } from '../../errors.js'
import { someOf } from '../../std/text.js'
import { displayPhaseId, parsePhaseId, parsePlanId, phaseOfPlan, samePlan } from '../ids.js'
import { type PhaseFacts, type ProjectFacts, phaseNumbered } from './facts.js'
import type { PlanFacts } from './plan-facts.js'

type Phases = Pick<ProjectFacts, 'phases'>

export function phaseNamed(facts: Phases, text: string): PhaseFacts | null {
  const id = parsePhaseId(text)
  return id === null ? null : phaseNumbered(facts, id)
}

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
