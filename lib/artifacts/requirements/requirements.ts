// REQUIREMENTS.md as a value.
export interface Requirement {
  readonly id: string
  readonly text: string
  /** null: the line has no box (v2 items). */
  readonly done: boolean | null
  /** `v2` holds later and future ones, `v1` everything that is in scope now. */
  readonly scope: 'v1' | 'v2'
  /** Text of the second-level heading it stands under. */
  readonly section: string | null
  /** Text of the third-level heading it stands under. */
  readonly category: string | null
}

export interface OutOfScope {
  readonly feature: string
  readonly reason: string
}

export interface Trace {
  readonly id: string
  /** Cell as written, e.g. `Phase 2`; `phaseRefsIn` reads the ids. */
  readonly phase: string
  readonly status: string
}

export interface RequirementsValue {
  readonly title: string | null
  readonly requirements: readonly Requirement[]
  readonly outOfScope: readonly OutOfScope[]
  /** null: there is no such table. */
  readonly traceability: readonly Trace[] | null
  /** Label and value of each bullet under Coverage. */
  readonly coverage: readonly { readonly label: string; readonly value: string }[]
}
