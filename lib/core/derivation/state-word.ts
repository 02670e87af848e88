// Words for the project's state: the status in STATE.md, the last closed phase if none is begun, and the next step.
import type { StateStatus } from '../../artifacts/state/state.js'
import { displayPhaseId } from '../ids.js'
import type { Derivation } from './derive.js'
import type { PhaseFacts } from './facts.js'
import type { Step } from './steps.js'

/** For each step, the status in STATE.md and the next action, with `*` for the phase. */
const STEPS: Readonly<Record<Step, readonly [status: StateStatus, todo: string]>> = {
  'no-project': ['planning', 'begin a project'],
  'needs-roadmap': ['planning', 'divide the work into phases'],
  'between-milestones': ['completed', 'begin the next milestone'],
  'needs-discussion': ['planning', 'discuss *'],
  'needs-research': ['planning', 'research *'],
  'needs-plan': ['planning', 'plan *'],
  'plan-check': ['planning', 'check the plans of *'],
  replanning: ['planning', 'plan * again'],
  executing: ['executing', 'build *'],
  verifying: ['verifying', 'prove *'],
  'human-uat': ['verifying', 'try out *'],
  'phase-complete': ['verifying', 'close *'],
  'milestone-audit': ['completed', 'look over what was built'],
  'milestone-complete': ['completed', 'close the milestone'],
  paused: ['paused', 'go on after the pause'],
  blocked: ['paused', 'the user decides'],
}

/** Returns the status for STATE.md. A workstream without a roadmap has completed nothing, so its status is `planning`. */
export function statusOf({ state, facts }: Derivation): StateStatus {
  const isUnbegun = state.step === 'between-milestones' && facts.roadmap === null && facts.view.base !== '.planning'
  return isUnbegun ? 'planning' : STEPS[state.step][0]
}

/** For each step with which a phase can begin, its verb in STATE.md. */
export const STEP_VERB: Readonly<Partial<Record<Step, string>>> = {
  'needs-discussion': 'discuss',
  'needs-research': 'research',
  'needs-plan': 'plan',
}

/** If the active phase has not begun, returns the last done phase before it, which STATE.md then names; otherwise null. */
export function lastClosedPhase({ state, facts, active, done }: Derivation): PhaseFacts | null {
  if (active === null || STEP_VERB[state.step] === undefined || active.plans.length > 0) return null
  if (active.files?.context != null || active.files?.research != null) return null
  const at = facts.phases.indexOf(active)
  return facts.phases.slice(0, at).findLast(({ id }) => done.has(id)) ?? null
}

/** Returns the next step for display, such as `plan phase 2`. */
export const nextStepText = ({ state: { step }, active }: Derivation): string =>
  STEPS[step][1].replace('*', active === null ? 'a phase' : `phase ${displayPhaseId(active.id)}`)
