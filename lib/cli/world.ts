// The environment of a `gsd-tools` call.
import type { ErrorBody } from '../errors.js'
import type { Clock, Presence, TypedOrder } from '../ports.js'

export interface World {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Folder of the running bundle, and the script that started it. */
  readonly bin: string
  readonly script: string
  readonly clock?: Clock
  readonly presence?: Presence
  /** Whether the user made the call; detected by default. */
  readonly isPerson?: boolean
  readonly stdin?: () => string
  readonly lockWaitMs?: number
  /** What the user typed, if passed with the call; otherwise a hook may have stored it. */
  readonly typed?: TypedOrder
  /** Returns the columns of the output terminal; 0 or absent without a terminal. */
  readonly columns?: () => number
  /** Turns V8's optimizer off for a large project; only given if the process ends with the call. */
  readonly deferOptimization?: () => void
  /** Receives warnings that do not stop the call; printed on stderr. */
  readonly notice?: (body: ErrorBody) => void
}
