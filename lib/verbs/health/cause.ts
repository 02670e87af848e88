// The form of a cause: the problem a health check looks for, and its repair.
import type { Derivation } from '../../core/derivation/derive.js'
import type { View } from '../../core/view.js'
import type { Staging } from '../../core/writing/staging.js'
import type { Finding } from '../findings.js'

/** An error blocks work, a warning may surprise, a note is good to know. */
export type Level = 'error' | 'warning' | 'note'

export interface CauseFinding extends Omit<Finding, 'code' | 'repairable'> {
  /** Overrides those of the cause. */
  readonly code?: string
  readonly level?: Level
}

export interface Repair {
  readonly action: string
  readonly apply: (staging: Staging, findings: readonly Finding[]) => void
  /** Adds the repair to a repairable finding, null for others. Without it, every finding of the cause is repairable. */
  readonly can?: (view: View, found: CauseFinding) => CauseFinding | null
}

export interface Cause {
  readonly code: string
  readonly level: Level
  find(derivation: Derivation): readonly CauseFinding[]
  /** Only a repair that cannot lose anything. It replaces the finding's fix. */
  readonly repair?: Repair
}
