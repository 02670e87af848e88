// Everything a brief may mention, gathered once: derived state, settings, phase, user input and client.
import type { Host } from '../../ports.js'
import type { Json } from '../../std/json.js'
import { depthOf } from '../depth.js'
import { type Derivation, derive } from '../derivation/derive.js'
import { FACT_READS, type PhaseFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { isSummarised } from '../derivation/plan-facts.js'
import { handoffsIn } from '../dispatch/handoff.js'
import { outlineOf } from '../dispatch/outline.js'
import { parsePhaseId, samePhase } from '../ids.js'
import { typedWords } from '../ordering.js'
import { commitsDisturb } from '../project/commit-hook.js'
import { readSettings, type Settings } from '../project/settings.js'
import type { PackView, View } from '../view.js'
import type { WorkflowInput } from './brief-arguments.js'
import type { ConditionWorld, HasName, StateFact } from './conditions.js'

export interface BriefWorld {
  readonly view: PackView
  readonly host: Host
  readonly derivation: Derivation
  readonly input: WorkflowInput
  /** The phase the arguments name, else the active one; null if there is neither. */
  readonly phase: PhaseFacts | null
  setting(key: string): Json
}

/** Artifacts a verb must declare for `briefWorld`. */
export const BRIEF_READS = [...FACT_READS, 'learning', 'requirements'] as const

export const NO_INPUT: WorkflowInput = { args: new Map(), flags: new Map(), words: '' }

/** `phase`: as the user wrote it, or null for the active one. Derivation is lazy: help and settings do not need it. */
export function briefWorld(view: PackView, input: WorkflowInput, phase: string | null): BriefWorld {
  let derivation: Derivation | undefined
  let settings: Settings | undefined
  const settingsNow = (): Settings => {
    settings ??= readSettings(view)
    return settings
  }
  const derived = (): Derivation => {
    derivation ??= derive(view)
    return derivation
  }
  return {
    view,
    host: view.pack.host,
    input,
    get derivation() {
      return derived()
    },
    get phase() {
      return phase === null ? derived().active : findPhase(derived(), phase)
    },
    setting: (key) => settingsNow().get(key),
  }
}

export function findPhase({ facts }: Derivation, text: string): PhaseFacts | null {
  const id = parsePhaseId(text)
  return id === null ? null : (facts.phases.find((phase) => samePhase(phase.id, id)) ?? null)
}

const FILES: Readonly<Record<HasName, (world: BriefWorld) => boolean>> = {
  SPEC: ({ view, phase, derivation }) =>
    phase !== null && view.source(`${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-SPEC.md`) !== null,
  CONTEXT: ({ phase }) => phase?.files?.context != null,
  SUMMARY: ({ phase }) => phase?.plans.some(({ file }) => file.summary !== null) === true,
  STATE: ({ view }) => view.source(view.at('STATE.md')) !== null,
  codebase: ({ view }) => hasMarkdown(view, '.planning/codebase'),
}

const hasMarkdown = (view: View, folder: string): boolean => view.list(folder).some(({ name }) => name.endsWith('.md'))

const STATE: Readonly<Record<StateFact, (world: BriefWorld) => boolean>> = {
  'project-exists': ({ derivation }) => derivation.facts.hasProject,
  'phases-exist': ({ derivation }) => derivation.facts.phases.length > 0,
  'auto-active': (world) =>
    world.input.flags.has('--auto') ||
    world.setting('workflow.auto_advance') === true ||
    world.setting('workflow._auto_chain_active') === true,
  'field-researched': isFieldResearched,
  'field-open': (world) => !isFieldResearched(world) && world.setting('workflow.project_research') === 'ask',
  'patterns-mapped': ({ input, phase, derivation, setting }) =>
    input.flags.has('--patterns') ||
    (setting('workflow.pattern_mapper') === true &&
      phase !== null &&
      depthOf(derivation.facts, phase)?.name === 'heavy'),
  'no-git': ({ view }) => !view.hasGit,
  'has-code': ({ view }) => view.list('.').some(({ name }) => !name.startsWith('.')),
  'phase-known': ({ phase }) => phase !== null,
  'phase-proven': ({ phase, derivation }) =>
    phase !== null && derivePhase(derivation.facts, phase).outcome.step === 'phase-complete',
  'phase-planned': ({ phase }) => (phase?.plans.length ?? 0) > 0,
  'phase-outlined': ({ phase, derivation }) => phase !== null && outlineOf(derivation.facts, phase) !== null,
  light: ({ phase, derivation }) => phase !== null && depthOf(derivation.facts, phase)?.name === 'light',
  'plans-open': ({ phase, derivation }) =>
    phase !== null &&
    (phase.plans.some((plan) => !isSummarised(plan)) ||
      derivePhase(derivation.facts, phase).outcome.step === 'replanning'),
  'has-gaps': (world) => world.phase?.verification?.status === 'gaps_found' || hasUatGaps(world),
  'between-milestones': ({ derivation }) => derivation.state.step === 'between-milestones',
  'handed-over': (world) => notesIn(world).length > 0,
  'order-typed': isOrderTyped,
  worded: ({ input }) => input.words !== '',
  'commits-disturb': ({ view }) => commitsDisturb(view),
}

function isFieldResearched({ input, setting }: BriefWorld): boolean {
  if (input.flags.has('--research') || setting('workflow.project_research') === 'always') return true
  return (
    setting('workflow.project_research') === 'ask' &&
    setting('workflow.research') === true &&
    setting('workflow.depth') === 'heavy'
  )
}

/** The client records the user's words as typed, so the session need not write them down. */
export function isOrderTyped({ view }: Pick<BriefWorld, 'view'>): boolean {
  return view.caller.order !== null && typedWords(view) !== null
}

/** Notes of a paused session for this one. */
export const notesIn = ({ view, derivation }: BriefWorld): readonly string[] =>
  handoffsIn(view, derivation.state.phase?.dir ?? null)

function hasUatGaps({ view, phase }: BriefWorld): boolean {
  const path = phase?.files?.uat
  return path != null && (view.parse('uat', path)?.value.gaps.length ?? 0) > 0
}

/** The user wants questions as plain text, whatever the client supports. */
export const asksInText = (world: BriefWorld): boolean => world.setting('workflow.text_mode') === true

/** The current state, for conditions. */
export const conditionWorld = (world: BriefWorld): ConditionWorld => ({
  flags: new Set(world.input.flags.keys()),
  setting: (key) => world.setting(key),
  has: (name) => FILES[name]?.(world) ?? false,
  state: (fact) => STATE[fact]?.(world) ?? false,
  get abilities() {
    return asksInText(world) ? { ...world.host.abilities, questions: false } : world.host.abilities
  },
})
