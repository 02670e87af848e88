// A unit's subject, and its work for the session itself: the pack's steps, the depth, and the call that ends it.
import { scan } from '../../markdown/scan.js'
import { ours, type SafeText, say } from '../../std/safe-text.js'
import { depthOf } from '../depth.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type Claim, readClaims } from '../dispatch/claims.js'
import { ownNames } from '../dispatch/own-unit.js'
import { isUnitType, unitType } from '../dispatch/units/all.js'
import { parsePlanId, phaseOfPlan, samePlan } from '../ids.js'
import type { View } from '../view.js'
import { stepText } from './brief.js'
import type { AgentSubject, PhaseAndPlan } from './brief-world.js'
import { type BriefWorld, findPhase } from './brief-world.js'
import { WORK } from './catalog.js'
import { parseWorkflow } from './workflow.js'

/** The claim with this token, or null. */
export const claimWith = (view: View, token: string): Claim | null =>
  readClaims(view).find((claim) => claim.token === token && isUnitType(claim.unitType)) ?? null

/** The phase and plan that a unit id names. */
export function phaseAndPlanOf({ derivation }: BriefWorld, id: string): PhaseAndPlan {
  const planId = parsePlanId(id)
  const phase =
    (planId === null ? null : findPhase(derivation, phaseOfPlan(planId))) ??
    findPhase(derivation, id) ??
    findPhase(derivation, ownNames(id).phase)
  return { phase, plan: planId === null ? null : (phase?.plans.find((other) => samePlan(other.id, planId)) ?? null) }
}

export const agentSubject = (world: BriefWorld, claim: Claim): AgentSubject => ({
  agent: unitType(claim.unitType).agent ?? claim.unitType,
  claim,
  ...phaseAndPlanOf(world, claim.unitId),
})

export interface UnitWork {
  /** The steps, or null if the pack has none for it. */
  readonly steps: SafeText | null
  readonly depth: SafeText | null
  /** The reader already knows how units of this type are done. */
  readonly known?: boolean
  /** The unit was begun by name, so the call that ends it does not name the next unit. */
  readonly named?: boolean
  /** The unit that the same reader just handed in: its drafts are known. */
  readonly own?: { readonly unitType: string; readonly unitId: string } | null
  /** A subagent does it and answers its caller. */
  readonly returns?: boolean
}

/** The steps of a workflow that is served by unit, not by brief. */
export const stepsOf = ({ view }: Pick<BriefWorld, 'view'>, workflow: string) => {
  const source = view.pack.read(`workflows/${workflow}.md`)
  return source === null ? [] : parseWorkflow(source, scan(source)).steps
}

export function unitWork(world: BriefWorld, { claim, phase }: AgentSubject): UnitWork {
  const step = stepsOf(world, WORK).find(({ id }) => id === claim.unitType)
  // The unit's own phase: a review may be about a closed one.
  const own = phase === null ? world : { ...world, phase }
  return {
    steps: step === undefined ? null : stepText(step, own),
    depth: phase === null ? null : depthText(phase, world),
  }
}

function depthText(phase: PhaseFacts, world: BriefWorld): SafeText | null {
  const depth = depthOf(world.derivation.facts, phase)
  // The words for a risk come from our registry.
  return depth === null ? null : say`${depth.name} (${ours(depth.reason)})`
}
