import { bool, type Infer, listOf, oneOf, orNull, record, text, textOrNull } from '../../std/shape.js'

const REQUIREMENT = record({
  id: text(),
  text: text(),
  /** Null if the line has no box (v2 items). */
  done: orNull(bool()),
  /** `v1`: in scope now; `v2`: for later. */
  scope: oneOf(['v1', 'v2']),
  /** The level-2 heading above it. */
  section: textOrNull(),
  /** The level-3 heading above it. */
  category: textOrNull(),
})
export type Requirement = Infer<typeof REQUIREMENT>

/** Cells as written; `phaseRefsIn` reads the ids in `Phase 2`. */
const TRACE = record({ id: text(), phase: text(), status: text() })
export type Trace = Infer<typeof TRACE>

export const REQUIREMENTS = record({
  title: textOrNull(),
  requirements: listOf(REQUIREMENT),
  /** Null if there is no such table. */
  traceability: orNull(listOf(TRACE)),
})
export type RequirementsValue = Infer<typeof REQUIREMENTS>
