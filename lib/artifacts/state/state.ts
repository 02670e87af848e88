// STATE.md as a value.
import type { FrontMap } from '../../markdown/frontmatter.js'
import {
  any,
  type Infer,
  int,
  listOf,
  mapOf,
  oneOf,
  orNull,
  record,
  type Shape,
  text,
  textOrNull,
  texts,
} from '../../std/shape.js'

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
const COUNT = orNull(int())

const PROGRESS = record({
  totalPhases: COUNT,
  completedPhases: COUNT,
  totalPlans: COUNT,
  completedPlans: COUNT,
  percent: COUNT,
})
export type StateProgress = Infer<typeof PROGRESS>

/** Known keys of the front matter; null where absent. All scalars are text. */
const FRONT = record({
  version: textOrNull(),
  milestone: textOrNull(),
  milestoneName: textOrNull(),
  currentPhase: textOrNull(),
  currentPhaseName: textOrNull(),
  currentPlan: textOrNull(),
  /** As written. */
  status: textOrNull(),
  stoppedAt: textOrNull(),
  pausedAt: textOrNull(),
  lastUpdated: textOrNull(),
  lastActivity: textOrNull(),
  progress: orNull(PROGRESS),
})
export type StateFront = Infer<typeof FRONT>

/** Parts of the body that hold labelled lines, in the order the value lists them. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const

export type StateSection = (typeof SECTION_ORDER)[number]

/** One labelled line of the body. Labels are matched without regard to case. */
const FIELD = record({ section: oneOf(SECTION_ORDER), label: text(), value: text() })
export type StateField = Infer<typeof FIELD>

/** `phase`: text of the bracket or cell, e.g. `Phase 2`. */
const DECISION = record({ phase: textOrNull(), summary: text(), rationale: textOrNull() })
export type StateDecision = Infer<typeof DECISION>

/** A list is null where there is no such section; placeholders (`None yet.`) are left out. */
export const STATE = record({
  front: FRONT,
  /** Every other key of the front matter, `extensions` included. Never written through this codec. */
  other: mapOf(any()) as Shape<FrontMap>,
  title: textOrNull(),
  /** Ordered by section, then as in the file. */
  fields: listOf(FIELD),
  decisions: orNull(listOf(DECISION)),
  blockers: orNull(texts()),
  todos: orNull(texts()),
  evolution: orNull(texts()),
})
export type StateValue = Infer<typeof STATE>
