export interface Requirement {
  readonly id: string
  readonly text: string
  /** Null if the line has no box (v2 items). */
  readonly done: boolean | null
  /** `v1`: in scope now; `v2`: for later. */
  readonly scope: 'v1' | 'v2'
  /** The level-2 heading above it. */
  readonly section: string | null
  /** The level-3 heading above it. */
  readonly category: string | null
}

/** Cells as written; `phaseRefsIn` reads the ids in `Phase 2`. */
export interface Trace {
  readonly id: string
  readonly phase: string
  readonly status: string
}

export interface RequirementsValue {
  readonly title: string | null
  readonly requirements: readonly Requirement[]
  /** Null if there is no such table. */
  readonly traceability: readonly Trace[] | null
}
