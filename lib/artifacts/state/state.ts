// STATE.md as a value.
import * as s from '../../std/shape.js'

const STATE_STATUSES = ['unknown', 'paused', 'executing', 'planning', 'discussing', 'verifying', 'completed'] as const
export type StateStatus = (typeof STATE_STATUSES)[number]

/** null: not stated, or not a whole number. */
const COUNT = s.orNull(s.int())

const PROGRESS = s.record({
  totalPhases: COUNT,
  completedPhases: COUNT,
  totalPlans: COUNT,
  completedPlans: COUNT,
  percent: COUNT,
})
export type StateProgress = s.Infer<typeof PROGRESS>

/** Known keys of the front matter; null where absent. All scalars are text. */
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

/** Parts of the body that hold labelled lines, in the order the value lists them. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const

export type StateSection = (typeof SECTION_ORDER)[number]

/** One labelled line of the body. Labels are matched without regard to case. */
const FIELD = s.record({ section: s.oneOf(SECTION_ORDER), label: s.text(), value: s.text() })
export type StateField = s.Infer<typeof FIELD>

/** What is read of STATE.md: the position it shows. Whatever else stands there is its readers' alone. */
export const STATE = s.record({
  front: FRONT,
  /** Ordered by section, then as in the file. */
  fields: s.listOf(FIELD),
})
export type StateValue = s.Infer<typeof STATE>
