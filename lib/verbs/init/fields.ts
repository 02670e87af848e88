// The keys that several answers of `init` share, each computed in one place.
import { type ConfigKey, configKey } from '../../artifacts/config/config-keys.js'
import { activeWindow, closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'
import { conditionWorld } from '../../core/brief/brief-world.js'
import { type PhaseFacts, phaseDirectoryPath } from '../../core/derivation/facts.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { phaseStatus } from '../../core/derivation/standing.js'
import { pendingActions } from '../../core/derivation/triggers.js'
import { verificationWord } from '../../core/derivation/verification-word.js'
import { displayPhaseId } from '../../core/ids.js'
import { archivedVersions } from '../../core/milestones/last-shipped.js'
import { projectTitle } from '../../core/project/project-title.js'
import { baseName } from '../../std/paths.js'
import { any, bool, int, listOf, mapOf, record, text } from '../../std/shape.js'
import { slugOf, wordTable } from '../../std/text.js'
import { ownBranch } from '../git/branch-policy.js'
import { callingHost } from '../models/models.js'
import { phaseStatusShape } from '../standing.js'
import {
  type Field,
  type FieldMap,
  field,
  fileOf,
  folderOf,
  type InitWorld,
  type Missing,
  missing,
  modelOf,
  stepOf,
  textOf,
} from './world.js'

const texts = listOf(text())

export const setting = (key: string): Field =>
  field((configKey(key) as ConfigKey).shape, (world) => world.settings.get(key))
/** Settings whose last part is a name that somebody chose. */
export const section = (key: string): Field => field(mapOf(any()), (world) => world.settings.get(key))
/** Of a table of words: each setting under the last part of its key. */
export const settings = (table: string): FieldMap =>
  Object.fromEntries(wordTable(table).map((key) => [key.slice(key.lastIndexOf('.') + 1), setting(key)]))
export const model = (role: string) => field(text(), (world) => modelOf(world, role))

const isThere = (path: string) => field(bool(), ({ view }) => view.source(path) !== null)
const inBase = (name: string) => field(text(), ({ view }) => view.at(name))
const exists = (name: string) => field(bool(), ({ view }) => view.source(view.at(name)) !== null)
const folderIsThere = (folder: (world: InitWorld) => string) =>
  field(bool(), (world) => world.view.list(folder(world)).length > 0)

export const BASE: Readonly<Record<string, Field>> = {
  project_root: field(text('Absolute'), ({ view }) => view.projectRoot),
  agents_installed: field(bool(), (world) => {
    const agents = world.agents()
    return agents === null ? noAgents(world) : agents.missing.length === 0
  }),
  missing_agents: field(texts, (world) => world.agents()?.missing ?? noAgents(world)),
  project_title: field(text(), ({ view }) => {
    const { there, title } = projectTitle(view)
    return there ? title : missing('NO_PROJECT', 'there is no PROJECT.md')
  }),
  project_code: setting('project_code'),
  agents_dir: field(text('Absolute'), (world) => world.agents()?.folder ?? noAgents(world)),
  agent_runtime: field(text(), ({ view, settings }) => callingHost(view, settings).id),
}

const noAgents = ({ view, settings }: InitWorld): Missing =>
  missing('NO_AGENT_FILES', `${callingHost(view, settings).id} keeps no agent files`)

/** Of the phase that is asked about, where the settings have a word of their own for it. */
export const COMMIT_DOCS: Readonly<Record<string, Field>> = {
  commit_docs: field(bool(), ({ given, brief, settings }) => {
    const phase = given['phase'] === undefined ? null : (brief.phase?.id ?? null)
    const names = phase === null ? [] : [phase, displayPhaseId(phase)]
    const own = names.map((name) => settings.get(`phase_commit_docs.${name}`)).find((value) => value !== null)
    return own ?? settings.get('planning.commit_docs')
  }),
}

export const FILES = {
  project_exists: exists('PROJECT.md'),
  roadmap_exists: exists('ROADMAP.md'),
  state_exists: exists('STATE.md'),
  config_exists: exists('config.json'),
  requirements_exists: exists('REQUIREMENTS.md'),
  milestones_exists: isThere('.planning/MILESTONES.md'),
  planning_exists: folderIsThere(() => '.planning'),
  phases_dir_exists: folderIsThere(({ view }) => view.at('phases')),
  archive_exists: folderIsThere(() => '.planning/milestones'),
  codebase_dir_exists: folderIsThere(() => '.planning/codebase'),
} as const

export const PATHS = {
  project_path: inBase('PROJECT.md'),
  roadmap_path: inBase('ROADMAP.md'),
  state_path: inBase('STATE.md'),
  config_path: inBase('config.json'),
  requirements_path: inBase('REQUIREMENTS.md'),
  phases_dir: inBase('phases'),
  research_dir: field(text(), () => '.planning/research'),
  archive_dir: field(text(), () => '.planning/milestones'),
  milestones_path: field(text(), () => '.planning/MILESTONES.md'),
  codebase_dir: field(text(), () => '.planning/codebase'),
} as const

/** Something of a planning tree is there and the rest is not. */
export const INIT_INCOMPLETE = {
  init_incomplete: field(bool(), (world) => {
    const there = (['project_exists', 'requirements_exists', 'roadmap_exists', 'state_exists'] as const).map((key) =>
      FILES[key].of(world),
    )
    return there.some(Boolean) && !there.every(Boolean)
  }),
} as const

export const picked = <T extends Readonly<Record<string, Field>>, K extends keyof T & string>(
  fields: T,
  ...keys: readonly K[]
): Readonly<Record<string, Field>> => Object.fromEntries(keys.map((key) => [key, fields[key] as Field]))

// Phase ---------------------------------------------------------------------

const NO_PHASE = missing('PHASE_NOT_FOUND', 'the active milestone has no such phase')

export const ofPhase = (shape: Field['shape'], of: (phase: PhaseFacts, world: InitWorld) => unknown): Field =>
  field(shape, (world) => (world.brief.phase === null ? NO_PHASE : of(world.brief.phase, world)))

const ofText = (of: (phase: PhaseFacts) => string, reason: string) =>
  field(text(), (world) => textOf(world, of, reason))
const file = (role: Parameters<typeof fileOf>[1]) => field(text(), (world) => fileOf(world, role))

const namesIn = (phase: PhaseFacts, { view }: InitWorld): readonly string[] =>
  phase.directory === null ? [] : view.list(phase.directory.path).map(({ name }) => name)

const endsWith = (end: string) => (phase: PhaseFacts, world: InitWorld) =>
  namesIn(phase, world).find((name) => name === end || name.endsWith(`-${end}`)) ?? null

const has = (role: 'context' | 'research' | 'verification') =>
  field(bool(), ({ brief }) => brief.phase?.files?.[role] != null)

export const PHASE = {
  phase_found: field(bool(), ({ brief }) => brief.phase !== null),
  phase_dir: ofPhase(text('null while there is none'), (phase) => phase.directory?.path ?? null),
  expected_phase_dir: field(text(), folderOf),
  phase_number: ofText(({ id }) => id, 'it has none'),
  padded_phase: ofText(({ id }) => id, 'it has none'),
  phase_name: ofText(({ title }) => title, 'it has none'),
  phase_slug: ofPhase(text(), (phase) => phase.directory?.slug || slugOf(phase.title) || null),
  phase_req_ids: ofText(({ section }) => section.requirements.join(', '), 'the roadmap names none'),
  phase_status: ofPhase(phaseStatusShape, (phase, { brief }) => phaseStatus(brief.derivation, phase)),
  phase_step: ofPhase(text('The step it is at; done when it is closed'), (phase, world) => stepOf(world, phase).step),
  has_context: has('context'),
  has_research: has('research'),
  has_verification: has('verification'),
  has_plans: field(bool(), ({ brief }) => (brief.phase?.plans.length ?? 0) > 0),
  has_reviews: field(bool(), (world) => {
    const { phase } = world.brief
    return phase !== null && endsWith('REVIEWS.md')(phase, world) !== null
  }),
  plan_count: ofPhase(int(), ({ plans }) => plans.length),
  context_path: file('context'),
  research_path: file('research'),
  verification_path: file('verification'),
  uat_path: file('uat'),
  patterns_path: ofPhase(text(), (phase, world) => {
    const name = endsWith('PATTERNS.md')(phase, world)
    return name === null ? null : `${phase.directory?.path}/${name}`
  }),
} as const

export const PLANS = {
  plans: ofPhase(texts, ({ plans }) => plans.map(({ file }) => baseName(file.path))),
  summaries: ofPhase(texts, ({ plans }) =>
    plans.flatMap(({ file }) => (file.summary === null ? [] : [baseName(file.summary)])),
  ),
  incomplete_plans: ofPhase(texts, ({ plans }) =>
    plans.filter((plan) => !isComplete(plan)).map(({ file }) => baseName(file.path)),
  ),
  incomplete_count: ofPhase(int(), ({ plans }) => plans.filter((plan) => !isComplete(plan)).length),
  halted_plans: ofPhase(texts, ({ plans }) =>
    plans.filter(({ evidence }) => evidence === 'halted').map(({ id }) => id),
  ),
  blocked_by: ofPhase(mapOf(texts), (phase) => Object.fromEntries(waiting(phase).filter(([, by]) => by.length > 0))),
  runnable_plans: ofPhase(texts, (phase) => runnable(phase)),
  runnable_count: ofPhase(int(), (phase) => runnable(phase).length),
  branch_name: ofPhase(text(), (phase, { brief, settings, view }) => {
    const folder = phaseDirectoryPath(brief.derivation.facts, phase)
    return ownBranch([`${folder}/${phase.id}-CONTEXT.md`], settings, view)?.name ?? null
  }),
  pending_actions: ofPhase(listOf(record({ plan: text(), text: text() })), (phase, { brief }) =>
    pendingActions(brief.derivation.facts, phase).map(({ planId, text: action }) => ({ plan: planId, text: action })),
  ),
} as const

/** Open plans with the plans of the phase they wait for. */
function waiting({ plans, waves }: PhaseFacts): readonly (readonly [string, readonly string[]])[] {
  const open = new Set(plans.filter((plan) => !isComplete(plan)).map(({ id }) => id))
  return waves.plans
    .filter(({ id }) => open.has(id))
    .map(({ id, dependsOn, unresolved }) => [id, [...dependsOn.filter((other) => open.has(other)), ...unresolved]])
}

const runnable = (phase: PhaseFacts): readonly string[] => {
  const halted = new Set(phase.plans.filter(({ evidence }) => evidence === 'halted').map(({ id }) => id as string))
  return waiting(phase)
    .filter(([id, by]) => by.length === 0 && !halted.has(id))
    .map(([id]) => id)
}

// How far a phase is --------------------------------------------------------

export const DONE_SHAPE = {
  implementation_complete: bool(),
  verification_status: text(),
  verification_passed: bool(),
  phase_complete: bool(),
  completion_status: text(),
  verification_next_action: text(),
  verification_next_command: text(),
} as const

/** How far a phase is, by evidence; nothing here starts a program, so what only a program tells is left to `check run`. */
export function doneOf(phase: PhaseFacts, world: InitWorld) {
  const { facts, done } = world.brief.derivation
  const { status } = verificationWord(facts, phase)
  const next = stepOf(world, phase)
  return {
    implementation_complete: phase.plans.length > 0 && phase.plans.every(isComplete),
    verification_status: status,
    verification_passed: status === 'passed',
    phase_complete: done.has(phase.id),
    completion_status: next.step,
    verification_next_action: next.reason,
    verification_next_command: next.command ?? '',
  }
}

// Milestone -----------------------------------------------------------------

/** Why the open milestone has none of it: there is no milestone, or it gets that when it is closed. */
const noMilestone = ({ brief }: InitWorld) =>
  brief.derivation.facts.phases.length === 0
    ? missing('NO_OPEN_MILESTONE', 'the roadmap has no open milestone')
    : missing('NO_VERSION', 'the roadmap names no milestone; closing gives it a version and a name')

export const MILESTONE = {
  milestone_version: field(text(), (world) => world.brief.derivation.facts.milestone?.id ?? noMilestone(world)),
  milestone_name: field(text(), (world) => world.brief.derivation.facts.milestone?.title ?? noMilestone(world)),
  milestone_slug: field(text(), (world) => {
    const title = world.brief.derivation.facts.milestone?.title
    return title == null ? noMilestone(world) : slugOf(title)
  }),
} as const

/** The last milestone that is closed, by the roadmap and the archive. */
export function lastClosed(world: InitWorld): { readonly version: string | null; readonly name: string | null } | null {
  const { roadmap } = world.brief.derivation.facts
  const closed = roadmap === null ? [] : [...closedWindows(roadmap)].sort((a, b) => a - b)
  const index = closed.at(-1)
  const window = index === undefined ? undefined : roadmap?.windows[index]
  if (window !== undefined) return { version: window.version, name: window.name }
  const version = archivedVersions(world.view).at(-1)
  return version === undefined ? null : { version, name: null }
}

/** Phases of the milestones that come after the active one. */
export function queuedPhases({ brief }: InitWorld) {
  const { roadmap } = brief.derivation.facts
  const active = roadmap === null ? null : activeWindow(roadmap)
  const next = roadmap?.windows.findIndex(({ mark }, index) => mark === 'planned' && index !== active) ?? -1
  const window = next < 0 ? undefined : roadmap?.windows[next]
  return {
    version: window?.version ?? null,
    name: window?.name ?? null,
    phases:
      window === undefined || roadmap === null
        ? []
        : roadmap.phases.filter(({ window: at }) => at === next).map(({ id, title }) => ({ number: id, name: title })),
  }
}

// Surroundings --------------------------------------------------------------

/** The folder at or above the project that git manages. */
function gitRoot({ view }: InitWorld): string | null {
  for (
    let folder = view.projectRoot.replaceAll('\\', '/');
    folder !== '';
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))
  )
    if (view.person.list(folder).some(({ name }) => name === '.git')) return folder
  return null
}

