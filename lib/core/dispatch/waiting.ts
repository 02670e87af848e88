// Items that wait for the user: one list for every view.
import { isOpen, readDecisions } from '../captures/decisions.js'
import type { Derivation } from '../derivation/derive.js'
import { dueText } from '../derivation/state-word.js'
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
      .map(({ id, question }) => ({
        text: question,
        fix: `gsd-tools decision answer ${id} --choice "<your choice>"`,
      })),
    ...(state.step === 'human-uat' ? [{ text: dueText(derivation), fix: 'gsd-tools begin' }] : []),
  ]
}
