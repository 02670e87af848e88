// Derives the state of the phase that the caller names, even if another phase is next.
import { displayPhaseId } from '../ids.js'
import { unmetDependencies } from './dependences.js'
import { type Derivation, duplicateText, placeOf } from './derive.js'
import type { PhaseFacts } from './facts.js'
import { derivePhase } from './phase-rules.js'
import { blocked, type Outcome, type Step } from './steps.js'

/** Steps that need no result of an earlier phase. */
const AHEAD: ReadonlySet<Step> = new Set<Step>([
  'needs-discussion',
  'needs-research',
  'needs-plan',
  'plan-check',
  'replanning',
  'blocked',
])

/** Returns the derivation as if `phase` were the only one. The project's blockers and the revision stay. */
export function inPhase(derivation: Derivation, phase: PhaseFacts): Derivation {
  const { facts, state, active, done } = derivation
  if (active === null && !done.has(phase.id)) return derivation
  const found = derivePhase(facts, phase)
  const stop = stopOf(derivation, phase, found.outcome.step)
  const { outcome, rule } = stop === null ? found : { outcome: stop, rule: 'D07' }
  const reason = stop?.blockers?.[0]?.text ?? found.reason
  const trace = [...derivation.trace.filter(({ id }) => id < 'D08'), ...(stop === null ? found.trace : [])]
  return {
    ...derivation,
    active: phase,
    outcome,
    reason,
    trace,
    candidates: [{ phase, rule, outcome, reason, trace }],
    state: { ...state, ...placeOf(facts, { rule, outcome, active: phase }) },
  }
}

/** Returns why nothing can be done in the phase now, or null. */
function stopOf({ facts, done }: Derivation, phase: PhaseFacts, step: Step): Outcome | null {
  const shown = displayPhaseId(phase.id)
  if (done.has(phase.id)) return blocked('PHASE_DONE', `phase ${shown} is done`, shown)
  const duplicates = duplicateText(phase)
  if (duplicates !== null) return blocked('DEPS', duplicates, shown)
  const unread = facts.inputs.problems.find(({ path }) => path.startsWith(`${phase.directory?.path}/`))
  if (unread !== undefined) return blocked('INPUT', `${unread.path}: ${unread.reason}`, unread.path)
  const unmet = unmetDependencies(facts, phase, done)
  if (unmet.length === 0 || AHEAD.has(step)) return null
  return blocked('WAITS', `phase ${shown} waits for phase ${unmet.map(displayPhaseId).join(', ')}`, shown)
}
