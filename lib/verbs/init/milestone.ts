// What the workflows about a milestone and the project as a whole start from: progress, manager, opening, archive.
import { type PhaseFacts, phaseNumbered } from '../../core/derivation/facts.js'
import type { PhaseRow } from '../../core/derivation/phase-table.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { displayPhaseId } from '../../core/ids.js'
import { archivedVersions } from '../../core/milestones/last-shipped.js'
import { parsedJson } from '../../std/json.js'
import { any, bool, int, listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { PHASE_ROW, shownRow } from '../phase-row.js'
import { phaseStatusShape, shareShape } from '../standing.js'
import {
  BASE,
  COMMIT_DOCS,
  DONE_SHAPE,
  doneOf,
  FILES,
  INIT_INCOMPLETE,
  lastClosed,
  MILESTONE,
  model,
  PATHS,
  picked,
  queuedPhases,
  setting,
} from './fields.js'
import { type FieldMap, field, type InitWorld, missing, stepOf } from './world.js'

const PROW = {
  number: text('As in the heading'),
  name: orNull(text()),
  directory: orNull(text()),
  status: phaseStatusShape,
  plan_count: int(),
  summary_count: int(),
  has_research: bool(),
  roadmap_complete: bool('Its box is ticked; that proves nothing'),
}
const rowShape = record({ ...PROW, ...optional(DONE_SHAPE) })

function optional<T extends Readonly<Record<string, ReturnType<typeof bool> | ReturnType<typeof text>>>>(shapes: T) {
  return Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, maybe(shape as ReturnType<typeof any>)]))
}

/** It has plans and is not done: what others call work in progress. */
const isInWork = (row: PhaseRow): boolean => !row.done && row.plans > 0

const rowOf = (row: PhaseRow, world: InitWorld) => ({
  number: row.number,
  name: row.name === '' ? null : row.name,
  directory: row.files?.directory.path ?? null,
  status: row.status,
  plan_count: row.plans,
  summary_count: row.summaries,
  has_research: row.files?.research != null,
  roadmap_complete: row.ticked,
  ...(row.facts === null ? {} : doneOf(row.facts, world)),
})

const rowOfPhase = (world: InitWorld, phase: PhaseFacts | undefined | null) => {
  const row = phase == null ? undefined : world.table().find(({ facts }) => facts?.id === phase.id)
  return row === undefined ? null : rowOf(row, world)
}

/** The phase that is worked on; where a hold hides it, the first that is not closed. */
const currentPhase = ({ brief }: InitWorld): PhaseFacts | null => {
  const { facts, active, done } = brief.derivation
  return active ?? facts.phases.find(({ id }) => !done.has(id)) ?? null
}

const nextPhase = (world: InitWorld): PhaseFacts | undefined => {
  const { facts, done } = world.brief.derivation
  const current = currentPhase(world)
  const from = current === null ? facts.phases.length : facts.phases.findIndex(({ id }) => id === current.id) + 1
  return facts.phases.slice(from).find(({ id }) => !done.has(id))
}

const COUNTS = {
  phase_count: field(int(), (world) => world.table().length),
  completed_count: field(int(), (world) => world.table().filter(({ done }) => done).length),
  in_progress_count: field(int(), (world) => world.table().filter(isInWork).length),
}

const SHARE = { share: field(shareShape, ({ brief }) => brief.derivation.state.progress.share) }

const EXISTS = picked(FILES, 'project_exists', 'roadmap_exists', 'state_exists')

export const progress: FieldMap = {
  ...BASE,
  executor_model: model('executor'),
  planner_model: model('planner'),
  ...COMMIT_DOCS,
  ...picked(MILESTONE, 'milestone_version', 'milestone_name'),
  scope: field(text('Which phases are listed'), ({ brief }) => brief.derivation.facts.scope),
  phases: field(listOf(rowShape), (world) => world.table().map((row) => rowOf(row, world))),
  ...COUNTS,
  ...SHARE,
  current_phase: field(rowShape, (world) => rowOfPhase(world, currentPhase(world))),
  next_phase: field(rowShape, (world) => rowOfPhase(world, nextPhase(world))),
  paused_at: field(text(), ({ view }) => view.parse('state', view.at('STATE.md'))?.value.front.pausedAt ?? null),
  has_work_in_progress: field(bool(), (world) => world.table().some(isInWork)),
  phase_mvp_mode: field(
    bool(),
    ({ brief, settings }) =>
      brief.derivation.active?.section.mode === 'mvp' || settings.get('workflow.mvp_mode') === true,
  ),
  ...EXISTS,
  ...picked(FILES, 'planning_exists', 'requirements_exists', 'milestones_exists'),
  ...INIT_INCOMPLETE,
  ...picked(PATHS, 'state_path', 'roadmap_path', 'project_path', 'config_path'),
}

const ACTIONS: Readonly<Record<string, string>> = {
  'discuss-phase': 'discuss',
  'plan-phase': 'plan',
  'execute-phase': 'execute',
  'verify-work': 'verify',
}

/** What `next` would answer for each phase whose dependencies are met. */
function recommended(world: InitWorld) {
  const { facts, done } = world.brief.derivation
  return facts.phases.flatMap((phase) => {
    if (done.has(phase.id) || !depsMet(phase, world)) return []
    const { step, reason, command } = stepOf(world, phase)
    if (command === null) return []
    const name = command.split(' ')[0] ?? ''
    const action = Object.entries(ACTIONS).find(([id]) => name.endsWith(id))?.[1] ?? step
    return [{ phase: displayPhaseId(phase.id), phase_name: phase.title, action, reason, command }]
  })
}

