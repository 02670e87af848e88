// The facts a workflow may name as `{{fact:x}}` or opens with: one closed, typed table, each computed from the view.

import { isComplete, type PhaseFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { UNIT_OF_STEP, unitType } from '../dispatch/units.js'
import { displayPhaseId } from '../ids.js'
import { projectTitle } from '../project/project-title.js'
import { commandExplained, commandLines } from './brief-commands.js'
import { settingLines } from './brief-settings.js'
import type { BriefWorld } from './brief-world.js'
import { asksInText, conditionWorld } from './brief-world.js'
import type { Workflow } from './workflow.js'

/** A text, or why there is none. */
export type FactValue = string | { readonly unknown: string }

interface Fact {
  /** What it is, for people who write prompts, and the label in the list of facts. */
  readonly label: string
  of(world: BriefWorld): FactValue
}

const IN_TEXT = 'ask in your reply, options as a numbered list, and wait for the answer'

const unknown = (reason: string): FactValue => ({ unknown: reason })
const NO_PHASE = unknown('no phase is named and none is active')
const NO_ROADMAP = unknown('there is no roadmap yet')

const ofPhase =
  (text: (phase: PhaseFacts, world: BriefWorld) => FactValue) =>
  (world: BriefWorld): FactValue =>
    world.phase === null ? NO_PHASE : text(world.phase, world)

const orUnknown = (text: string | null | undefined, reason: string): FactValue =>
  text === null || text === undefined || text === '' ? unknown(reason) : text

const fileOf = (role: 'context' | 'research' | 'verification' | 'uat' | 'check' | 'replan') =>
  ofPhase(
    (phase, world) =>
      phase.files?.[role] ?? `${phaseDirectoryPath(world.derivation.facts, phase)} has no such file yet`,
  )

const setting = (key: string) => (world: BriefWorld) => {
  const value = world.setting(key)
  return value === null ? unknown(`${key} is not set`) : typeof value === 'string' ? value : JSON.stringify(value)
}

export const FACTS = {
  words: { label: "The user's words", of: ({ input }) => orUnknown(input.words, 'the user wrote nothing more') },
  project: { label: 'Project', of: projectLine },
  milestone: {
    label: 'Milestone',
    of: ({ derivation: { facts } }) =>
      facts.milestone === null
        ? NO_ROADMAP
        : orUnknown(named(facts.milestone.id, facts.milestone.title), 'it has no name'),
  },
  progress: { label: 'Progress', of: progressLine },
  phase: { label: 'Number of the phase', of: ofPhase(({ id }) => displayPhaseId(id)) },
  pp: { label: 'Prefix of the phase in file names', of: ofPhase(({ id }) => id) },
  phase_title: { label: 'Title of the phase', of: ofPhase(({ title }) => title) },
  phase_line: { label: 'Phase', of: ofPhase(({ id, title }) => `${displayPhaseId(id)} "${title}"`) },
  phase_dir: {
    label: 'Folder of the phase',
    of: ofPhase((phase, world) => phaseDirectoryPath(world.derivation.facts, phase)),
  },
  goal: { label: 'Goal', of: ofPhase(({ section }) => orUnknown(section.goal, 'the roadmap states no goal')) },
  criteria: {
    label: 'Success criteria',
    of: ofPhase(({ section }) =>
      orUnknown(
        section.successCriteria.map((text, index) => `(${index + 1}) ${text}`).join(' '),
        'the roadmap states none',
      ),
    ),
  },
  requirements: {
    label: 'Requirements',
    of: ofPhase(({ section }) => orUnknown(section.requirements.join(', '), 'the roadmap names none')),
  },
  depends_on: {
    label: 'Depends on',
    of: ofPhase(({ dependsOn }) => dependsOn.map(displayPhaseId).join(', ') || 'nothing'),
  },
  plans: { label: 'Plans', of: ofPhase(plansLine) },
  plan_count: { label: 'Number of plans', of: ofPhase(({ plans }) => String(plans.length)) },
  files: { label: 'Files of the phase', of: ofPhase(filesLine) },
  context_path: { label: 'Decisions of the discussion', of: fileOf('context') },
  research_path: { label: 'Research', of: fileOf('research') },
  verification_path: { label: 'Verification', of: fileOf('verification') },
  uat_path: { label: 'Acceptance tests', of: fileOf('uat') },
  check_path: { label: 'Record of the plan check', of: fileOf('check') },
  step: { label: 'State', of: stepLine },
  revision: { label: 'Revision', of: ({ derivation }) => derivation.state.revision },
  auto: { label: 'Auto mode', of: (world) => (conditionWorld(world).state('auto-active') ? 'on' : 'off') },
  mode: {
    label: 'Mode',
    of: (world) =>
      conditionWorld(world).state('auto-active')
        ? unknown('auto mode is on: nothing is confirmed step by step')
        : setting('mode')(world),
  },
  granularity: { label: 'Granularity', of: setting('granularity') },
  language: { label: 'Language for the user', of: setting('response_language') },
  asking: { label: 'To ask the user', of: (world) => (asksInText(world) ? IN_TEXT : world.host.ask) },
  today: { label: 'Today', of: ({ view }) => view.clock.today() },
  commands: {
    label: 'Commands',
    of: (world) => {
      const topic = world.input.args.get('topic')
      const text = topic === undefined ? commandLines(world) : commandExplained(world, topic)
      return orUnknown(text, 'the installation lists none')
    },
  },
  settings: { label: 'Settings', of: (world) => settingLines(world.setting) },
  cli: { label: 'Command line tool', of: ({ view }) => view.pack.cli },
} as const satisfies Readonly<Record<string, Fact>>

export type FactName = keyof typeof FACTS
export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[]
export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name)

