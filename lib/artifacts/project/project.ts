// PROJECT.md as a value.
export interface KeyDecision {
  readonly decision: string
  readonly rationale: string
  readonly outcome: string
}

/** Prose fields are the first paragraph of their section; lists are the top-level items. null or [] when the section is missing or says nothing. */
export interface ProjectValue {
  readonly name: string | null
  readonly whatThisIs: string | null
  readonly coreValue: string | null
  readonly currentMilestone: string | null
  readonly validated: readonly string[]
  readonly active: readonly string[]
  readonly outOfScope: readonly string[]
  readonly context: string | null
  readonly constraints: readonly string[]
  readonly keyDecisions: readonly KeyDecision[]
  /** Text of the footer after `Last updated:`. */
  readonly updated: string | null
}
