// The steps of derivation, each with the unit type that it offers (null: the work waits), and the result of a rule.
import type { PlanFacts } from './plan-facts.js'

export const UNIT_OF_STEP = {
  'no-project': 'new-project',
  'needs-roadmap': 'new-project',
  'between-milestones': 'new-milestone',
  'needs-discussion': 'discuss-phase',
  'needs-research': 'research-phase',
  'needs-plan': 'plan-phase',
  'plan-check': 'check-plan',
  replanning: 'plan-phase',
  executing: 'execute-plan',
  verifying: 'verify-phase',
  'human-uat': 'verify-work',
  'phase-complete': 'transition',
  'milestone-audit': 'audit-milestone',
  'milestone-complete': 'complete-milestone',
  paused: null,
  blocked: null,
} as const

export type Step = keyof typeof UNIT_OF_STEP

export const STEPS = Object.keys(UNIT_OF_STEP) as readonly Step[]

const ON_PATH: ReadonlySet<string | null> = new Set(Object.values(UNIT_OF_STEP))

/** Whether a unit type is optional: no derived step offers it. */
export const isOffPath = (unitType: string): boolean => !ON_PATH.has(unitType)

export interface Blocker {
  readonly code: string
  readonly text: string
  readonly source: string
}

/** Why plans are written. `full`: to begin · `revise`: for issues of the plan check · `gaps`: for gaps · `replan`: for triggers. */
export type PlanMode = 'full' | 'revise' | 'gaps' | 'replan'

/** The result of a rule that fires. */
export interface Outcome {
  readonly step: Step
  readonly blockers?: readonly Blocker[]
  /** Unfinished plans whose dependencies are done. */
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
/** Returns a verdict that blocks the work, with the blocker's text as the reason. */
export const stops = (code: string, text: string, source: string): Verdict => fires(text, blocked(code, text, source))
