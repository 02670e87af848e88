// Evaluates the conditions in prompts when a brief is served, with the registries of what `has:` and `state:` can test.
import { depthOf } from '../depth.js'
import { phaseDirectoryPath } from '../derivation/facts.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { isSummarised } from '../derivation/plan-facts.js'
import { outlineOf } from '../dispatch/outline.js'
import { hooksDisturbWork } from '../project/commit-hook.js'
import { type BriefWorld, isAuto, isOrderTyped, notesIn } from './brief-world.js'
import type { Condition, Predicate } from './workflow.js'

type Test = (world: BriefWorld) => boolean

/** Subjects of `has:`: files of the phase, STATE.md, and the folder of the codebase maps. */
export const FILES: Readonly<Record<string, Test>> = {
  SPEC: ({ view, phase, derivation }) =>
    phase !== null && view.source(`${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-SPEC.md`) !== null,
  CONTEXT: ({ phase }) => phase?.files?.context != null,
  SUMMARY: ({ phase }) => phase?.plans.some(({ file }) => file.summary !== null) === true,
  STATE: ({ view }) => view.source(view.at('STATE.md')) !== null,
  codebase: ({ view }) => view.list('.planning/codebase').some(({ name }) => name.endsWith('.md')),
}

export const STATES: Readonly<Record<string, Test>> = {
  'project-exists': ({ derivation }) => derivation.facts.hasProject,
  'phases-exist': ({ derivation }) => derivation.facts.phases.length > 0,
  'auto-active': isAuto,
  /** The project's domain is to be researched before the roadmap is written. */
  'field-researched': isDomainResearchDue,
  'field-open': (world) => !isDomainResearchDue(world) && world.setting('workflow.project_research') === 'ask',
  /** Code patterns are to be mapped before planning. */
  'patterns-mapped': ({ input, phase, derivation, setting }) =>
    input.flags.has('--patterns') ||
    (setting('workflow.pattern_mapper') === true &&
      phase !== null &&
      depthOf(derivation.facts, phase)?.name === 'heavy'),
  'no-git': ({ view }) => !view.hasGit,
  'has-code': ({ view }) => view.list('.').some(({ name }) => !name.startsWith('.')),
  'phase-known': ({ phase }) => phase !== null,
  /** The phase has all its evidence and can be closed. */
  'phase-proven': ({ phase, derivation }) =>
    phase !== null && derivePhase(derivation.facts, phase).outcome.step === 'phase-complete',
  'phase-planned': ({ phase }) => (phase?.plans.length ?? 0) > 0,
  /** The CLI can write the phase's plan itself. */
  'phase-outlined': ({ phase, derivation }) => phase !== null && outlineOf(derivation.facts, phase) !== null,
  light: ({ phase, derivation }) => phase !== null && depthOf(derivation.facts, phase)?.name === 'light',
  /** A plan has no summary, or the phase is to be replanned. */
  'plans-open': ({ phase, derivation }) =>
    phase !== null &&
    (phase.plans.some((plan) => !isSummarised(plan)) ||
      derivePhase(derivation.facts, phase).outcome.step === 'replanning'),
  'has-gaps': (world) => world.phase?.verification?.status === 'gaps_found' || hasUatGaps(world),
  'between-milestones': ({ derivation }) => derivation.state.step === 'between-milestones',
  'handed-over': (world) => notesIn(world).length > 0,
  /** A hook recorded the request that the user typed. */
  'order-typed': isOrderTyped,
  worded: ({ input }) => input.words !== '',
  /** A git hook may set aside all uncommitted work in the tree while it runs. */
  'commits-disturb': ({ view }) => hooksDisturbWork(view),
}

function isDomainResearchDue({ input, setting }: BriefWorld): boolean {
  if (input.flags.has('--research') || setting('workflow.project_research') === 'always') return true
  return (
    setting('workflow.project_research') === 'ask' &&
    setting('workflow.research') === true &&
    setting('workflow.depth') === 'heavy'
  )
}

function hasUatGaps({ view, phase }: BriefWorld): boolean {
  const path = phase?.files?.uat
  return path != null && (view.parse('uat', path)?.value.gaps.length ?? 0) > 0
}

const EVALUATORS: Readonly<Record<Predicate, (condition: Condition, world: BriefWorld) => boolean>> = {
  flag: ({ subject }, { input }) => input.flags.has(subject),
  cfg: ({ subject, value }, { setting }) => {
    const set = setting(subject)
    return value === null ? set !== null && set !== false && set !== '' && set !== 0 : String(set) === value
  },
  has: ({ subject }, world) => FILES[subject]?.(world) === true,
  state: ({ subject }, world) => STATES[subject]?.(world) === true,
  host: ({ subject }, { host }) => host.abilities[subject] === true,
}

const holds = (condition: Condition, world: BriefWorld): boolean =>
  condition.predicate !== null && EVALUATORS[condition.predicate](condition, world) !== condition.isNegated

export const allHold = (conditions: readonly Condition[], world: BriefWorld): boolean =>
  conditions.every((condition) => holds(condition, world))

/** Predicates that cannot change while a workflow runs: flags and the client. */
const FIXED: ReadonlySet<Predicate | null> = new Set(['flag', 'host'] as const)

/** False only if a condition that cannot change during the workflow fails. */
export const mayHold = (conditions: readonly Condition[], world: BriefWorld): boolean =>
  conditions.every((condition) => !FIXED.has(condition.predicate) || holds(condition, world))
