// What an agent's brief is about.
import type { PhaseFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import type { Claim } from '../dispatch/claims.js'

/** Null where an id names none, or where the milestone does not know it. */
export interface Place {
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
}

export interface AgentSubject extends Place {
  readonly agent: string
  readonly claim: Claim
}
