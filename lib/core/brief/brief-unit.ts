// What a unit is about, and its work as the session itself does it: the pack's words for it, the depth, and the one call that ends it.
import { scan } from '../../markdown/scan.js'
import { ours, say, type Told } from '../../std/told.js'
import { depthOf } from '../depth.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type Claim, readClaims } from '../dispatch/claims.js'
import { ownNames } from '../dispatch/own-unit.js'
import { isUnitType, unitType } from '../dispatch/units/all.js'
import { parsePlanId, phaseOfPlan, samePlan } from '../ids.js'
import type { View } from '../view.js'
import { stepText } from './brief.js'
import type { AgentSubject, Place } from './brief-subject.js'
import { type BriefWorld, findPhase } from './brief-world.js'
import { WORK } from './unit-texts.js'
import { parseWorkflow } from './workflow.js'

/** The claim with this token, or null. */
export const claimWith = (view: View, token: string): Claim | null =>
  readClaims(view).find((claim) => claim.token === token && isUnitType(claim.unitType)) ?? null

/** What the id of a unit names. */
export function placeOf({ derivation }: BriefWorld, id: string): Place {
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
  ...placeOf(world, claim.unitId),
})

export interface UnitWork {
  /** What to do, or null where the pack has no words of its own for it. */
  readonly steps: Told | null
  readonly depth: Told | null
  /** Whoever does it was told before how units of the type are done. */
  readonly known?: boolean
  /** It was begun by its name, so what comes next is not for the call that ends it to say. */
  readonly named?: boolean
  /** The unit whose drafts whoever does it handed in a moment ago: what was made of them they know. */
  readonly own?: { readonly unitType: string; readonly unitId: string } | null
  /** Whoever does it was started for it, and answers whoever started it. */
  readonly returns?: boolean
}

/** The steps of a workflow that is served by unit, not by brief. */
export const stepsOf = ({ view }: Pick<BriefWorld, 'view'>, workflow: string) => {
  const source = view.pack.read(`workflows/${workflow}.md`)
  return source === null ? [] : parseWorkflow(source, scan(source)).steps
}

export function unitWork(world: BriefWorld, { claim, phase }: AgentSubject): UnitWork {
  const step = stepsOf(world, WORK).find(({ id }) => id === claim.unitType)
  // The phase of the unit, which is another than the active one where a closed phase is reviewed.
  const own = phase === null ? world : { ...world, phase }
  return {
    steps: step === undefined ? null : stepText(step, own),
    depth: phase === null ? null : depthText(phase, world),
  }
}

export function depthText(phase: PhaseFacts, world: BriefWorld): Told | null {
  const depth = depthOf(world.derivation.facts, phase)
  // The words for a risk are the registry's own.
  return depth === null ? null : say`${depth.name} (${ours(depth.reason)})`
}
