// One vocabulary for how far something is: the words of phases, plans and requirements, and the function that gives each from derivation.
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import type { Derivation } from './derive.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { fulfilmentOf } from './fulfilment.js'
import { isComplete, type PlanEvidence } from './plan-facts.js'
import { verificationWord } from './verification-word.js'

/**
 * Of a phase. `Claimed`: a tick, a SUMMARY or a VERIFICATION says that it is finished, and nothing proves it · `Executed`: every plan is carried out by
 * evidence, the verification is missing · `Needs Review`: what is left is a person's test · `Adopted`: accepted as it stands · `Shipped`: of a closed milestone.
 */
export const PHASE_STATUS = [
  'Not started',
  'Planned',
  'In Progress',
  'Executed',
  'Needs Review',
  'Claimed',
  'Adopted',
  'Complete',
  'Shipped',
] as const
export type PhaseStatus = (typeof PHASE_STATUS)[number]

/** Nothing is left to do in the phase. */
export const isClosed = (status: PhaseStatus): boolean =>
  status === 'Complete' || status === 'Adopted' || status === 'Shipped'

/** Of a plan; `closed`: of a closed milestone, whose files are history. */
export const PLAN_STATUS = ['open', 'claimed', 'halted', 'adopted', 'complete', 'closed'] as const satisfies readonly (
  | PlanEvidence
  | 'closed'
)[]

/** Of a requirement. `claimed`: its box is ticked, and nothing proves it · `overruled`: a person decided that it is met. */
export const REQUIREMENT_STATUS = ['open', 'claimed', 'overruled', 'adopted', 'complete'] as const
export type RequirementStatus = (typeof REQUIREMENT_STATUS)[number]

/** By evidence alone; a tick or a file's own word can only make it `Claimed`. */
export const phaseStatus = ({ facts, done }: Derivation, phase: PhaseFacts): PhaseStatus =>
  statusOf(facts, phase, done.has(phase.id))

/** The same where only one phase was judged. */
export function statusOf(facts: ProjectFacts, phase: PhaseFacts, done: boolean): PhaseStatus {
  if (phase.adopted) return 'Adopted'
  if (done) return 'Complete'
  if (phase.ticked || phase.plans.some(({ evidence }) => evidence === 'claimed')) return 'Claimed'
  if (phase.plans.length === 0) return 'Not started'
  const complete = phase.plans.filter(isComplete).length
  if (complete < phase.plans.length) return complete > 0 ? 'In Progress' : 'Planned'
  return afterExecution(facts, phase)
}

function afterExecution(facts: ProjectFacts, phase: PhaseFacts): PhaseStatus {
  const { status } = verificationWord(facts, phase)
  if (status === 'claimed') return 'Claimed'
  return status === 'human_needed' ? 'Needs Review' : 'Executed'
}

export function requirementStatus(
  facts: ProjectFacts,
  { id, done }: RequirementsValue['requirements'][number],
): RequirementStatus {
  const { complete, by } = fulfilmentOf(facts, id)
  if (!complete) return done === true ? 'claimed' : 'open'
  return by === 'evidence' || by === null ? 'complete' : by
}
