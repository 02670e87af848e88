// Whether a phase may be worked on now.

import { type Derivation, unmetDependencies } from '../../core/derivation/derive.js'
import { CLAIM_READS, isComplete, type PhaseFacts } from '../../core/derivation/facts.js'
import { derivePhase } from '../../core/derivation/phase-rules.js'
import type { Step } from '../../core/dispatch/units.js'
import { indicatorsOf } from '../../core/judging/phase-kinds.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import type { View } from '../../core/view.js'
import { bool, int, orNull, record, text } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { type Finding, findingsShape } from '../findings.js'
import { query } from '../verb.js'

const hasFile = (view: View, { directory }: PhaseFacts, suffix: string): boolean =>
  directory !== null &&
  view
    .list(directory.path)
    .some(({ name, kind }) => kind === 'file' && (name === suffix || name.endsWith(`-${suffix}`)))

const filesOf = (phase: PhaseFacts): readonly string[] =>
  phase.plans.flatMap(({ plan }) => [...plan.filesModified, ...plan.tasks.flatMap((task) => task.files)])

const hasScreens = (phase: PhaseFacts): boolean => indicatorsOf('frontend', phase.section, filesOf(phase)).length > 0

/** Steps at which nothing about a phase can go on by itself. */
export const STOPPED: ReadonlySet<Step> = new Set<Step>(['blocked', 'paused'])

export const checkPhaseReady = query({
  name: 'check.phase-ready',
  about: 'Whether work on a phase can go on, and with which step',
  args: { phase: PHASE_OR_DIRECTORY },
  result: record({
    found: bool(),
    ready: bool(),
    phase: text(),
    phase_name: orNull(text()),
    phase_dir: orNull(text()),
    has_context: bool(),
    has_research: bool(),
    has_plans: bool(),
    plan_count: int(),
    incomplete_plans: int(),
    has_verification: bool(),
    has_ui_spec: bool(),
    has_ui_indicators: bool(),
    dependencies_met: bool(),
    blockers: findingsShape,
    next_step: orNull(text('Derived')),
  }),
  reads: CLAIM_READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    if ('error' in found) return { result: nothingOf(given), error: found.error }
    const { derivation, phase } = found
    const unmet = unmetDependencies(derivation.facts, phase, derivation.done)
    const isDone = derivation.done.has(phase.id)
    const { outcome } = derivePhase(derivation.facts, phase)
    const blockers = [...projectBlockers(derivation), ...phaseBlockers(derivation, phase)]
    const ready = blockers.length === 0
    return {
      result: {
        found: true,
        ready,
        phase: phase.id,
        phase_name: phase.title,
        phase_dir: phase.directory?.path ?? null,
        has_context: phase.files?.context != null,
        has_research: phase.files?.research != null,
        has_plans: phase.plans.length > 0,
        plan_count: phase.plans.length,
        incomplete_plans: phase.plans.filter((plan) => !isComplete(plan)).length,
        has_verification: phase.files?.verification != null,
        has_ui_spec: hasFile(view, phase, 'UI-SPEC.md'),
        has_ui_indicators: hasScreens(phase),
        dependencies_met: unmet.length === 0,
        blockers,
        next_step: isDone ? 'done' : outcome.step,
      },
      exit: ready ? 0 : 1,
    }
  },
})

const nothingOf = (phase: string) => ({
  found: false,
  ready: false,
  phase,
  phase_name: null,
  phase_dir: null,
  has_context: false,
  has_research: false,
  has_plans: false,
  plan_count: 0,
  incomplete_plans: 0,
  has_verification: false,
  has_ui_spec: false,
  has_ui_indicators: false,
  dependencies_met: false,
  blockers: [],
  next_step: null,
})

/** What stops every phase: an unreadable file, invalid settings, a stop directive, work nobody has decided about. */
export const projectBlockers = ({ state, active }: Derivation): readonly Finding[] =>
  active === null && STOPPED.has(state.step)
    ? state.blockers.map(({ code, text: message, source }) => ({
        code,
        message,
        path: source,
        fix: `settle ${source} first`,
      }))
    : []

export function phaseBlockers({ facts, done }: Derivation, phase: PhaseFacts): readonly Finding[] {
  const { outcome } = derivePhase(facts, phase)
  const stopped = STOPPED.has(outcome.step) && !done.has(phase.id)
  return [
    ...unmetDependencies(facts, phase, done).map((id) => ({
      code: 'DEPS',
      message: `phase ${phase.id} waits for phase ${id}`,
      fix: `finish phase ${id}`,
    })),
    ...phase.duplicates.map(({ path }) => ({
      code: 'PHASE_AMBIGUOUS',
      path,
      message: `several directories carry the number ${phase.id}`,
      fix: 'rename or remove all but one',
    })),
    ...(stopped
      ? (outcome.blockers ?? []).map(({ code, text: message, source }) => ({
          code,
          message,
          path: source,
          fix: `settle ${source} first`,
        }))
      : []),
  ]
}
