// Projections: what ROADMAP, STATE and REQUIREMENTS show of the evidence. Written beside every change of it, never read as evidence.
import { withComplete } from '../../artifacts/requirements/requirements-edit.js'
import type { PhaseLine, PhaseSection, PlanLine, ProgressRow, RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { historyIn } from '../../artifacts/roadmap/roadmap-windows.js'
import { same } from '../../std/same.js'
import type { Velocity } from '../captures/metrics.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts, ProjectFacts } from '../derivation/facts.js'
import { fulfilmentOf } from '../derivation/fulfilment.js'
import { isComplete } from '../derivation/plan-facts.js'
import { refreshTraceability } from '../derivation/requirement-trace.js'
import { type PhaseStatus, phaseStatus } from '../derivation/standing.js'
import { displayPhaseId, namesPhase, type PhaseId, resolvePlanRef, samePhase, samePlan } from '../ids.js'
import { publish } from '../project/publication.js'
import { type Staging, whereItFits } from './staging.js'
import { projectState } from './state-projection.js'

export interface Refresh {
  /** Phase whose section, row and plan list are refreshed. */
  readonly phase?: PhaseId
  /** The transition: its box and row are marked complete, its requirements too. */
  readonly close?: boolean
  /** What STATE.md says happened last, and how long plans took. */
  readonly activity?: string
  readonly velocity?: Velocity
}

/** Rewrites the projections from what is staged. Repeating it changes nothing. */
export function refreshProjections(
  staging: Staging,
  { phase, close = false, activity, velocity }: Refresh,
): Derivation {
  if (phase !== undefined) refreshPhase(staging, phase, close)
  whereItFits(() => projectTraceability(staging))
  return refreshState(staging, activity, velocity)
}

function refreshPhase(staging: Staging, phase: PhaseId, close: boolean): void {
  const before = derive(staging.view)
  const own = before.facts.phases.find(({ id }) => samePhase(id, phase))
  if (own === undefined) return
  const today = staging.view.clock.today()
  staging.update('roadmap', staging.view.at('ROADMAP.md'), (value) =>
    projectRoadmap(value, own, phaseStatus(before, own), close ? today : null),
  )
  if (close) projectRequirements(staging, before, own)
  if (close) whereItFits(() => projectPromises(staging, before, own))
}

/** The position alone: STATE.md and, while it is published, state.json. */
export function refreshState(staging: Staging, activity?: string, velocity?: Velocity): Derivation {
  const derivation = derive(staging.view)
  projectState(staging, derivation, activity, velocity)
  publish(staging, derivation)
  return derivation
}

function projectRoadmap(
  value: RoadmapValue,
  phase: PhaseFacts,
  status: PhaseStatus,
  closedOn: string | null,
): RoadmapValue {
  const history = historyIn(value)
  const isLine = (line: PhaseLine) => namesPhase(line.id, phase.id) && !history.line(line)
  const isRow = (row: ProgressRow) => namesPhase(row.id, phase.id) && !history.row(row)
  const changed = {
    ...value,
    phases: value.phases.map((section) => (isSection(section, phase) ? projectSection(section, phase) : section)),
    checklist: value.checklist.map((line) =>
      closedOn !== null && isLine(line) && !line.done ? { ...line, done: true, completed: closedOn } : line,
    ),
    progress: value.progress?.map((row) => (isRow(row) ? projectRow(row, phase, status, closedOn) : row)) ?? null,
  }
  return same(changed, value) ? value : changed
}

/** Several milestones may hold a phase of one number. */
const isSection = (section: PhaseSection, { section: own }: PhaseFacts) =>
  section.id === own.id && section.window === own.window

const counted = ({ plans }: PhaseFacts) => `${plans.filter(isComplete).length}/${plans.length}`

function projectSection(section: PhaseSection, phase: PhaseFacts): PhaseSection {
  // A line of a list or of a table has no list of plans.
  if (phase.plans.length === 0 || section.form === 'bullet') return section
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

/** The words of the Progress table are those that older tools read. */
const ROW_STATUS: Readonly<Record<PhaseStatus, string>> = {
  'not started': 'Not started',
  planned: 'Planned',
  'in progress': 'In Progress',
  done: 'Complete',
  verified: 'Complete',
}

function projectRow(row: ProgressRow, phase: PhaseFacts, status: PhaseStatus, closedOn: string | null): ProgressRow {
  if (phase.plans.length === 0 && closedOn === null) return row
  // Of a column that is not there nothing is told.
  const plans = row.plans !== '' && (row.plans.includes('/') || phase.plans.length > 0) ? counted(phase) : row.plans
  if (closedOn === null) return { ...row, plans, status: ROW_STATUS[status] }
  return { ...row, plans, status: 'Complete', completed: row.completed ?? closedOn }
}

function projectTraceability(staging: Staging): void {
  const roadmap = staging.view.parse('roadmap', staging.view.at('ROADMAP.md'))?.value
  const path = staging.view.at('REQUIREMENTS.md')
  if (roadmap === undefined) return
  staging.update('requirements', path, (value) => refreshTraceability(value, roadmap))
}

/** Requirements the phase works on that evidence calls met. */
function metBy(facts: ProjectFacts, phase: PhaseFacts): readonly string[] {
  const ids = new Set([
    ...phase.section.requirements,
    ...(phase.elsewhere ? [] : phase.plans.flatMap((plan) => plan.plan.requirements)),
  ])
  return [...ids].filter((id) => fulfilmentOf(facts, id).complete)
}

/** Marks the requirements of a closed phase that are met; others keep their marks, and so does what a person wrote. */
function projectRequirements(staging: Staging, { facts }: Derivation, phase: PhaseFacts): void {
  const met = metBy(facts, phase)
  staging.update('requirements', staging.view.at('REQUIREMENTS.md'), (value) =>
    met.reduce((next, id) => withComplete(next, id) ?? next, value),
  )
}

/** In PROJECT.md, what is met stands among what is validated: the lines that begin with its id. Other lines are a person's or a model's to move. */
function projectPromises(staging: Staging, { facts }: Derivation, phase: PhaseFacts): void {
  const met = new Set(metBy(facts, phase))
  const isMet = (line: string) =>
    met.has(
      line
        .slice(0, Math.max(line.indexOf(':'), 0))
        .replaceAll('*', '')
        .trim(),
    )
  staging.update('project', staging.view.at('PROJECT.md'), (value) => {
    const moved = value.active.filter(isMet)
    if (moved.length === 0) return value
    const behind = ` — Phase ${displayPhaseId(phase.id)}`
    return {
      ...value,
      active: value.active.filter((line) => !isMet(line)),
      validated: [...value.validated, ...moved.map((line) => `${line}${behind}`)],
    }
  })
}
