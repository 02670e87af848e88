// SUMMARY.md: what a finished plan did; the only evidence that it is complete.

import type { FrontMap } from '../markdown/frontmatter.js'
import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

export interface Requires {
  readonly phase: string | null
  readonly provides: string
}

export interface SummaryValue {
  readonly phase: string | null
  readonly plan: string | null
  readonly subsystem: string | null
  readonly tags: readonly string[]
  readonly requires: readonly Requires[]
  readonly provides: readonly string[]
  readonly affects: readonly string[]
  readonly techStack: { readonly added: readonly string[]; readonly patterns: readonly string[] }
  readonly keyFiles: { readonly created: readonly string[]; readonly modified: readonly string[] }
  readonly keyDecisions: readonly string[]
  readonly patternsEstablished: readonly string[]
  readonly requirementsCompleted: readonly string[]
  readonly duration: string | null
  /** Day, `YYYY-MM-DD`, as written. */
  readonly completed: string | null
  /** RFC 3339 UTC with milliseconds, stamped by `unit finish`; null: not finished through this CLI. */
  readonly completedAt: string | null
  /** `halted`, `complete`, or any other word as written. */
  readonly status: string | null
  /** What keeps the phase from going on; each item is one blocker. */
  readonly blockers: readonly string[]
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly oneLiner: string | null
  readonly accomplishments: readonly string[]
  /** Hashes of `## Task Commits`, in order. */
  readonly commits: readonly string[]
  /** Paths in `## Files Created/Modified`. */
  readonly files: readonly string[]
  readonly taskCount: number | null
  readonly decisions: readonly string[]
  readonly deviations: string | null
  readonly issuesEncountered: string | null
  /** Text of `## Known Issues` outside of its blocks of pending actions. */
  readonly knownIssues: string | null
  /** Required leftovers, in order. */
  readonly pendingActions: readonly string[]
  readonly nextPhaseReadiness: string | null
  /** What the heading `## Self-Check: …` claims; `unclear` for any other word. */
  readonly selfCheck: 'passed' | 'failed' | 'unclear' | null
}

const empty: SummaryValue = {
  phase: null,
  plan: null,
  subsystem: null,
  tags: [],
  requires: [],
  provides: [],
  affects: [],
  techStack: { added: [], patterns: [] },
  keyFiles: { created: [], modified: [] },
  keyDecisions: [],
  patternsEstablished: [],
  requirementsCompleted: [],
  duration: null,
  completed: null,
  completedAt: null,
  status: null,
  blockers: [],
  extra: {},
  title: null,
  oneLiner: null,
  accomplishments: [],
  commits: [],
  files: [],
  taskCount: null,
  decisions: [],
  deviations: null,
  issuesEncountered: null,
  knownIssues: null,
  pendingActions: [],
  nextPhaseReadiness: null,
  selfCheck: null,
}

export const summary: Codec<SummaryValue> = {
  id: 'summary',
  about: 'What a finished plan did, and what it left',
  path: 'phases/{dir}/{pp}-{NN}-SUMMARY.md',
  shape: any() as Codec<SummaryValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '' }),
}
