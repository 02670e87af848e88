// The environment of a `gsd-tools` call.
import type { ErrorBody } from '../errors.js'
import type { Clock, Presence, TypedOrder } from '../ports.js'

export interface World {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Folder of the running bundle, and the script it was called by. */
  readonly bin: string
  readonly script: string
  readonly clock?: Clock
  readonly presence?: Presence
  /** Whether the user calls; detected by default. */
  readonly isPerson?: boolean
  readonly stdin?: () => string
  readonly lockWaitMs?: number
  /** The user's words, if passed with the call; otherwise a hook may have stored them. */
  readonly typed?: TypedOrder
  /** Columns of the output terminal; 0 or absent without one. */
  readonly columns?: () => number
  /** Called in a large project, by a process that ends with the call. */
  readonly deferOptimization?: () => void
  /** Receives warnings that do not stop the call; printed on stderr. */
  readonly notice?: (body: ErrorBody) => void
}
