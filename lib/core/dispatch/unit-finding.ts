// What keeps a unit from being accepted, and the way to mend it.
export interface UnitFinding {
  readonly code: string
  readonly message: string
  readonly path: string
  readonly line: number
  readonly fix: string
}
