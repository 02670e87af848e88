export type StateStatus = 'unknown' | 'paused' | 'executing' | 'planning' | 'discussing' | 'verifying' | 'completed'

/** Null if absent or not a whole number. */
export interface StateProgress {
  readonly totalPhases: number | null
  readonly completedPhases: number | null
  readonly totalPlans: number | null
  readonly completedPlans: number | null
  readonly percent: number | null
}

/** Known front-matter keys as text; null if absent. */
export interface StateFront {
  readonly version: string | null
  readonly milestone: string | null
  readonly milestoneName: string | null
  readonly currentPhase: string | null
  readonly currentPhaseName: string | null
  readonly currentPlan: string | null
  /** As written. */
  readonly status: string | null
  readonly stoppedAt: string | null
  readonly pausedAt: string | null
  readonly lastUpdated: string | null
  readonly lastActivity: string | null
  readonly progress: StateProgress | null
}

/** Body parts with labelled lines, in the value's order. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const

export type StateSection = (typeof SECTION_ORDER)[number]

/** A labelled line of the body. Labels are case-blind. */
export interface StateField {
  readonly section: (typeof SECTION_ORDER)[number]
  readonly label: string
  readonly value: string
}

/** The position shown in STATE.md. Other content is for its readers only. */
export interface StateValue {
  readonly front: StateFront
  /** Fields by section, then in file order. */
  readonly fields: readonly StateField[]
}
