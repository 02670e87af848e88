// One vocabulary for how far something is: the words of phases, plans and requirements, and the function that gives each from derivation.
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import { MILESTONE_ARCHIVE } from '../milestones/last-shipped.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { fulfilmentOf } from './fulfilment.js'
import type { PlanEvidence } from './plan-facts.js'
import { verificationWord } from './verification-word.js'

/** `done`: finished, not verified by us: another tool finished it, or it was closed without a verification, or its milestone is closed. */
export const PHASE_STATUS = ['not started', 'planned', 'in progress', 'done', 'verified'] as const
export type PhaseStatus = (typeof PHASE_STATUS)[number]

/** Stands behind `done` wherever a phase is shown. */
export const UNVERIFIED = 'not verified by us'

/** As people read it: `done (not verified by us)`. Nobody looks into closed milestones. */
export const statusText = (status: PhaseStatus, closed = false): string =>
  status === 'done' && !closed ? `${status} (${UNVERIFIED})` : status

/** Of a plan. In progress: it halted, or has a SUMMARY that `unit finish` did not take. */
export const PLAN_STATUS = ['planned', 'in progress', 'done'] as const
export type PlanStatus = (typeof PLAN_STATUS)[number]

const OF_EVIDENCE: Readonly<Record<PlanEvidence, PlanStatus>> = {
  open: 'planned',
  claimed: 'in progress',
  halted: 'in progress',
  done: 'done',
  complete: 'done',
}
export const planStatus = ({ evidence }: { readonly evidence: PlanEvidence }): PlanStatus => OF_EVIDENCE[evidence]

/** Of a requirement. `done`: other tools finished its phases · `overruled`: a person decided that it is met. */
export const REQUIREMENT_STATUS = ['open', 'done', 'overruled', 'verified'] as const
export type RequirementStatus = (typeof REQUIREMENT_STATUS)[number]

export const phaseStatus = (
  { facts, done }: { readonly facts: ProjectFacts; readonly done: ReadonlySet<string> },
  phase: PhaseFacts,
): PhaseStatus => {
  if (done.has(phase.id)) return isVerified(facts, phase) ? 'verified' : 'done'
  if (phase.plans.length === 0) return 'not started'
  return phase.plans.every(({ evidence }) => evidence === 'open') ? 'planned' : 'in progress'
}

/** Of a phase that is done: it was closed here, behind a verdict and receipts. */
export function isVerified(facts: ProjectFacts, phase: PhaseFacts): boolean {
  if (!facts.finished.transitions.has(phase.id)) return false
  const { status, receipt } = verificationWord(facts, phase)
  return receipt !== null && (status === 'passed' || status === 'human_needed')
}

export function requirementStatus(
  facts: ProjectFacts,
  { id }: RequirementsValue['requirements'][number],
): RequirementStatus {
  const { by } = fulfilmentOf(facts, id)
  return by === null ? 'open' : by === 'evidence' ? 'verified' : by
}

/** What to do where the phases of the open milestone stand in a roadmap of its own; null where they do not. */
export function apartText({ milestone, inputs, view }: ProjectFacts): string | null {
  const path = MILESTONE_ARCHIVE(milestone?.id ?? '')
  if (view.base !== '.planning' || inputs.source(path) === null) return null
  const heading = `## ${[milestone?.id, milestone?.title].filter(Boolean).join(' ')} (In Progress)`
  return `the phases of ${milestone?.id}, which is open, stand in ${path}: move them into ROADMAP.md, below "${heading}"`
}
