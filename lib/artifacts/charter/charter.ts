// CHARTER.md as a value.
import { type Infer, listOf, oneOf, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { WHOSE } from '../parts/decided.js'
import { emptyOf } from '../parts/empty-of.js'

/** `whose` is null where it does not say. */
const DECISION = record({ id: text(), whose: orNull(oneOf(WHOSE)), text: text(), reason: textOrNull() })
export type CharterDecision = Infer<typeof DECISION>

const REQUIREMENT = record({ id: text(), text: text(), category: textOrNull() })
export type CharterRequirement = Infer<typeof REQUIREMENT>

const PHASE = record({
  id: text(),
  title: text(),
  goal: textOrNull(),
  /** light, standard or heavy, and why; null: its size decides. */
  depth: textOrNull(),
  requirements: texts(),
  /** Ids of phases; null: it does not say, and the one before it is meant. */
  dependsOn: orNull(texts()),
  criteria: texts(),
})
export type CharterPhase = Infer<typeof PHASE>

export const CHARTER = record({
  title: textOrNull(),
  /** What it is and for whom. */
  what: textOrNull(),
  coreValue: textOrNull(),
  /** The user's own words, lines as they are. */
  order: textOrNull(),
  /** How far the order reaches: `all`, `phase 1`, `phases 1-2`. */
  scope: textOrNull(),
  worksToday: texts(),
  constraints: texts(),
  decisions: listOf(DECISION),
  requirements: listOf(REQUIREMENT),
  later: listOf(REQUIREMENT),
  outOfScope: listOf(record({ feature: text(), reason: text() })),
  phases: listOf(PHASE),
  /** Programs with their arguments. */
  checks: listOf(texts()),
  settings: listOf(record({ key: text(), value: text() })),
})
export type CharterValue = Infer<typeof CHARTER>

export const NO_CHARTER = emptyOf(CHARTER)