const depsMet = (phase: PhaseFacts, { brief }: InitWorld): boolean => {
  const { facts, done } = brief.derivation
  return phase.dependsOn.every((id) => {
    const other = phaseNumbered(facts, id)
    return other === null || done.has(other.id)
  })
}

const nextToDiscuss = (world: InitWorld): PhaseFacts | undefined =>
  world.brief.derivation.facts.phases.find(
    (phase) => depsMet(phase, world) && stepOf(world, phase).step === 'needs-discussion',
  )

const managerShape = record({
  ...PHASE_ROW,
  last_activity: orNull(text('When the last of its plans was finished')),
  is_active: bool(),
  display_name: text(),
  deps_satisfied: bool(),
  dep_phases: listOf(text()),
  deps_display: text(),
  is_next_to_discuss: bool(),
  ...optional(DONE_SHAPE),
})

function managerRow(row: PhaseRow, toDiscuss: PhaseFacts | undefined, world: InitWorld) {
  const { brief } = world
  const { facts } = row
  const deps = facts?.dependsOn.map(displayPhaseId) ?? []
  return {
    ...shownRow(row),
    last_activity: lastActivity(facts),
    is_active: facts !== null && facts.id === brief.derivation.active?.id,
    display_name: `${row.number}. ${row.name}`,
    deps_satisfied: facts === null || depsMet(facts, world),
    dep_phases: deps,
    deps_display: deps.length === 0 ? 'none' : deps.join(', '),
    is_next_to_discuss: facts !== null && facts.id === toDiscuss?.id,
    ...(facts === null ? {} : doneOf(facts, world)),
  }
}

/** When the last of its plans was finished. */
const lastActivity = (phase: PhaseFacts | null): string | null =>
  phase?.plans
    .filter(isComplete)
    .flatMap(({ completedAt }) => completedAt ?? [])
    .sort()
    .at(-1) ?? null

function waitingSignal({ view }: InitWorld): unknown {
  const text = view.source(view.at('WAITING.json'))?.text
  if (text == null) return null
  return parsedJson(text) ?? missing('BAD_DATA', 'WAITING.json is no JSON')
}

export const manager: FieldMap = {
  ...BASE,
  ...picked(MILESTONE, 'milestone_version', 'milestone_name'),
  phases: field(listOf(managerShape), (world) => {
    const toDiscuss = nextToDiscuss(world)
    return world.table().map((row) => managerRow(row, toDiscuss, world))
  }),
  ...COUNTS,
  ...SHARE,
  recommended_actions: field(
    listOf(record({ phase: text(), phase_name: text(), action: text(), reason: text(), command: text() })),
    recommended,
  ),
  waiting_signal: field(any(), waitingSignal),
  all_complete: field(bool(), (world) => world.table().length > 0 && world.table().every(({ done }) => done)),
  ...EXISTS,
  manager_flags: field(record({ discuss: text(), plan: text(), execute: text() }), ({ settings }) => {
    const flags = (step: string) => String(settings.get(`manager.flags.${step}`) ?? '')
    return { discuss: flags('discuss'), plan: flags('plan'), execute: flags('execute') }
  }),
  queued_phases: field(listOf(record({ number: text(), name: text() })), (world) => queuedPhases(world).phases),
  queued_milestone_version: field(text(), (world) => queuedPhases(world).version),
  queued_milestone_name: field(text(), (world) => queuedPhases(world).name),
  ...picked(PATHS, 'state_path', 'roadmap_path', 'archive_dir'),
}

export const milestoneOp: FieldMap = {
  ...BASE,
  ...COMMIT_DOCS,
  ...MILESTONE,
  phase_count: field(int(), ({ brief }) => brief.derivation.facts.phases.length),
  completed_phases: field(int(), ({ brief }) => brief.derivation.done.size),
  all_phases_complete: field(bool(), ({ brief }) => {
    const { facts, done } = brief.derivation
    return facts.phases.length > 0 && facts.phases.every(({ id }) => done.has(id))
  }),
  archived_milestones: field(listOf(text('Version')), ({ view }) => archivedVersions(view)),
  archive_count: field(int(), ({ view }) => archivedVersions(view).length),
  ...EXISTS,
  ...picked(FILES, 'archive_exists', 'phases_dir_exists'),
}

export const newMilestone: FieldMap = {
  ...BASE,
  researcher_model: model('project-researcher'),
  synthesizer_model: model('research-synthesizer'),
  roadmapper_model: model('roadmapper'),
  ...COMMIT_DOCS,
  research_enabled: setting('workflow.research'),
  current_milestone: MILESTONE.milestone_version,
  current_milestone_name: MILESTONE.milestone_name,
  latest_completed_milestone: field(text(), (world) => lastClosed(world)?.version ?? null),
  latest_completed_milestone_name: field(text(), (world) => lastClosed(world)?.name ?? null),
  phase_dir_count: field(
    int(),
    ({ view }) => view.list(view.at('phases')).filter(({ kind }) => kind === 'directory').length,
  ),
  phase_archive_path: field(text(), (world) => {
    const version = world.brief.derivation.facts.milestone?.id ?? lastClosed(world)?.version
    return version == null ? null : `.planning/milestones/${version}-phases`
  }),
  ...EXISTS,
  ...picked(PATHS, 'project_path', 'roadmap_path', 'state_path', 'requirements_path', 'config_path', 'research_dir'),
  ...picked(PATHS, 'milestones_path', 'phases_dir', 'archive_dir'),
}
