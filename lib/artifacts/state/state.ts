// STATE.md as a value.
import type { FrontMap } from '../../markdown/frontmatter.js'

export type StateStatus = 'unknown' | 'paused' | 'executing' | 'planning' | 'discussing' | 'verifying' | 'completed'

/** null: not stated, or not a whole number. */
export interface StateProgress {
  readonly totalPhases: number | null
  readonly completedPhases: number | null
  readonly totalPlans: number | null
  readonly completedPlans: number | null
  readonly percent: number | null
}

/** Known keys of the front matter; null where absent. All scalars are text. */
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

/** Parts of the body that hold labelled lines, in the order the value lists them. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const

export type StateSection = (typeof SECTION_ORDER)[number]

/** One labelled line of the body. Labels are matched without regard to case. */
export interface StateField {
  readonly section: StateSection
  readonly label: string
  readonly value: string
}

export interface StateDecision {
  /** Text of the bracket or cell, e.g. `Phase 2`. */
  readonly phase: string | null
  readonly summary: string
  readonly rationale: string | null
}

export interface StateValue {
  readonly front: StateFront
  /** Every other key of the front matter, `extensions` included. Never written through this codec. */
  readonly other: FrontMap
  readonly title: string | null
  /** Ordered by section, then as in the file. */
  readonly fields: readonly StateField[]
  /** null: there is no such section. */
  readonly decisions: readonly StateDecision[] | null
  /** Placeholders (`None yet.`) are left out. */
  readonly blockers: readonly string[] | null
  readonly todos: readonly string[] | null
  readonly evolution: readonly string[] | null
}
