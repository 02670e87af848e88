// Lists the items that wait for the user: one list for every display.
import { plannedWindow } from '../../artifacts/roadmap/roadmap.js'
import { counted } from '../../std/text.js'
import { isOpen, readDecisions } from '../captures/decisions.js'
import { openAcceptance, openItemsCall, openItemsOf } from '../derivation/acceptance-debt.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { nextStepText } from '../derivation/state-word.js'
import { UNIT_OF_STEP } from '../derivation/steps.js'
import { displayPhaseId } from '../ids.js'
import { holdOf } from './holds.js'

export interface Waiting {
  readonly text: string
  /** How to resume. */
  readonly fix: string
}

export function waitingIn(derivation: Derivation): readonly Waiting[] {
  const { state, facts, outcome } = derivation
  const isHeld = state.step === 'blocked' || state.step === 'paused'
  const blockers = isHeld ? (outcome.blockers ?? []).filter(({ code }) => code !== 'DECISION') : []
  return [
    ...blockers.map((blocker) => ({ text: blocker.text, fix: holdOf(blocker).resume })),
    ...readDecisions(facts.view)
      .filter(isOpen)
      .map(({ id, question: text }) => ({ text, fix: `gsd-tools decision answer ${id} --choice "<your choice>"` })),
    ...(state.step === 'human-uat' ? [{ text: nextStepText(derivation), fix: 'gsd-tools begin' }] : []),
    ...openItemsIn(derivation),
    ...(IDLE_STEPS.has(state.step) ? [plannedMilestone(derivation) ?? NOTHING_PLANNED] : []),
  ]
}

/** Returns the item "close this milestone" if all phases are done and the roadmap plans another; otherwise null. */
export function plannedMilestone({ state, facts }: Derivation): Waiting | null {
  const unit = state.step === 'milestone-audit' || state.step === 'milestone-complete' ? UNIT_OF_STEP[state.step] : null
  const planned = unit === null || facts.roadmap === null ? null : plannedWindow(facts.roadmap)
  if (planned === null) return null
  const [next, current] = [
    [planned.version, planned.name].filter(Boolean).join(' '),
    facts.milestone?.id ?? 'milestone',
  ]
  return { text: `Close the milestone: ${next} is planned next`, fix: `gsd-tools begin ${unit} ${current}` }
}

const IDLE_STEPS: ReadonlySet<string> = new Set(['between-milestones', 'milestone-audit', 'milestone-complete'])
const NOTHING_PLANNED: Waiting = { text: 'Choose what to build next', fix: 'gsd-tools begin next "<what you want>"' }

const openItemsIn = ({ facts, done }: Derivation): readonly Waiting[] =>
  facts.phases
    .filter((phase) => done.has(phase.id) && openItemsOf(facts, phase).length > 0)
    .map((phase) => ({ text: openItemText(phase, openAcceptance(facts, phase).length), fix: openItemsCall(phase) }))

function openItemText({ id, title, verification }: PhaseFacts, tests: number): string {
  const phase = `phase ${displayPhaseId(id)} (${title})`
  if (verification?.status === 'gaps_found')
    return `Close ${counted(verification.value.gaps.length, 'gap')} of ${phase}`
  return `Try out ${phase}${tests === 0 ? '' : `: ${counted(tests, 'open test')}`}`
}
