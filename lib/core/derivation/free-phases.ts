// The open, unblocked phases, each with its state, and the one that is active.
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { derivePhase, type RuleTrace } from './phase-rules.js'
import { openDecisions } from './triggers.js'
import type { Outcome } from './verdict.js'

/** The state of one phase. */
export interface PhaseDerivation {
  readonly phase: PhaseFacts
  readonly rule: string
  readonly outcome: Outcome
  readonly reason: string
  readonly trace: readonly RuleTrace[]
}

export const phaseDerivations = (facts: ProjectFacts, phases: readonly PhaseFacts[]): readonly PhaseDerivation[] =>
  phases.map((phase, index) => {
    const { rule, outcome, trace } = derivePhase(facts, phase, index === 0 ? 'next' : 'beside')
    return { phase, rule, outcome, trace, reason: trace.at(-1)?.reason ?? '' }
  })

/** The first phase that can proceed. A question about no particular phase holds all of them. */
export function activeOf(facts: ProjectFacts, candidates: readonly PhaseDerivation[]): PhaseDerivation {
  const isForAll = openDecisions(facts).some(({ phase }) => phase === '')
  const free = isForAll ? undefined : candidates.find(({ outcome }) => outcome.step !== 'blocked')
  return free ?? (candidates[0] as PhaseDerivation)
}
