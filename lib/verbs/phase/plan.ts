// plan complete: refreshes what shows a plan as carried out, from its evidence. It completes nothing itself.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, isComplete } from '../../core/derivation/facts.js'
import { parsePlanId, phaseOfPlan, samePhase, samePlan } from '../../core/ids.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { bool, orNull, record, text } from '../../std/shape.js'
import { planStatusShape } from '../standing.js'
import { mutation } from '../verb.js'

export const planComplete = mutation({
  name: 'plan.complete',
  about: 'Shows a plan as carried out where its evidence says so',
  args: { plan: { type: 'text', positional: true, required: true, about: 'Plan id' } },
  reads: [...FACT_READS, 'state', 'requirements'],
  writes: ['roadmap', 'requirements', 'state'],
  result: record({
    plan: text(),
    complete: bool(),
    evidence: orNull(planStatusShape),
    completed_at: orNull(text()),
  }),
  run({ plan: given }, view) {
    const { facts } = derive(view)
    const id = parsePlanId(given)
    const phase = id === null ? undefined : facts.phases.find((other) => samePhase(other.id, phaseOfPlan(id)))
    const plan = phase?.plans.find((other) => id !== null && samePlan(other.id, id))
    if (phase === undefined || plan === undefined)
      return {
        result: { plan: given, complete: false, evidence: null, completed_at: null },
        exit: 1,
        error: {
          code: 'PLAN_NOT_FOUND',
          message: `"${given}" is no plan of the active milestone`,
          fix: `use one of ${facts.phases.flatMap(({ plans }) => plans.map((other) => other.id)).join(', ')}`,
        },
        edits: [],
      }
    const result = {
      plan: plan.id,
      complete: isComplete(plan),
      evidence: plan.evidence,
      completed_at: plan.completedAt,
    }
    if (!isComplete(plan))
      return {
        result,
        exit: 1,
        error: {
          code: 'DERIVED_DIFFERS',
          message: `plan ${plan.id} is "${plan.evidence}", not complete: no SUMMARY was finished through unit finish`,
          fix: `gsd-tools unit claim execute-plan ${plan.id}, then unit finish with its SUMMARY`,
        },
        edits: [],
      }
    const staging = new Staging(view)
    refreshProjections(staging, { phase: phase.id })
    return { result, edits: staging.edits() }
  },
})
