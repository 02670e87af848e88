// What ROADMAP.md shows of one phase, refreshed from evidence: its ticks and counts, and the waves of its plans.
import { withWaves } from '../artifacts/roadmap/roadmap-waves.js'
import { isDone } from '../core/derivation/derive.js'
import { FACT_READS, gatherFacts, type PhaseFacts } from '../core/derivation/facts.js'
import { isComplete, isSummarised } from '../core/derivation/plan-facts.js'
import { phaseStatus } from '../core/derivation/standing.js'
import { displayPhaseId, parsePhaseId, resolvePlanRef, samePhase, samePlan } from '../core/ids.js'
import { phaseMissing } from '../core/phases/locate.js'
import type { View } from '../core/view.js'
import { refreshPhaseProgress } from '../core/writing/projections.js'
import { Staging } from '../core/writing/staging.js'
import { type ErrorBody, GsdError, refusedEdit } from '../errors.js'
import { bool, int, maybe, record, text } from '../std/shape.js'
import { PHASE } from '../verbs/arguments.js'
import { noRoadmap } from '../verbs/roadmap/roadmap.js'
import { mutation } from '../verbs/verb.js'

const OF_PHASE = { args: { phase: PHASE }, reads: FACT_READS, writes: ['roadmap'] } as const

/** The phase that is meant, or why there is none. No other phase is judged, so the others are not read. */
function subjectOf(view: View, given: string) {
  const facts = gatherFacts(view)
  const id = parsePhaseId(given)
  const phase = id === null ? undefined : facts.phases.find((one) => samePhase(one.id, id))
  if (phase !== undefined) return { facts, phase }
  const known = facts.phases.map((one) => displayPhaseId(one.id))
  return { facts, phase: null, error: facts.roadmap === null ? noRoadmap(view) : phaseMissing(given, known) }
}

export const roadmapUpdatePlanProgress = mutation('roadmap.update-plan-progress', {
  about: 'Show in ROADMAP.md which plans of a phase are carried out',
  ...OF_PHASE,
  result: record({
    updated: bool('ROADMAP.md shows it'),
    phase: text(),
    plan_count: int(),
    summary_count: int('Plans with a SUMMARY'),
    complete_count: int('Plans that are complete by evidence'),
    status: text(),
    complete: bool('Derivation calls the phase done'),
    reason: maybe(text()),
  }),
  run({ phase: given }, view) {
    const { facts, phase, error } = subjectOf(view, given)
    const nothing = { updated: false, phase: given, plan_count: 0, summary_count: 0, complete_count: 0 }
    if (phase === null)
      return { result: { ...nothing, status: 'unknown', complete: false, reason: 'phase_not_found' }, error }
    const { plans } = phase
    const complete = isDone(facts, phase)
    const status = phaseStatus({ facts, done: new Set(complete ? [phase.id] : []) }, phase)
    const done = plans.filter(isComplete).length
    const result = {
      updated: plans.length > 0,
      phase: phase.id,
      plan_count: plans.length,
      summary_count: plans.filter(isSummarised).length,
      complete_count: done,
      status,
      complete,
    }
    if (plans.length === 0) return { result: { ...result, reason: 'no_plans' }, exit: 1 }
    const staging = new Staging(view)
    refreshPhaseProgress(staging, phase, status)
    return { result, edits: staging.edits() }
  },
})

