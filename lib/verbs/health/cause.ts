// The form of a cause: the problem a health check looks for.
import type { Derivation } from '../../core/derivation/derive.js'
import type { Finding } from '../findings.js'

/** An error blocks work, a warning may surprise, a note is good to know. */
export type Level = 'error' | 'warning' | 'note'

export interface CauseFinding extends Omit<Finding, 'code'> {
  /** Overrides those of the cause. */
  readonly code?: string
  readonly level?: Level
}

export interface Cause {
  readonly code: string
  readonly level: Level
  find(derivation: Derivation): readonly CauseFinding[]
}
