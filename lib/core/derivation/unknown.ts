// Errors for an unknown phase or plan.
import type { ErrorBody } from '../../errors.js'
import { someOf } from '../../std/text.js'
import { displayPhaseId } from '../ids.js'
import type { ProjectFacts } from './facts.js'
import type { PlanFacts } from './plan-facts.js'

export const unknownPhase = ({ phases }: Pick<ProjectFacts, 'phases'>, named: string): ErrorBody => ({
  code: 'PHASE_NOT_FOUND',
  message: `"${named}" is not a phase of the active milestone`,
  fix: `use one of ${
    someOf(
      phases.map(({ id }) => displayPhaseId(id)),
      named,
    ) || 'the phases ROADMAP.md will have'
  }`,
})

/** `plans`: candidates to suggest. */
export const unknownPlan = (plans: readonly Pick<PlanFacts, 'id'>[], named: string): ErrorBody => ({
  code: 'PLAN_NOT_FOUND',
  message: `"${named}" is not a plan of the active milestone`,
  fix: `use one of ${
    someOf(
      plans.map(({ id }) => id),
      named,
    ) || 'the plans that planning will write'
  }`,
})
