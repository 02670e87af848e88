import * as s from '../../std/shape.js'

const STATE_STATUSES = ['unknown', 'paused', 'executing', 'planning', 'discussing', 'verifying', 'completed'] as const
export type StateStatus = (typeof STATE_STATUSES)[number]

/** Null if absent or not a whole number. */
const COUNT = s.orNull(s.int())

const PROGRESS = s.record({
  totalPhases: COUNT,
  completedPhases: COUNT,
  totalPlans: COUNT,
  completedPlans: COUNT,
  percent: COUNT,
})
export type StateProgress = s.Infer<typeof PROGRESS>

/** Known front-matter keys as text; null if absent. */
const FRONT = s.record({
  version: s.textOrNull(),
  milestone: s.textOrNull(),
  milestoneName: s.textOrNull(),
  currentPhase: s.textOrNull(),
  currentPhaseName: s.textOrNull(),
  currentPlan: s.textOrNull(),
  /** As written. */
  status: s.textOrNull(),
  stoppedAt: s.textOrNull(),
  pausedAt: s.textOrNull(),
  lastUpdated: s.textOrNull(),
  lastActivity: s.textOrNull(),
  progress: s.orNull(PROGRESS),
})
export type StateFront = s.Infer<typeof FRONT>

/** Body parts with labelled lines, in the value's order. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const

export type StateSection = (typeof SECTION_ORDER)[number]

/** A labelled line of the body. Labels are case-blind. */
const FIELD = s.record({ section: s.oneOf(SECTION_ORDER), label: s.text(), value: s.text() })
export type StateField = s.Infer<typeof FIELD>

/** The position shown in STATE.md. Other content is for its readers only. */
export const STATE = s.record({
  front: FRONT,
  /** Fields by section, then in file order. */
  fields: s.listOf(FIELD),
})
export type StateValue = s.Infer<typeof STATE>