export const roadmapAnnotateDependencies = mutation('roadmap.annotate-dependencies', {
  about: 'Group the plan list of a phase by waves',
  ...OF_PHASE,
  result: record({
    updated: bool('The groups are there'),
    phase: text(),
    waves: int(),
    cross_cutting_constraints: int('Truths that several plans share'),
    reason: maybe(text()),
  }),
  run({ phase: given }, view) {
    const { facts, phase, error } = subjectOf(view, given)
    const nothing = { updated: false, phase: phase?.id ?? given, waves: 0, cross_cutting_constraints: 0 }
    if (phase === null) return { result: { ...nothing, reason: 'phase_not_found' }, error }
    const { waves } = phase
    const unresolved = waves.plans.filter(({ wave }) => wave === null)
    if (waves.cycle !== null || unresolved.length > 0)
      return {
        result: { ...nothing, reason: waves.cycle === null ? 'unresolved' : 'cycle' },
        error: noWaves(phase),
      }
    const numbers = [...new Set(waves.plans.map(({ wave }) => wave as number))].sort((a, b) => a - b)
    const constraints = sharedTruths(phase)
    const result = { ...nothing, waves: numbers.length, cross_cutting_constraints: constraints.length }
    if (phase.plans.length === 0) return { result: { ...result, reason: 'no_plans' }, exit: 1 }
    if (numbers.length < 2 && constraints.length === 0) return { result: { ...result, reason: 'single_wave' } }
    const staging = new Staging(view)
    refreshPhaseProgress(
      staging,
      phase,
      phaseStatus({ facts, done: new Set(isDone(facts, phase) ? [phase.id] : []) }, phase),
    )
    annotate(staging, phase, numbers, constraints)
    return { result: { ...result, updated: true }, edits: staging.edits() }
  },
})

const noWaves = ({ id, waves }: PhaseFacts): ErrorBody =>
  waves.cycle === null
    ? {
        code: 'BAD_DATA',
        message: `the waves of phase ${displayPhaseId(id)} are not known: ${waves.plans
          .flatMap(({ id: plan, unresolved }) => unresolved.map((ref) => `${plan} depends on "${ref}"`))
          .join(', ')}`,
        fix: `gsd-tools phase plan-index ${displayPhaseId(id)} lists the plans there are`,
      }
    : {
        code: 'PLAN_CYCLE',
        message: `plans wait for each other: ${[...waves.cycle, waves.cycle[0]].join(' → ')}`,
        fix: 'remove one of these from depends_on',
      }

/** Truths that more than one plan of the phase promises, once each. */
function sharedTruths({ plans }: PhaseFacts): readonly string[] {
  const found = new Map<string, { readonly text: string; count: number }>()
  for (const { plan } of plans)
    for (const truth of new Set(plan.mustHaves.truths)) {
      const key = truth.toLowerCase().replace(/\s+/g, ' ').trim()
      const known = found.get(key)
      if (known === undefined) found.set(key, { text: truth.replace(/\s+/g, ' ').trim(), count: 1 })
      else known.count++
    }
  return [...found.values()].filter(({ count }) => count > 1).map((entry) => entry.text)
}

function annotate(staging: Staging, phase: PhaseFacts, numbers: readonly number[], constraints: readonly string[]) {
  const path = staging.view.at('ROADMAP.md')
  const source = staging.view.source(path)
  const section = staging.view
    .parse('roadmap', path)
    ?.value.phases.find(({ id, window }) => id === phase.section.id && window === phase.section.window)
  if (source === null || section === undefined) return
  const waveOf = (line: string): number | null => {
    const ref = resolvePlanRef(phase.id, line)
    const plan = phase.plans.find(({ file, id }) => file.stem === line || (ref !== null && samePlan(id, ref)))
    return phase.waves.plans.find(({ id }) => id === plan?.id)?.wave ?? null
  }
  const waves = section.plans.map(({ id }) => waveOf(id))
  const strayAt = waves.indexOf(null)
  if (strayAt >= 0)
    throw new GsdError({
      code: 'WRITE_REFUSED',
      message: `ROADMAP.md lists the plan "${section.plans[strayAt]?.id}", which is not on disk or superseded`,
      fix: 'take that line out of the list of plans',
    })
  const groups = numbers.map((wave) => ({ wave, plans: waves.flatMap((own, at) => (own === wave ? [at] : [])) }))
  const rendered = withWaves(source, phase.section, groups, constraints)
  if ('refused' in rendered) throw new GsdError(refusedEdit(rendered.refused))
  staging.put(path, rendered.text)
}
