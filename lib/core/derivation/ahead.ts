// Work on phases that one session looks over: all that was ordered is built first and proven then, by whoever has seen the whole.
import { depthOf } from '../depth.js'
import type { ClaimLine } from '../history/ledger-lines.js'
import { namesPhase, type PhaseId } from '../ids.js'
import { ordersPhase } from '../order.js'
import { type PhaseFacts, type ProjectFacts, settingOf } from './facts.js'
import { derivePhase, isDrafted } from './phase-rules.js'
import { isComplete } from './plan-facts.js'
import type { Outcome } from './verdict.js'

/** Requirements of both phases that one session looks over at once. */
const TOGETHER = 20
/** Phases that wait for their proof at once. */
export const MOST_UNPROVEN = 3

/**
 * Its draft came with the charter, the order reaches it, nobody asked to look at each stage, and one session looks over it. Where each unit has a session of
 * its own, none of them sees the whole, and a run may end behind any phase.
 */
export const isBuiltFirst = (facts: ProjectFacts, phase: PhaseFacts): boolean =>
  !facts.view.single &&
  settingOf(facts, 'mode') === 'yolo' &&
  phase.verification === null &&
  (phase.plans.length > 0 ? cameDrafted(facts, phase) : isDrafted(facts, phase)) &&
  depthOf(facts, phase)?.name === 'light' &&
  ordersPhase(facts.view, phase.id)

/** Who planned it by hand did so for what the phases before it prove to be. */
function cameDrafted({ inputs }: ProjectFacts, { id }: PhaseFacts): boolean {
  const ledger = inputs.ledger()
  const line = ledger.lines.findLast(
    (one): one is ClaimLine => one.kind === 'claim' && one.unitType === 'plan-phase' && namesPhase(one.unitId, id),
  )
  return line?.drafted === true
}

const isBuilding = ({ step, mode }: Outcome): boolean =>
  step === 'executing' || (step === 'needs-plan' && mode === 'full')

/** The phase behind this one, where one session may build and prove both in one go; null where there is none. */
function behind(facts: ProjectFacts, phase: PhaseFacts): PhaseFacts | null {
  const next = facts.phases[facts.phases.indexOf(phase) + 1]
  if (next === undefined) return null
  const both = [phase, next]
  const size = both.reduce((sum, { section }) => sum + section.requirements.length, 0)
  return size <= TOGETHER && both.every((one) => isBuiltFirst(facts, one)) ? next : null
}

/** The phase that can be built with the last plan of this one. */
function builtWith(facts: ProjectFacts, phase: PhaseFacts): PhaseFacts | null {
  const isLast = phase.plans.filter((plan) => !isComplete(plan)).length === 1
  const next = isLast ? behind(facts, phase) : null
  return next === null || next.plans.length > 0 ? null : next
}

/** The phase that can be proven with this one. */
function provenWith(facts: ProjectFacts, phase: PhaseFacts): PhaseFacts | null {
  const next = behind(facts, phase)
  return next !== null && next.plans.length > 0 && next.plans.every(isComplete) ? next : null
}

/** By the unit under way: the phase that may be done in one go with its own. */
export const WITH = { 'execute-plan': builtWith, 'verify-phase': provenWith } as const

/** The phase that is built before `active` is proven, or null. `isFree`: the phase depends on nothing but what is done, or in the given set. */
export function builtBeforeProof(
  facts: ProjectFacts,
  open: readonly PhaseFacts[],
  active: PhaseFacts,
  outcome: Outcome,
  isFree: (phase: PhaseFacts, built: ReadonlySet<PhaseId>) => boolean,
): PhaseFacts | null {
  if (outcome.step !== 'verifying' || !isBuiltFirst(facts, active)) return null
  const built = new Set([active.id])
  for (const phase of open.slice(open.indexOf(active) + 1)) {
    if (built.size >= MOST_UNPROVEN || !isBuiltFirst(facts, phase) || !isFree(phase, built)) return null
    const found = derivePhase(facts, phase).outcome
    if (found.step !== 'verifying') return isBuilding(found) ? phase : null
    built.add(phase.id)
  }
  return null
}
