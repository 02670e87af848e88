// Writes projections: what ROADMAP, STATE, REQUIREMENTS and PROJECT show of the evidence. They are never read as evidence.
import type { Doc } from '../../artifacts/doc.js'
import { markComplete } from '../../artifacts/requirements/requirements.js'
import {
  mirrorsOf,
  type PhaseSection,
  type PlanLine,
  type ProgressRow,
  type RoadmapValue,
} from '../../artifacts/roadmap/roadmap.js'
import {
  addPlans,
  completePhase,
  rewordPlan,
  setPhase,
  setProgress,
  tickPlan,
} from '../../artifacts/roadmap/roadmap-edit.js'
import { markKept } from '../decision-ids.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { isComplete, type PlanFacts } from '../derivation/plan-facts.js'
import { refreshTraceability } from '../derivation/requirement-trace.js'
import { isFinished, isRequirementMet, type PhaseStatus, phaseStatus } from '../derivation/statuses.js'
import { type PhaseId, resolvePlanRef, samePhase, samePlan } from '../ids.js'
import { isStateIgnored } from '../project/new-project.js'
import { ignoreRefusal, type Staging } from './staging.js'
import { projectState } from './state-projection.js'

interface Refresh {
  /** Phase whose section, row and plan list are refreshed. */
  readonly phase?: PhaseId
  /** Whether to mark the phase's box, row, requirements and kept decisions; set by the transition. */
  readonly close?: boolean
  readonly activity?: string
  /** The phase's plans before the edits. */
  readonly plansBefore?: readonly PlanFacts[]
}

/** Rewrites STATE.md, the traceability table and, if a phase is given, what shows that phase. Idempotent. */
export function refreshProjections(
  staging: Staging,
  { phase, close = false, activity, plansBefore = [] }: Refresh,
): Derivation {
  if (phase !== undefined) refreshPhase(staging, phase, close, plansBefore)
  ignoreRefusal(() => refreshTraceability(staging))
  return refreshState(staging, activity)
}

function refreshPhase(staging: Staging, phase: PhaseId, close: boolean, plansBefore: readonly PlanFacts[]): void {
  const before = derive(staging.view)
  const target = before.facts.phases.find(({ id }) => samePhase(id, phase))
  if (target === undefined) return
  const today = staging.view.clock.today()
  staging.edit('roadmap', staging.view.at('ROADMAP.md'), (doc, value) => {
    rewordPlans(doc, value, target, plansBefore)
    projectRoadmap(doc, value, target, rowStatus(before, target), close ? today : null)
    return undefined
  })
  if (!close) return
  projectRequirements(staging, before, target)
  const isLast = before.facts.phases.every(({ id }) => id === target.id || before.done.has(id))
  const isStateTracked = !isStateIgnored(staging.view)
  // Without a tracked STATE.md, branches close phases in parallel: only the last to close edits PROJECT.md, for all phases.
  if (!(isStateTracked || isLast)) return
  for (const each of isStateTracked ? [target] : before.facts.phases)
    ignoreRefusal(() => markKept(staging, each, isLast && each === target))
}

/** Refreshes only STATE.md: the position, and the last activity if given. */
export function refreshState(staging: Staging, activity?: string): Derivation {
  const derivation = derive(staging.view)
  projectState(staging, derivation, activity)
  return derivation
}

const planCounts = ({ plans }: PhaseFacts) => `${plans.filter(isComplete).length}/${plans.length}`

function projectRoadmap(doc: Doc, value: RoadmapValue, phase: PhaseFacts, status: string, closedOn: string | null) {
  const at = sectionAt(value, phase)
  if (at < 0) return
  const { lines, rows } = mirrorsOf(value, at)
  projectSection(doc, value, at, phase)
  for (const index of lines)
    if (closedOn !== null && value.checklist[index]?.done === false) completePhase(doc, index, closedOn)
  for (const index of rows) projectRow(doc, index, value.progress?.[index] as ProgressRow, phase, status, closedOn)
}

