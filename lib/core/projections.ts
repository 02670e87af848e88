// Projections: what ROADMAP, STATE and REQUIREMENTS show of the evidence. Written beside every change of it, never read as evidence.

import { withComplete } from '../artifacts/requirements-edit.js'
import type { PhaseSection, PlanLine, ProgressRow, RoadmapValue } from '../artifacts/roadmap.js'
import type { StateField, StateStatus, StateValue } from '../artifacts/state.js'
import { same } from '../std/same.js'
import { type Derivation, derive } from './derive.js'
import { isComplete, type PhaseFacts } from './facts.js'
import { fulfilmentOf } from './fulfilment.js'
import { displayPhaseId, type PhaseId, parsePhaseId, resolvePlanRef, samePhase, samePlan } from './ids.js'
import { progressBar } from './progress.js'
import { refreshTraceability } from './requirement-trace.js'
import { type Staging, whereItFits } from './staging.js'
import type { Step } from './units.js'

/** The word STATE.md shows for a step. */
export const STATUS_OF_STEP: Readonly<Record<Step, StateStatus>> = {
  'no-project': 'planning',
  'needs-roadmap': 'planning',
  'between-milestones': 'completed',
  'needs-discussion': 'discussing',
  'needs-research': 'planning',
  'needs-plan': 'planning',
  'plan-check': 'planning',
  replanning: 'planning',
  executing: 'executing',
  verifying: 'verifying',
  'human-uat': 'verifying',
  'phase-complete': 'verifying',
  'milestone-audit': 'completed',
  'milestone-complete': 'completed',
  paused: 'paused',
  blocked: 'paused',
}

export interface Refresh {
  /** Phase whose section, row and plan list are refreshed. */
  readonly phase?: PhaseId
  /** The transition: its box and row are marked complete, its requirements too. */
  readonly close?: boolean
  /** What STATE.md says happened last. */
  readonly activity?: string
}

/** Rewrites the projections from what is staged. Repeating it changes nothing. */
export function refreshProjections(staging: Staging, { phase, close = false, activity }: Refresh): Derivation {
  const before = derive(staging.view)
  const roadmapPath = staging.view.at('ROADMAP.md')
  const own = phase === undefined ? undefined : before.facts.phases.find(({ id }) => samePhase(id, phase))
  if (own !== undefined) {
    const today = staging.view.clock.today()
    staging.update('roadmap', roadmapPath, (value) => projectRoadmap(value, own, close ? today : null))
    if (close) projectRequirements(staging, before, own)
  }
  whereItFits(() => projectTraceability(staging))
  const after = derive(staging.view)
  projectState(staging, after, activity)
  return after
}

const named = (text: string, id: PhaseId): boolean => {
  const other = parsePhaseId(text)
  return other !== null && samePhase(other, id)
}

function projectRoadmap(value: RoadmapValue, phase: PhaseFacts, closedOn: string | null): RoadmapValue {
  const changed = {
    ...value,
    phases: value.phases.map((section) => (isSection(section, phase) ? projectSection(section, phase) : section)),
    checklist: value.checklist.map((line) =>
      closedOn !== null && named(line.id, phase.id) && !line.done ? { ...line, done: true, completed: closedOn } : line,
    ),
    progress: value.progress?.map((row) => (named(row.id, phase.id) ? projectRow(row, phase, closedOn) : row)) ?? null,
  }
  return same(changed, value) ? value : changed
}

/** Several milestones may hold a phase of one number. */
const isSection = (section: PhaseSection, { section: own }: PhaseFacts) =>
  section.id === own.id && section.window === own.window

const counted = ({ plans }: PhaseFacts) => `${plans.filter(isComplete).length}/${plans.length}`

function projectSection(section: PhaseSection, phase: PhaseFacts): PhaseSection {
  if (phase.plans.length === 0) return section
  return { ...section, plansText: `${counted(phase)} plans complete`, plans: projectPlanLines(section.plans, phase) }
}

/** Lines keep their text and order; plans without one are added behind. */
function projectPlanLines(lines: readonly PlanLine[], phase: PhaseFacts): readonly PlanLine[] {
  const planOf = (line: PlanLine) => {
    const id = resolvePlanRef(phase.id, line.id)
    return phase.plans.find(({ file, id: own }) => file.stem === line.id || (id !== null && samePlan(own, id)))
  }
  const kept = lines.map((line) => {
    const plan = planOf(line)
    return plan === undefined ? line : { ...line, done: isComplete(plan) }
  })
  const listed = new Set(lines.map((line) => planOf(line)?.id))
  const wave = lines.at(-1)?.wave ?? null
  const added = phase.plans
    .filter(({ id }) => !listed.has(id))
    .map((plan): PlanLine => ({ id: plan.id, text: headline(plan.plan.objective), done: isComplete(plan), wave }))
  return [...kept, ...added]
}

