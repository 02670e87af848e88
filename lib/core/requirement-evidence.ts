// Which requirements are complete, by evidence: every plan that carries one is complete and its phase is verified. A person's overrule outweighs it.
import { isComplete, type PhaseFacts, type ProjectFacts } from './facts.js'
import type { PhaseId, PlanId } from './ids.js'
import { type OverruleLine, overrulesIn } from './ledger.js'
import { derivePhase } from './phase-rules.js'

export interface RequirementEvidence {
  readonly id: string
  readonly complete: boolean
  /** Phases that carry it, by plan or by the roadmap. */
  readonly phases: readonly PhaseId[]
  readonly plans: readonly PlanId[]
  /** What is still missing, one sentence each; empty when evidence says complete. */
  readonly missing: readonly string[]
  /** The person's word that holds instead. */
  readonly overruled: OverruleLine | null
}

const carries = (list: readonly string[], id: string) => list.some((other) => other.toUpperCase() === id.toUpperCase())

/** Its plans are done and its verification passed with receipts; whether it was closed since does not matter. */
const isVerified = (facts: ProjectFacts, phase: PhaseFacts): boolean =>
  phase.adopted || derivePhase(facts, phase).rule === 'D18'

/** Answers for one id at a time; what a phase's verification says is worked out once. */
export function requirementEvidence(facts: ProjectFacts): (id: string) => RequirementEvidence {
  const overrules = overrulesIn(facts.inputs.ledger())
  const verified = new Map<PhaseId, boolean>()
  const isPhaseVerified = (phase: PhaseFacts): boolean => {
    const known = verified.get(phase.id) ?? isVerified(facts, phase)
    verified.set(phase.id, known)
    return known
  }
  return (id) => {
    const phases = facts.phases.filter(
      ({ section, plans }) =>
        carries(section.requirements, id) || plans.some(({ plan }) => carries(plan.requirements, id)),
    )
    const plans = phases.flatMap((phase) => phase.plans.filter(({ plan }) => carries(plan.requirements, id)))
    const missing = [
      ...(phases.length === 0 ? ['no phase carries it'] : []),
      ...plans.filter((plan) => !isComplete(plan)).map((plan) => `plan ${plan.id} is not complete`),
      ...phases.filter((phase) => !isPhaseVerified(phase)).map((phase) => `phase ${phase.id} is not verified`),
    ]
    const overruled = overrules.get(id) ?? null
    return {
      id,
      complete: overruled === null ? missing.length === 0 : overruled.complete,
      phases: phases.map((phase) => phase.id),
      plans: plans.map((plan) => plan.id),
      missing,
      overruled,
    }
  }
}
