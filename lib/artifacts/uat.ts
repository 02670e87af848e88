// UAT.md: tests that a person does, their answers, and the gaps they found.

import type { FrontMap } from '../markdown/frontmatter.js'
import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

export const UAT_STATUSES = ['testing', 'partial', 'complete', 'diagnosed', 'resolved', 'other'] as const
export type UatStatus = (typeof UAT_STATUSES)[number]
export const UAT_RESULTS = ['pending', 'pass', 'issue', 'skipped', 'blocked', 'other'] as const
export type UatResult = (typeof UAT_RESULTS)[number]

export interface UatTest {
  /** As in its heading, e.g. `1`. */
  readonly number: string
  readonly name: string
  readonly expected: string | null
  readonly result: UatResult
  /** The word as written, brackets removed; null: none. */
  readonly resultText: string | null
  readonly reported: string | null
  readonly severity: string | null
  readonly reason: string | null
  readonly blockedBy: string | null
}

export interface UatGap {
  readonly truth: string
  readonly status: string | null
  readonly reason: string | null
  /** blocker, major, minor, cosmetic, or any other word as written. */
  readonly severity: string | null
  readonly test: string | null
  readonly rootCause: string | null
  readonly artifacts: readonly { readonly path: string; readonly issue: string | null }[]
  readonly missing: readonly string[]
  readonly debugSession: string | null
}

export interface UatValue {
  readonly phase: string | null
  readonly source: readonly string[]
  readonly started: string | null
  readonly updated: string | null
  /** `complete`, `passed`, `all_pass` and `resolved` count as finished: `isFinishedUat`. */
  readonly status: UatStatus | null
  readonly statusText: string | null
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly current: {
    readonly number: string | null
    readonly name: string | null
    readonly expected: string | null
    readonly awaiting: string | null
  } | null
  readonly tests: readonly UatTest[]
  readonly gaps: readonly UatGap[]
}

const empty: UatValue = {
  phase: null,
  source: [],
  started: null,
  updated: null,
  status: null,
  statusText: null,
  extra: {},
  title: null,
  current: null,
  tests: [],
  gaps: [],
}

export const uat: Codec<UatValue> = {
  id: 'uat',
  about: 'Tests a person does, their answers and the gaps they found',
  path: 'phases/{dir}/{pp}-UAT.md',
  shape: any() as Codec<UatValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '' }),
}