/** First sentence of an objective, on one line. */
function headline(objective: string | null): string {
  const line = (objective ?? '').replace(/\s+/g, ' ').trim()
  const end = line.indexOf('. ')
  const sentence = (end < 0 ? line : line.slice(0, end)).replace(/\.$/, '')
  return sentence.length > 100 ? `${sentence.slice(0, 99).trimEnd()}…` : sentence
}

function projectRow(row: ProgressRow, phase: PhaseFacts, closedOn: string | null): ProgressRow {
  if (phase.plans.length === 0 && closedOn === null) return row
  const started = phase.plans.some(isComplete)
  const plans = /\//.test(row.plans) || phase.plans.length > 0 ? counted(phase) : row.plans
  if (closedOn !== null) return { ...row, plans, status: 'Complete', completed: row.completed ?? closedOn }
  if (phase.ticked) return { ...row, plans }
  return { ...row, plans, status: started ? 'In Progress' : 'Planned' }
}

function projectTraceability(staging: Staging): void {
  const roadmap = staging.view.parse('roadmap', staging.view.at('ROADMAP.md'))?.value
  if (roadmap === undefined) return
  staging.update('requirements', staging.view.at('REQUIREMENTS.md'), (value) => refreshTraceability(value, roadmap))
}

/** Marks the requirements of a closed phase that evidence calls met; others keep their marks, and so does what a person wrote. */
function projectRequirements(staging: Staging, { facts }: Derivation, phase: PhaseFacts): void {
  const ids = new Set([
    ...phase.section.requirements,
    ...(phase.adopted ? [] : phase.plans.flatMap((plan) => plan.plan.requirements)),
  ])
  const met = [...ids].filter((id) => fulfilmentOf(facts, id).complete)
  staging.update('requirements', staging.view.at('REQUIREMENTS.md'), (value) =>
    met.reduce((next, id) => withComplete(next, id) ?? next, value),
  )
}

function projectState(staging: Staging, derivation: Derivation, activity: string | undefined): void {
  const { clock } = staging.view
  staging.update('state', staging.view.at('STATE.md'), (value) => {
    const projected = projectStateValue(value, derivation)
    const noted =
      activity === undefined ? projected : withActivity(projected, `${clock.today()} — ${activity}`, clock.today())
    if (same(noted, value)) return value
    return { ...noted, front: { ...noted.front, lastUpdated: new Date(clock.now()).toISOString() } }
  })
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** The position as derivation sees it. Only labels the document has are changed. */
function projectStateValue(value: StateValue, { state, facts, active, outcome }: Derivation): StateValue {
  const status = STATUS_OF_STEP[state.step]
  const { percent, phases, plans } = state.progress
  const plan = outcome.ready?.[0]
  const position = active === null ? null : facts.phases.findIndex(({ id }) => id === active.id) + 1
  const phaseText = active === null ? null : `${position} of ${facts.phases.length} (${active.title})`
  const focus = active === null ? null : `Phase ${displayPhaseId(active.id)} — ${active.title}`
  const planText =
    active === null ? null : `${active.plans.filter(isComplete).length} of ${active.plans.length} in current phase`
  const texts: Readonly<Record<string, string | null>> = {
    phase: phaseText,
    plan: planText,
    status: capital(status),
    progress: percent === null ? null : progressBar(percent),
    'current phase': active === null ? null : displayPhaseId(active.id),
    'current phase name': active?.title ?? null,
    'current plan': plan?.id ?? null,
  }
  return {
    ...value,
    front: {
      ...value.front,
      milestone: state.milestone?.id ?? value.front.milestone,
      milestoneName: state.milestone?.title ?? value.front.milestoneName,
      currentPhase: active === null ? null : displayPhaseId(active.id),
      currentPhaseName: active?.title ?? null,
      currentPlan: plan === undefined ? null : plan.id,
      status,
      progress: {
        totalPhases: phases.total,
        completedPhases: phases.done,
        totalPlans: plans.total,
        completedPlans: plans.done,
        percent,
      },
    },
    fields: value.fields.map((field) => projectField(field, labelsBySection(texts, focus, plans.done))),
  }
}

type Texts = Readonly<Record<string, string | null>>

/** Which labels are projections, by the section they stand in; a label that several sections have belongs to people in the others. */
const labelsBySection = (
  position: Texts,
  focus: string | null,
  plansDone: number,
): Readonly<Partial<Record<StateField['section'], Texts>>> => ({
  position,
  project: { 'current focus': focus },
  metrics: { 'total plans completed': String(plansDone) },
})

function projectField(field: StateField, sections: ReturnType<typeof labelsBySection>): StateField {
  const text = sections[field.section]?.[field.label.toLowerCase()]
  return text === undefined || text === null ? field : { ...field, value: text }
}

function withActivity(value: StateValue, text: string, day: string): StateValue {
  return {
    ...value,
    front: { ...value.front, lastActivity: day },
    fields: value.fields.map((field) =>
      field.section === 'position' && field.label.toLowerCase() === 'last activity' ? { ...field, value: text } : field,
    ),
  }
}
