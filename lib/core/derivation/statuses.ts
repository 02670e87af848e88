// The one vocabulary for progress: statuses of phases, plans and requirements, each with its function.
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import type { PhaseSection } from '../../artifacts/roadmap/roadmap.js'
import { onceOf } from '../../std/once.js'
import { openItemsOf } from './acceptance-debt.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { derivePhase } from './phase-rules.js'
import { isComplete, type PlanEvidence, type Ratio } from './plan-facts.js'
import type { Step } from './steps.js'
import { verificationWord } from './verification-word.js'

export interface PhaseProgress extends Ratio {
  readonly percent: number | null
  readonly verified: number
}

export interface Progress {
  readonly phases: Ratio
  readonly plans: Ratio
  readonly percent: number | null
  readonly share: PhaseProgress
}

export function progressOf({ done, total, verified }: Ratio & { readonly verified: number }, plans: Ratio): Progress {
  const percent = total === 0 ? null : Math.round((100 * done) / total)
  return { phases: { done, total }, plans, percent, share: { percent, done, total, verified } }
}

/** Returns the counts behind the percentage: `3 of 5 phases done, 2 verified`. */
export const phaseProgressText = ({ done, total, verified }: Omit<PhaseProgress, 'percent'>): string =>
  `${done} of ${total} phases done, ${verified} verified`

/** Returns a bar of ten cells with the percentage, as in STATE.md: `[████░░░░░░] 40%`. */
export function progressBar(percent: number): string {
  const filled = Math.floor(percent / 10)
  return `[${'█'.repeat(filled)}${'░'.repeat(10 - filled)}] ${percent}%`
}

/** Status of a phase. `done`: finished (perhaps by another tool, or in a closed milestone), but not verified here. */
export const PHASE_STATUS = ['not started', 'planned', 'in progress', 'done', 'verified'] as const
export type PhaseStatus = (typeof PHASE_STATUS)[number]

/** Returns the status for display. `closed`: the phase is in a closed milestone, which is not examined. */
export const statusText = (status: PhaseStatus, closed = false): string =>
  status === 'done' && !closed ? 'done (not verified by us)' : status

/** Status of a plan. `in progress`: halted, or with a SUMMARY that `unit finish` did not accept. */
export const PLAN_STATUS = ['planned', 'in progress', 'done'] as const
export type PlanStatus = (typeof PLAN_STATUS)[number]

const STATUS_OF_EVIDENCE: Readonly<Record<PlanEvidence, PlanStatus>> = {
  open: 'planned',
  claimed: 'in progress',
  halted: 'in progress',
  done: 'done',
  complete: 'done',
}
export const planStatus = ({ evidence }: { readonly evidence: PlanEvidence }): PlanStatus =>
  STATUS_OF_EVIDENCE[evidence]

/** Status of a requirement. `done`: other tools finished its phases. */
export const REQUIREMENT_STATUS = ['open', 'done', 'verified'] as const
export type RequirementStatus = (typeof REQUIREMENT_STATUS)[number]

export const phaseStatus = (
  { facts, done }: { readonly facts: ProjectFacts; readonly done: ReadonlySet<string> },
  phase: PhaseFacts,
): PhaseStatus => {
  if (done.has(phase.id)) return isProven(facts, phase) ? 'verified' : 'done'
  if (phase.plans.length === 0) return 'not started'
  if (!phase.plans.every(isComplete))
    return phase.plans.every(({ evidence }) => evidence === 'open') ? 'planned' : 'in progress'
  const { step } = derivePhase(facts, phase, 'done').outcome
  if (!AFTER_WORK.has(step)) return 'in progress'
  return step === 'phase-complete' && isProven(facts, phase) ? 'verified' : 'done'
}

/** Steps at which no plan remains to be written or executed. */
const AFTER_WORK: ReadonlySet<Step> = new Set(['verifying', 'human-uat', 'phase-complete'])

/** Whether the phase is done or verified, even if its transition is not recorded yet. */
export const isFinished = (status: PhaseStatus): boolean => status === 'done' || status === 'verified'

/** Whether our own verdict and receipts prove a finished phase. */
function isProven(facts: ProjectFacts, phase: PhaseFacts): boolean {
  if (phase.isDoneElsewhere) return false
  const { status, receipt } = verificationWord(facts, phase)
  return receipt !== null && (status === 'passed' || status === 'human_needed')
}

interface Fulfilment {
  readonly standing: RequirementStatus
  readonly reason: string
}

export const isRequirementMet = (facts: ProjectFacts, id: string): boolean =>
  fulfilmentOf(facts, id).standing !== 'open'

// Derives each phase once for all requirements.
const verdictsIn = onceOf((facts: ProjectFacts) => onceOf((phase: PhaseFacts) => derivePhase(facts, phase, 'done')))

/** Returns whether a requirement is met, and why. Ignores phases of closed milestones. */
export function fulfilmentOf(facts: ProjectFacts, id: string): Fulfilment {
  const phases = phasesNaming(facts, id)
  if (phases.length === 0) return open('no phase of the active milestone names it')
  for (const phase of phases) {
    const [left] = openItemsOf(facts, phase)
    if (left !== undefined) return open(left)
    if (phase.isDoneElsewhere) continue
    const unfinished = phase.plans.find((plan) => !isComplete(plan) && plan.plan.requirements.includes(id))
    if (unfinished !== undefined) return open(`plan ${unfinished.id} covers it and is not finished`)
    if (!phase.plans.some(({ summary }) => summary?.requirementsCompleted.includes(id) === true))
      return open(`no SUMMARY of phase ${phase.id} lists it as completed`)
    const { rule, reason } = verdictsIn(facts)(phase)
    if (rule !== 'D18') return open(`phase ${phase.id} is not verified: ${reason}`)
  }
  if (phases.every(({ isDoneElsewhere }) => isDoneElsewhere))
    return { standing: 'done', reason: 'another tool finished its phases; not verified by us' }
  const reason = `executed and verified in phase ${phases.map((phase) => phase.id).join(', ')}`
  return { standing: 'verified', reason }
}

/** Returns the `v1` requirements of the active milestone: all except those that only phases of other milestones name. */
export function ownRequirements({ phases, roadmap }: ProjectFacts, { requirements }: RequirementsValue) {
  const named = (sections: readonly PhaseSection[]) => new Set(sections.flatMap((section) => section.requirements))
  const [own, all] = [named(phases.map(({ section }) => section)), named(roadmap?.phases ?? [])]
  return requirements.filter(({ id, scope }) => scope === 'v1' && (own.has(id) || !all.has(id)))
}

export const phasesNaming = (facts: ProjectFacts, id: string): readonly PhaseFacts[] =>
  facts.phases.filter(({ section }) => section.requirements.includes(id))

const open = (reason: string): Fulfilment => ({ standing: 'open', reason })
