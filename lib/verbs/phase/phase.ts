// phase plan-index: shows a phase's directory, and which of its plans may run.
import { closedPhases, phaseSectionOf } from '../../artifacts/roadmap/roadmap.js'
import { gatherPlans, isComplete, isSummarised, type PlanFacts } from '../../core/derivation/plan-facts.js'
import { PLAN_STATUS, planStatus } from '../../core/derivation/statuses.js'
import { type PlanId, phaseOfPlan, samePlan } from '../../core/ids.js'
import { type PhaseDirectory, summariesIn } from '../../core/layout.js'
import { locatePhase } from '../../core/phases/locate.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, emptyOf, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { PHASE } from '../arguments.js'

const PLAN = record({
  id: text(),
  wave: orNull(int('null if a dependency is missing or circular: the plan must not run')),
  depends_on: listOf(text(), 'Plans of this phase, as canonical ids'),
  objective: orNull(text()),
  complete: bool('Whether the plan is complete by evidence; in an archive, whether it has a finished SUMMARY'),
  status: oneOf(PLAN_STATUS, 'in progress: halted, or with a SUMMARY that the CLI has not accepted'),
  blocked_by: listOf(text(), 'Plans that must be complete first'),
})

const INDEX = record({
  phase: text('Padded id'),
  directory: orNull(text('Relative to the project root')),
  archived: orNull(text('Milestone in whose archive the phase is')),
  plans: listOf(PLAN),
  summary_count: int('Plans with a SUMMARY, counted as in gsd-tools progress'),
  runnable: listOf(text(), 'Incomplete plans whose dependencies are complete, without halted ones'),
  unresolved: listOf(record({ plan: text(), ref: text() })),
  external: listOf(record({ plan: text(), ref: text(), complete: bool() })),
})

export const phasePlanIndex = verb('phase.plan-index', {
  about: 'Show a phase: its directory, its plans with their waves, and which may run now',
  args: { phase: PHASE },
  result: INDEX,
  reads: ['roadmap', 'plan', 'summary', 'ledger'],
  run({ view }, { phase: given }) {
    const located = locatePhase(view, given)
    if ('error' in located) return { result: { ...emptyOf(INDEX), phase: given }, error: located.error }
    const found = gatherPlans(view, located.directory)
    const result = indexOf(view, located.directory, found)
    return found.waves.cycle === null ? { result } : { result, error: cycleError(found.waves.cycle) }
  },
})

const cycleError = (cycle: readonly PlanId[]): ErrorBody => ({
  code: 'PLAN_CYCLE',
  message: `circular dependency of plans: ${[...cycle, cycle[0]].join(' → ')}`,
  fix: `remove one of these plans from depends_on`,
})

/** Whether the phase is in an archive, or belongs to a closed milestone. */
function isHistory(view: View, { archive, id }: PhaseDirectory): boolean {
  if (archive !== null) return true
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  const section = roadmap === undefined ? null : phaseSectionOf(roadmap, id)
  return roadmap !== undefined && section !== null && closedPhases(roadmap).includes(section)
}

function indexOf(view: View, directory: PhaseDirectory, found: ReturnType<typeof gatherPlans>) {
  const byId = new Map(found.plans.map((plan) => [plan.id, plan]))
  const planOf = (id: PlanId) => byId.get(id) as PlanFacts
  const isHistorical = isHistory(view, directory)
  const complete = new Set(found.plans.filter((plan) => isDone(plan, directory)).map(({ id }) => id))
  const isOpenExternal = (ref: PlanId) => !completeElsewhere(view, ref)
  const { plans } = found.waves
  const rows = plans.map(({ id, wave, dependsOn, external }) => ({
    id,
    wave,
    depends_on: [...dependsOn],
    objective: planOf(id).plan.objective,
    complete: complete.has(id),
    status: isHistorical ? ('done' as const) : planStatus(planOf(id)),
    blocked_by: [...dependsOn.filter((other) => !complete.has(other)), ...external.filter(isOpenExternal)],
  }))
  const ready = rows.filter((row) => !row.complete && row.wave !== null && row.blocked_by.length === 0)
  return {
    phase: directory.id,
    directory: directory.path,
    archived: directory.archive,
    plans: rows,
    summary_count: isHistorical ? summariesIn(found.files).length : found.plans.filter(isSummarised).length,
    runnable: ready.map(({ id }) => id).filter((id) => planOf(id).evidence !== 'halted'),
    unresolved: plans.flatMap(({ id, unresolved }) => unresolved.map((ref) => ({ plan: id, ref }))),
    external: plans.flatMap(({ id, external }) =>
      external.map((ref) => ({ plan: id, ref, complete: !isOpenExternal(ref) })),
    ),
  }
}

/** Whether a plan is done. In an archived phase every plan with a finished SUMMARY is, no matter who wrote it. */
const isDone = (plan: PlanFacts, { archive }: PhaseDirectory): boolean =>
  isComplete(plan) || (archive !== null && isSummarised(plan))

function completeElsewhere(view: View, ref: PlanId): boolean {
  const located = locatePhase(view, phaseOfPlan(ref))
  if ('error' in located) return false
  const plan = gatherPlans(view, located.directory).plans.find(({ id }) => samePlan(id, ref))
  return plan !== undefined && isDone(plan, located.directory)
}
