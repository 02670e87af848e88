// Words for the project's state: the status in STATE.md, whether it is between phases, and the next step.
import type { StateStatus } from '../../artifacts/state/state.js'
import { readLedger } from '../history/ledger.js'
import { displayPhaseId } from '../ids.js'
import type { View } from '../view.js'
import type { Derivation } from './derive.js'
import type { PhaseFacts } from './facts.js'
import type { Step } from './steps.js'

/** For each step, the status in STATE.md and the next action, with `*` for the phase. */
const STEPS: Readonly<Record<Step, readonly [status: StateStatus, todo: string]>> = {
  'no-project': ['planning', 'begin a project'],
  'needs-roadmap': ['planning', 'divide the work into phases'],
  'between-milestones': ['completed', 'begin the next milestone'],
  'needs-discussion': ['discussing', 'discuss *'],
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
  blocked: ['paused', 'a person decides'],
}

/** The status for STATE.md. A workstream without a roadmap has completed nothing, and a due step is not in progress. */
export const statusOf = (derivation: Derivation): StateStatus =>
  closedBefore(derivation) === null ? stepStatus(derivation) : 'planning'

function stepStatus({ state, facts, active }: Derivation): StateStatus {
  const { step } = state
  const isUnbegun =
    step === 'between-milestones'
      ? facts.roadmap === null && facts.view.base !== '.planning'
      : step === 'needs-discussion' && !isDiscussed(facts.view, active)
  return isUnbegun ? 'planning' : STEPS[step][0]
}

/** The discussion of the phase was begun and has not ended. */
const isDiscussed = (view: View, phase: PhaseFacts | null): boolean =>
  readLedger(view).lines.findLast(
    (line) =>
      (line.kind === 'claim' || line.kind === 'outcome') &&
      line.unitType === 'discuss-phase' &&
      line.unitId === phase?.id,
  )?.kind === 'claim'

/** Statuses after a closed phase while the next one has not begun. */
export const DUE: Readonly<Partial<Record<Step, string>>> = {
  'needs-discussion': 'discuss',
  'needs-research': 'research',
  'needs-plan': 'plan',
}

/** The last closed phase, while the active one has no files yet: STATE.md then names it and the next step. */
export function closedBefore({ state, facts, active, done }: Derivation): PhaseFacts | null {
  if (active === null || DUE[state.step] === undefined || active.plans.length > 0) return null
  if (active.files?.context != null || active.files?.research != null) return null
  const at = facts.phases.indexOf(active)
  return facts.phases.slice(0, at).findLast(({ id }) => done.has(id)) ?? null
}

/** The next step for display: `plan phase 2`. */
export const dueText = ({ state: { step }, active }: Derivation): string =>
  STEPS[step][1].replace('*', active === null ? 'a phase' : `phase ${displayPhaseId(active.id)}`)
