// What a call of `gsd-tools` finds around it.
import type { ErrorBody } from '../errors.js'
import type { Clock, Presence, TypedOrder } from '../ports.js'

/** What surrounds the process. */
export interface World {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Folder of the running bundle, and the script it was called by. */
  readonly bin: string
  readonly script: string
  /** The system's when left out. */
  readonly clock?: Clock
  /** The system's when left out. */
  readonly presence?: Presence
  /** A person makes the call; found out when left out. */
  readonly isPerson?: boolean
  /** Reads the standard input to its end; the process's own when left out. */
  readonly stdin?: () => string
  /** How long another writer is waited for; the usual time when left out. */
  readonly lockWaitMs?: number
  /** What the user typed, where the call handed it over; else a hook may have kept it. */
  readonly typed?: TypedOrder
  /** Columns of the terminal that the answer goes to; 0, or left out: it goes elsewhere. */
  readonly columns?: () => number
  /** Hears what the caller should know although the call goes on; said on stderr. */
  readonly notice?: (body: ErrorBody) => void
}
