// What an agent's brief is about.
import type { PhaseFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import type { Claim } from '../dispatch/claims.js'

/** Phase and plan are null where the unit has none, or where the milestone does not know them. */
export interface AgentSubject {
  readonly agent: string
  readonly type: string | null
  readonly id: string
  readonly claim: Claim | null
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
}
