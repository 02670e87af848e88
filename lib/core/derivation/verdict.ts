// The answer of a derivation rule, and its words.

import type { PlanFacts } from './plan-facts.js'
import type { Step } from './steps.js'

export interface Blocker {
  readonly code: string
  readonly text: string
  readonly source: string
}

/** `revise`: the plan check found issues. */
export type PlanMode = 'full' | 'revise' | 'gaps' | 'replan'

/** The answer of a rule that fires. */
export interface Outcome {
  readonly step: Step
  readonly blockers?: readonly Blocker[]
  /** Plans whose dependencies are done. */
  readonly ready?: readonly PlanFacts[]
  readonly mode?: PlanMode
}

export interface Verdict {
  readonly reason: string
  readonly outcome?: Outcome
}

export const passes = (reason: string): Verdict => ({ reason })
export const fires = (reason: string, outcome: Outcome): Verdict => ({ reason, outcome })
export const blocked = (code: string, text: string, source: string): Outcome => ({
  step: 'blocked',
  blockers: [{ code, text, source }],
})
