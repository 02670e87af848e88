// REQUIREMENTS.md as a value.
import { bool, type Infer, listOf, oneOf, orNull, record, text, textOrNull } from '../../std/shape.js'

const REQUIREMENT = record({
  id: text(),
  text: text(),
  /** null: the line has no box (v2 items). */
  done: orNull(bool()),
  /** `v2` holds later and future ones, `v1` everything that is in scope now. */
  scope: oneOf(['v1', 'v2']),
  /** Text of the second-level heading it stands under. */
  section: textOrNull(),
  /** Text of the third-level heading it stands under. */
  category: textOrNull(),
})
export type Requirement = Infer<typeof REQUIREMENT>

/** The cells as written; `phaseRefsIn` reads the ids in `Phase 2`. */
const TRACE = record({ id: text(), phase: text(), status: text() })
export type Trace = Infer<typeof TRACE>

export const REQUIREMENTS = record({
  title: textOrNull(),
  requirements: listOf(REQUIREMENT),
  /** null: there is no such table. */
  traceability: orNull(listOf(TRACE)),
  /** Label and value of each bullet under Coverage. */
  coverage: listOf(record({ label: text(), value: text() })),
})
export type RequirementsValue = Infer<typeof REQUIREMENTS>
