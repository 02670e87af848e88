// CHARTER.md as a value.
import type { Whose } from '../compact/decided.js'

export interface CharterDecision {
  readonly id: string
  /** null: it does not say. */
  readonly whose: Whose | null
  readonly text: string
  readonly reason: string | null
}

export interface CharterRequirement {
  readonly id: string
  readonly text: string
  readonly category: string | null
}

export interface CharterPhase {
  readonly id: string
  readonly title: string
  readonly goal: string | null
  readonly requirements: readonly string[]
  /** Ids of phases; null: it does not say, and the one before it is meant. */
  readonly dependsOn: readonly string[] | null
  readonly criteria: readonly string[]
}

export interface CharterValue {
  readonly title: string | null
  /** What it is and for whom. */
  readonly what: string | null
  readonly coreValue: string | null
  /** The user's own words, lines as they are. */
  readonly order: string | null
  /** How far the order reaches: `all`, `phase 1`, `phases 1-2`. */
  readonly scope: string | null
  readonly worksToday: readonly string[]
  readonly constraints: readonly string[]
  readonly decisions: readonly CharterDecision[]
  readonly requirements: readonly CharterRequirement[]
  readonly later: readonly CharterRequirement[]
  readonly outOfScope: readonly { readonly feature: string; readonly reason: string }[]
  readonly phases: readonly CharterPhase[]
  /** Programs with their arguments. */
  readonly checks: readonly (readonly string[])[]
  readonly settings: readonly { readonly key: string; readonly value: string }[]
}

export const NO_CHARTER: CharterValue = {
  title: null,
  what: null,
  coreValue: null,
  order: null,
  scope: null,
  worksToday: [],
  constraints: [],
  decisions: [],
  requirements: [],
  later: [],
  outOfScope: [],
  phases: [],
  checks: [],
  settings: [],
}
