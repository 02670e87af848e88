// VERIFICATION.md: the verdict on a phase, and what supports it.

import type { FrontMap } from '../markdown/frontmatter.js'
import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

export const VERDICTS = ['passed', 'gaps_found', 'human_needed', 'other'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface VerificationGap {
  readonly truth: string
  /** As written, e.g. `failed`, `partial`. */
  readonly status: string | null
  readonly reason: string | null
  readonly artifacts: readonly { readonly path: string; readonly issue: string | null }[]
  readonly missing: readonly string[]
}
export interface HumanTest {
  readonly test: string
  readonly expected: string | null
  readonly whyHuman: string | null
}
export interface Override {
  readonly mustHave: string
  readonly reason: string | null
  readonly acceptedBy: string | null
  readonly acceptedAt: string | null
}
export interface Deferred {
  readonly truth: string
  readonly addressedIn: string | null
  readonly evidence: string | null
}

export interface VerificationValue {
  readonly phase: string | null
  /** Time stamp as written. */
  readonly verified: string | null
  /** Typed status; null when there is none. */
  readonly status: Verdict | null
  /** The word as written (`passed`, `approved`, `Resolved`, …). */
  readonly statusText: string | null
  /** `N/M must-haves verified`, as written. */
  readonly score: string | null
  /** Digest of the phase's SUMMARYs this verdict is about, stamped by `unit finish`. */
  readonly covers: string | null
  readonly gaps: readonly VerificationGap[]
  /** From the front matter, or from `## Human Verification` when the key is absent. */
  readonly humanVerification: readonly HumanTest[]
  readonly overrides: readonly Override[]
  readonly deferred: readonly Deferred[]
  readonly reVerification: FrontMap | null
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly goal: string | null
}

const empty: VerificationValue = {
  phase: null,
  verified: null,
  status: null,
  statusText: null,
  score: null,
  covers: null,
  gaps: [],
  humanVerification: [],
  overrides: [],
  deferred: [],
  reVerification: null,
  extra: {},
  title: null,
  goal: null,
}

export const verification: Codec<VerificationValue> = {
  id: 'verification',
  about: 'The verdict on a phase and what supports it',
  path: 'phases/{dir}/{pp}-VERIFICATION.md',
  shape: any() as Codec<VerificationValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '' }),
}
