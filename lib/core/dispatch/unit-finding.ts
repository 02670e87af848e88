// What keeps a unit from being accepted, and the way to mend it.
export interface UnitFinding {
  readonly code: string
  readonly message: string
  readonly path: string
  readonly line: number
  readonly fix: string
}

export const finding = (code: string, message: string, path: string, fix: string): UnitFinding => ({
  code,
  message,
  path,
  line: 0,
  fix,
})
