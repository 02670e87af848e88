// PROJECT.md as a value.
import { type Infer, listOf, record, text, textOrNull, texts } from '../../std/shape.js'

const KEY_DECISION = record({ decision: text(), rationale: text(), outcome: text() })
export type KeyDecision = Infer<typeof KEY_DECISION>

/** Prose fields are the first paragraph of their section; lists are the top-level items. null or [] when the section is missing or says nothing. */
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
