// The type of a cause: a problem that the health check looks for.
import type { Derivation } from '../../core/derivation/derive.js'
import type { Finding } from '../findings.js'

/** An error blocks work; a warning names a possible problem; a note is for information. */
export type Level = 'error' | 'warning' | 'note'

export interface CauseFinding extends Omit<Finding, 'code'> {
  /** These override the code and level of the cause. */
  readonly code?: string
  readonly level?: Level
}

export interface Cause {
  readonly code: string
  readonly level: Level
  find(derivation: Derivation): readonly CauseFinding[]
}