/** Returns the index of the phase's section, or -1. Several milestones may have a phase with the same number. */
const sectionAt = ({ phases }: RoadmapValue, { section }: PhaseFacts): number =>
  phases.findIndex(({ id, window }) => id === section.id && window === section.window)

function planOfLine(phase: PhaseFacts, line: PlanLine): PlanFacts | undefined {
  const id = resolvePlanRef(phase.id, line.id)
  return phase.plans.find(({ file, id: own }) => file.stem === line.id || (id !== null && samePlan(own, id)))
}

/** Updates the plan count and ticks of the section. Plan lines keep their text and order; missing lines are appended. */
function projectSection(doc: Doc, value: RoadmapValue, at: number, phase: PhaseFacts): void {
  const { form, plans: lines } = value.phases[at] as PhaseSection
  // A phase that is only a list item or a table row has no plan list.
  if (phase.plans.length === 0 || form === 'bullet') return
  setPhase(doc, at, { plansText: `${planCounts(phase)} plans complete` })
  const listed = lines.map((line) => planOfLine(phase, line))
  for (const [index, plan] of listed.entries()) if (plan !== undefined) tickPlan(doc, at, index, isComplete(plan))
  const missing = phase.plans.filter((plan) => !listed.includes(plan))
  const added = missing.map((plan) => ({ id: plan.id, text: headline(plan.plan.objective), done: isComplete(plan) }))
  addPlans(doc, at, added)
}

/** Rewords lines that still state a plan's objective from before these edits; lines worded differently are kept. */
function rewordPlans(doc: Doc, value: RoadmapValue, phase: PhaseFacts, before: readonly PlanFacts[]): void {
  const at = sectionAt(value, phase)
  for (const [index, line] of (value.phases[at]?.plans ?? []).entries()) {
    const plan = planOfLine(phase, line)
    const old = headline(before.find(({ id }) => id === plan?.id)?.plan.objective ?? null)
    if (plan !== undefined && old !== '' && old === line.text)
      rewordPlan(doc, at, index, old, headline(plan.plan.objective))
  }
}

function headline(objective: string | null): string {
  const line = (objective ?? '').replace(/\s+/g, ' ').trim()
  const end = line.indexOf('. ')
  const sentence = (end < 0 ? line : line.slice(0, end)).replace(/\.$/, '')
  return sentence.length > 100 ? `${sentence.slice(0, 99).trimEnd()}…` : sentence
}

/** The statuses of the Progress table, in the words that older tools read. */
const ROW_STATUS: Readonly<Record<PhaseStatus, string>> = {
  'not started': 'Not started',
  planned: 'Planned',
  'in progress': 'In Progress',
  done: 'Complete',
  verified: 'Complete',
}

/** Returns the status for the phase's row, which is `Complete` only once the phase is closed. */
function rowStatus(derivation: Derivation, phase: PhaseFacts): string {
  const status = phaseStatus(derivation, phase)
  return ROW_STATUS[isFinished(status) && !derivation.done.has(phase.id) ? 'in progress' : status]
}

function projectRow(
  doc: Doc,
  at: number,
  row: ProgressRow,
  phase: PhaseFacts,
  status: string,
  closedOn: string | null,
): void {
  if (phase.plans.length === 0 && closedOn === null) return
  const showsCount = row.plans !== '' && (row.plans.includes('/') || phase.plans.length > 0)
  setProgress(doc, at, {
    ...(showsCount ? { plans: planCounts(phase) } : {}),
    status: closedOn === null ? status : 'Complete',
    ...(closedOn !== null && row.completed === null ? { completed: closedOn } : {}),
  })
}

/** Marks the requirements of a closed phase that are met according to the evidence. */
function projectRequirements(staging: Staging, { facts }: Derivation, phase: PhaseFacts): void {
  const planned = phase.isDoneElsewhere ? [] : phase.plans.flatMap(({ plan }) => plan.requirements)
  const ids = new Set([...phase.section.requirements, ...planned])
  const met = [...ids].filter((id) => isRequirementMet(facts, id))
  staging.edit('requirements', staging.view.at('REQUIREMENTS.md'), (doc) => markComplete(doc, met))
}
