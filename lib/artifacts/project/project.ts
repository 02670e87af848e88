import { type Infer, listOf, record, text, textOrNull, texts } from '../../std/shape.js'

const KEY_DECISION = record({ decision: text(), rationale: text(), outcome: text() })
export type KeyDecision = Infer<typeof KEY_DECISION>

/** Prose fields are a section's first paragraph, lists its top-level items; null or [] if missing or empty. */
export const PROJECT = record({
  name: textOrNull(),
  whatThisIs: textOrNull(),
  coreValue: textOrNull(),
  currentMilestone: textOrNull(),
  validated: texts(),
  active: texts(),
  outOfScope: texts(),
  context: textOrNull(),
  constraints: texts(),
  keyDecisions: listOf(KEY_DECISION),
  /** Text of the footer after `Last updated:`. */
  updated: textOrNull(),
})
export type ProjectValue = Infer<typeof PROJECT>
