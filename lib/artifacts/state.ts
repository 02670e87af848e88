// STATE.md: the projected position, and the memory people and agents keep in it.

import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

export const STATE_STATUSES = [
  'unknown',
  'paused',
  'executing',
  'planning',
  'discussing',
  'verifying',
  'completed',
] as const
export type StateStatus = (typeof STATE_STATUSES)[number]

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
  /** As written; `statusWord` maps it to the seven words. */
  readonly status: string | null
  readonly stoppedAt: string | null
  readonly pausedAt: string | null
  readonly lastUpdated: string | null
  readonly lastActivity: string | null
  readonly progress: StateProgress | null
}

export type StateSection = 'project' | 'position' | 'metrics' | 'session' | 'other'

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
  readonly other: Readonly<Record<string, unknown>>
  readonly title: string | null
  readonly fields: readonly StateField[]
  /** null: there is no such section. */
  readonly decisions: readonly StateDecision[] | null
  /** Placeholders (`None yet.`) are left out. */
  readonly blockers: readonly string[] | null
  readonly todos: readonly string[] | null
  readonly evolution: readonly string[] | null
}

const empty: StateValue = {
  front: {
    version: null,
    milestone: null,
    milestoneName: null,
    currentPhase: null,
    currentPhaseName: null,
    currentPlan: null,
    status: null,
    stoppedAt: null,
    pausedAt: null,
    lastUpdated: null,
    lastActivity: null,
    progress: null,
  },
  other: {},
  title: null,
  fields: [],
  decisions: null,
  blockers: null,
  todos: null,
  evolution: null,
}

export const state: Codec<StateValue> = {
  id: 'state',
  about: 'Position and memory of the project',
  path: 'STATE.md',
  shape: any() as Codec<StateValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '' }),
}
