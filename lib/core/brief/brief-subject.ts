// What an agent's brief is about: its unit, by the claim it was given or by the form of the id.
import type { PhaseFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { type Claim, draftsFolder, readClaims } from '../dispatch/claims.js'
import { isUnitType, UNIT_TYPE_IDS, type UnitTypeId, unitType } from '../dispatch/units.js'
import { parsePlanId, phaseOfPlan, samePlan } from '../ids.js'
import type { View } from '../view.js'
import { type BriefWorld, findPhase } from './brief-world.js'

/** Phase and plan are null where the unit has none, or where the milestone does not know them. */
export interface AgentSubject {
  readonly agent: string
  readonly type: UnitTypeId | null
  readonly id: string
  readonly claim: Claim | null
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
}

/** The claim with this token, or null. A file that claims something nobody can claim is none. */
export const claimWith = (view: View, token: string): Claim | null =>
  readClaims(view).find((claim) => claim.token === token && isUnitType(claim.unitType) && isText(claim.unitId)) ?? null

const isText = (value: unknown): boolean => typeof value === 'string'

/** Finds what an agent's unit is about: by its claim, else by the form of its id. */
export function agentSubject(world: BriefWorld, agent: string, id: string, claim: Claim | null): AgentSubject {
  const types = UNIT_TYPE_IDS.filter((type) => unitType(type).agent === agent)
  const planId = parsePlanId(id)
  const phase =
    (planId === null ? null : findPhase(world.derivation, phaseOfPlan(planId))) ?? findPhase(world.derivation, id)
  const plan = planId === null ? null : (phase?.plans.find((other) => samePlan(other.id, planId)) ?? null)
  const fits = types.find((type) => unitType(type).subject === (plan === null ? 'phase' : 'plan'))
  return { agent, type: claim?.unitType ?? fits ?? types[0] ?? null, id, claim, phase, plan }
}

/** Where the drafts of the claim lie; null without a claim, and for one that names another folder than its own. */
export function draftsOf({ claim }: AgentSubject, view: View): string | null {
  if (claim === null || !/^[\w.-]+$/.test(String(claim.dispatchId)) || claim.dispatchId.startsWith('.')) return null
  const own = draftsFolder(view, claim.dispatchId)
  return claim.drafts === own ? own : null
}
