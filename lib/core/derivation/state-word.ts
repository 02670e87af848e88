// The word STATE.md shows for where the work stands, and whether it stands between two phases.
import type { StateStatus } from '../../artifacts/state/state.js'
import type { Step } from '../dispatch/units.js'
import type { Derivation } from './derive.js'
import type { PhaseFacts } from './facts.js'

const STATUS_OF_STEP: Readonly<Record<Step, StateStatus>> = {
  'no-project': 'planning',
  'needs-roadmap': 'planning',
  'between-milestones': 'completed',
  'needs-discussion': 'discussing',
  'needs-research': 'planning',
  'needs-plan': 'planning',
  'plan-check': 'planning',
  replanning: 'planning',
  executing: 'executing',
  verifying: 'verifying',
  'human-uat': 'verifying',
  'phase-complete': 'verifying',
  'milestone-audit': 'completed',
  'milestone-complete': 'completed',
  paused: 'paused',
  blocked: 'paused',
}

/** The word STATE.md shows for where a plan stands. A workstream that has no roadmap yet has completed nothing. */
export const statusOf = (derivation: Derivation): StateStatus =>
  closedBefore(derivation) === null ? stepStatus(derivation) : 'planning'

const stepStatus = ({ state, facts }: Derivation): StateStatus =>
  state.step === 'between-milestones' && facts.roadmap === null && facts.view.base !== '.planning'
    ? 'planning'
    : STATUS_OF_STEP[state.step]

/** What is due where a phase was closed and nobody has begun the next one. */
export const DUE: Readonly<Partial<Record<Step, string>>> = {
  'needs-discussion': 'discuss',
  'needs-research': 'research',
  'needs-plan': 'plan',
}

/** The phase that was closed last, while nothing of the active one is there: then STATE.md speaks of it, and of what comes next. */
export function closedBefore({ state, facts, active, done }: Derivation): PhaseFacts | null {
  if (active === null || DUE[state.step] === undefined || active.plans.length > 0) return null
  if (active.files?.context != null || active.files?.research != null) return null
  const at = facts.phases.indexOf(active)
  return facts.phases.slice(0, at).findLast(({ id }) => done.has(id)) ?? null
}
