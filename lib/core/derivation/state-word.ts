// Words for where the work stands: the one STATE.md shows, whether it stands between two phases, and what comes next.
import type { StateStatus } from '../../artifacts/state/state.js'
import { readLedger } from '../history/ledger.js'
import { displayPhaseId } from '../ids.js'
import type { View } from '../view.js'
import type { Derivation } from './derive.js'
import type { PhaseFacts } from './facts.js'
import type { Step } from './steps.js'

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

/** The word STATE.md shows for where a plan stands. A workstream without a roadmap has completed nothing, and what is only due is not under way. */
export const statusOf = (derivation: Derivation): StateStatus =>
  closedBefore(derivation) === null ? stepStatus(derivation) : 'planning'

function stepStatus({ state, facts, active }: Derivation): StateStatus {
  const { step } = state
  const isUnbegun =
    step === 'between-milestones'
      ? facts.roadmap === null && facts.view.base !== '.planning'
      : step === 'needs-discussion' && !isDiscussed(facts.view, active)
  return isUnbegun ? 'planning' : STATUS_OF_STEP[step]
}

/** Somebody took the talk about the phase up, and it has not ended. */
const isDiscussed = (view: View, phase: PhaseFacts | null): boolean =>
  readLedger(view).lines.findLast(
    (line) =>
      (line.kind === 'claim' || line.kind === 'outcome') &&
      line.unitType === 'discuss-phase' &&
      line.unitId === phase?.id,
  )?.kind === 'claim'

/** What is due where a phase was closed and nobody has begun the next one. */
export const DUE: Readonly<Partial<Record<Step, string>>> = {
  'needs-discussion': 'discuss',
  'needs-research': 'research',
  'needs-plan': 'plan',
}

/** The phase that was closed last, while nothing of the active one is there: then the status in STATE.md speaks of it, and of what comes next. */
export function closedBefore({ state, facts, active, done }: Derivation): PhaseFacts | null {
  if (active === null || DUE[state.step] === undefined || active.plans.length > 0) return null
  if (active.files?.context != null || active.files?.research != null) return null
  const at = facts.phases.indexOf(active)
  return facts.phases.slice(0, at).findLast(({ id }) => done.has(id)) ?? null
}

/** `*`: the phase. */
const SAID: Readonly<Record<Step, string>> = {
  'no-project': 'begin a project',
  'needs-roadmap': 'divide the work into phases',
  'between-milestones': 'begin the next milestone',
  'needs-discussion': 'discuss *',
  'needs-research': 'research *',
  'needs-plan': 'plan *',
  'plan-check': 'check the plans of *',
  replanning: 'plan * again',
  executing: 'build *',
  verifying: 'prove *',
  'human-uat': 'try out *',
  'phase-complete': 'close *',
  'milestone-audit': 'look back on the milestone',
  'milestone-complete': 'close the milestone',
  paused: 'go on after the pause',
  blocked: 'a person decides',
}

/** What comes next, as people say it: `plan phase 2`. */
export const dueText = ({ state: { step }, active }: Derivation): string =>
  SAID[step].replace('*', active === null ? 'a phase' : `phase ${displayPhaseId(active.id)}`)