export const factOf = (name: FactName, world: BriefWorld): FactValue => (FACTS[name] as Fact).of(world)

/** A fact inside a sentence: what is not known says so. */
export const factText = (name: FactName, world: BriefWorld): string => {
  const value = factOf(name, world)
  return typeof value === 'string' ? value : `(unknown: ${value.unknown})`
}

/** What the first part opens with, in order of importance: from the end on they are left out when space is short. */
const PHASE_FACTS: readonly FactName[] = [
  'phase_line',
  'phase_dir',
  'revision',
  'step',
  'goal',
  'requirements',
  'criteria',
  'plans',
  'files',
  'auto',
  'words',
  'project',
  'progress',
  'depends_on',
]
const PROJECT_FACTS: readonly FactName[] = ['words', 'project', 'revision', 'step', 'progress', 'auto', 'mode']

/** What a later part repeats: it may have changed since. */
const CHANGING_FACTS: readonly FactName[] = ['revision', 'step']

/** The facts a part opens with. */
export function openingFacts(workflow: Workflow, isFirst: boolean): readonly FactName[] {
  if (workflow.facts !== null) return isFirst ? workflow.facts.filter(isFactName) : []
  if (!isFirst) return CHANGING_FACTS
  return workflow.args.some(({ name }) => name === 'phase') ? PHASE_FACTS : PROJECT_FACTS
}

function named(id: string | null, title: string | null): string {
  return [id, title].filter((part) => part !== null && part !== '').join(' ')
}

function projectLine({ view }: BriefWorld): FactValue {
  const { there, title } = projectTitle(view)
  if (!there) return unknown('there is no project here yet')
  const where = `root ${view.projectRoot}`
  return title === null ? where : `${title}; ${where}`
}

function progressLine({ derivation: { state, facts } }: BriefWorld): FactValue {
  if (facts.roadmap === null) return NO_ROADMAP
  const { phases, plans } = state.progress
  return `${phases.done} of ${phases.total} phases verified, ${plans.done} of ${plans.total} plans carried out`
}

/** The state of the phase the call is about; where another one is due, both. */
function stepLine({ view, phase, derivation: { state, reason, active, done, facts } }: BriefWorld): string {
  const type = UNIT_OF_STEP[state.step]
  const workflow = type === null ? null : unitType(type).workflow
  const isServed = workflow === null || view.pack.read(`workflows/${workflow}.md`) !== null
  const due = isServed ? `${state.step} (${state.rule}: ${reason})` : 'every phase of the milestone is done'
  if (phase === null || phase.id === active?.id) return due
  const own = derivePhase(facts, phase)
  const word = done.has(phase.id) ? 'done' : `${own.outcome.step} (${own.rule}: ${own.trace.at(-1)?.reason})`
  const where = active === null ? '' : `phase ${displayPhaseId(active.id)} `
  return `phase ${displayPhaseId(phase.id)} is ${word}; due in the project: ${where}${due}`
}

function plansLine(phase: PhaseFacts): FactValue {
  if (phase.plans.length === 0) return 'none yet'
  const waveOf = (id: string) => phase.waves.plans.find((plan) => plan.id === id)?.wave ?? null
  return phase.plans
    .map((plan) => `${plan.id} ${isComplete(plan) ? 'done' : plan.evidence} (wave ${waveOf(plan.id) ?? 'unknown'})`)
    .join(', ')
}

function filesLine({ files }: PhaseFacts): FactValue {
  if (files === null) return 'none yet'
  const found = [files.context, files.research, files.verification, files.uat, files.check, files.replan]
    .filter((path) => path !== null)
    .map((path) => path.slice(path.lastIndexOf('/') + 1))
  return found.join(', ') || 'none yet'
}
