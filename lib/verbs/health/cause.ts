// The form of a cause: what a health check looks for, and what mends it.
import type { Derivation } from '../../core/derivation/derive.js'
import type { View } from '../../core/view.js'
import type { Staging } from '../../core/writing/staging.js'
import type { Finding } from '../findings.js'

/** An error hinders work, a warning may surprise, a note is good to know. */
export type Level = 'error' | 'warning' | 'note'

export interface Found extends Omit<Finding, 'code' | 'repairable'> {
  /** Where they differ from those of the cause. */
  readonly code?: string
  readonly level?: Level
}

export interface Repair {
  readonly action: string
  readonly apply: (staging: Staging, findings: readonly Finding[]) => void
  /** Says more of a finding that it can mend; null: it cannot. Without it every finding of the cause can be mended. */
  readonly can?: (view: View, found: Found) => Found | null
}

export interface Cause {
  readonly code: string
  readonly level: Level
  find(derivation: Derivation): readonly Found[]
  /** Only one that cannot lose anything. The fix of what it mends is the call of the repair. */
  readonly repair?: Repair
}
