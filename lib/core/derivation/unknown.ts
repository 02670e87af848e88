// Errors for an unknown phase or plan.
import type { ErrorBody } from '../../errors.js'
import { someOf } from '../../std/text.js'
import { displayPhaseId } from '../ids.js'
import type { ProjectFacts } from './facts.js'
import type { PlanFacts } from './plan-facts.js'

export function unknownPhase({ phases }: Pick<ProjectFacts, 'phases'>, named: string): ErrorBody {
  const known = phases.map(({ id }) => displayPhaseId(id))
  return {
    code: 'PHASE_NOT_FOUND',
    message: `"${named}" is not a phase of the active milestone`,
    fix: `use one of ${someOf(known, named) || 'the phases ROADMAP.md will have'}`,
  }
}

/** `plans`: candidates to suggest. */
export function unknownPlan(plans: readonly Pick<PlanFacts, 'id'>[], named: string): ErrorBody {
  const known = plans.map(({ id }) => id)
  return {
    code: 'PLAN_NOT_FOUND',
    message: `"${named}" is not a plan of the active milestone`,
    fix: `use one of ${someOf(known, named) || 'the plans that planning will write'}`,
  }
}
