// A program that proves something, and how its run is judged.

/** One program that proves something: an argument list without a shell. */
export interface Check {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  /** Exit code that means success. */
  readonly expect: number
  readonly required: boolean
  /** Named by the plan itself: it must pass, whatever it did before the work. Checks of the whole project only must not get worse. */
  readonly own: boolean
  readonly timeoutMs: number | null
}

export type CheckOutcome = 'pass' | 'fail' | 'inconclusive'
