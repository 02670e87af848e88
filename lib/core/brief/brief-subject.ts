// The subject of an agent's brief.
import type { PhaseFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import type { Claim } from '../dispatch/claims.js'

/** Null if an id names none, or the milestone does not know it. */
export interface PhaseAndPlan {
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
}

export interface AgentSubject extends PhaseAndPlan {
  readonly agent: string
  readonly claim: Claim
}