export const GIT = {
  has_git: field(bool(), ({ view }) => view.hasGit),
  git_worktree_root: field(text('Absolute'), (world) => gitRoot(world)),
  in_nested_subdir: field(bool(), (world) => {
    const root = gitRoot(world)
    return root !== null && root !== world.view.projectRoot
  }),
} as const

const PACKAGE_FILES = [
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'Package.swift',
  'pubspec.yaml',
] as const

const hasCode = ({ brief }: InitWorld): boolean => conditionWorld(brief).state('has-code')
const hasPackage = ({ view }: InitWorld): boolean =>
  view.list('.').some(({ name }) => (PACKAGE_FILES as readonly string[]).includes(name))
const mapFiles = ({ view }: InitWorld): readonly string[] =>
  view
    .list('.planning/codebase')
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.md'))
const isBrownfield = (world: InitWorld): boolean => hasCode(world) || hasPackage(world)

export const CODE = {
  has_existing_code: field(bool(), hasCode),
  has_package_file: field(bool(), hasPackage),
  is_brownfield: field(bool(), isBrownfield),
  has_codebase_map: field(bool(), (world) => mapFiles(world).length > 0),
  needs_codebase_map: field(bool(), (world) => isBrownfield(world) && mapFiles(world).length === 0),
} as const

export { mapFiles }

/** A search service: switched on or keyed in the settings, keyed in the environment, or in the person's folder. */
export const service = (key: string, variable: string) =>
  field(bool(), ({ settings, view }) => {
    const set = settings.get(key)
    if (set === true || (typeof set === 'string' && set !== '')) return true
    const name = variable.toLowerCase()
    return (
      view.person.variable(variable) !== null ||
      view.person.list(`${view.person.home}/.gsd`).some((file) => file.name === name)
    )
  })

/** What each answer says of the moment. */
export const MOMENT = {
  date: field(text(), ({ view }) => view.clock.today()),
  timestamp: field(text(), ({ view }) => new Date(view.clock.now()).toISOString()),
} as const
