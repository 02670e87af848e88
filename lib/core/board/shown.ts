// The state of a project for display. Pages, Markdown and terminal output are all made from it.
import type { Notice } from '../../errors.js'
import type { Decision } from '../captures/decisions.js'
import type { ReportRow } from '../captures/metrics.js'
import type { Ratio } from '../derivation/plan-facts.js'
import type { PhaseProgress, PhaseStatus, PlanStatus, RequirementStatus } from '../derivation/statuses.js'
import type { VerificationWord } from '../derivation/verification-word.js'
import type { Waiting } from '../dispatch/waiting.js'

/** A worker at work on a unit, on this or another machine. Null or empty: unknown; a null `phase`: perhaps there is none. */
export interface Worker {
  /** `execute-plan/02-01` */
  readonly unit: string
  readonly phase: string | null
  readonly since: string
  /** Id of the conversation, or the client's process and its machine. */
  readonly who: string | null
  /** Name of the other machine; null for this one. */
  readonly machine: string | null
  readonly model: string | null
  readonly spent: { readonly tokens: number; readonly cost: number | null } | null
  readonly lines: readonly string[]
}

/** The result of merging a unit's branch. `back`: the branch was returned to the workers · `held`: the unit is on hold. */
export interface MergeResult {
  readonly at: string
  readonly unit: string
  readonly is: 'merged' | 'back' | 'held'
  readonly reason: string | null
}

export interface Trouble {
  readonly text: string
  readonly fix: string | null
  readonly phase: string | null
}

export interface ShownCheck {
  readonly name: string
  readonly command: string
  readonly outcome: string
  readonly exit: number | null
  readonly passed: number | null
  readonly failed: number | null
  readonly skipped: number | null
  readonly ms: number | null
  readonly reason: string | null
}

/** A plan's receipt, as displayed. */
export interface Proof {
  readonly path: string
  readonly at: string
  /** Recomputed from the outcomes: the stored verdict is not trusted. */
  readonly verdict: string
  /** What `weakness` of the receipt says; null if it is not weak. */
  readonly weak: string | null
  readonly tree: string | null
  readonly commit: string | null
  readonly checks: readonly ShownCheck[]
}

export interface BoardPlan {
  readonly id: string
  readonly objective: string | null
  readonly outcome: string | null
  readonly tasks: readonly string[]
  readonly commits: readonly string[]
  readonly after: readonly string[]
  readonly status: PlanStatus
  readonly halted: boolean
  readonly done: boolean
  readonly requirements: readonly string[]
  readonly proof: Proof | null
}

export interface BoardPhase {
  readonly id: string
  /** Unpadded, for display. */
  readonly number: string
  readonly title: string
  readonly goal: string | null
  readonly criteria: readonly string[]
  readonly status: PhaseStatus
  readonly says: string
  readonly done: boolean
  readonly closed: boolean
  /** Items that VERIFICATION and UAT still list as open although the phase is done. */
  readonly open: readonly string[]
  /** Dependencies among the phases shown. */
  readonly after: readonly string[]
  /** Position in the longest chain of open phases that ends here; null if the phase is done, closed, or on or behind a cycle. */
  readonly wave: number | null
  /** Whether the phase waits for no other phase and has not begun. */
  readonly ready: boolean
  /** Whether the phase is on the critical path. */
  readonly critical: boolean
  readonly requirements: readonly string[]
  readonly plans: Ratio
  readonly verification: { readonly word: VerificationWord; readonly says: string; readonly reason: string } | null
  readonly atWork: readonly string[]
  readonly work: readonly BoardPlan[]
}

export interface BoardRequirement {
  readonly id: string
  readonly text: string
  readonly standing: RequirementStatus
  readonly reason: string
  readonly plans: readonly string[]
}

export interface JournalEntry {
  readonly id: string
  readonly at: string
  readonly verb: string
  readonly unit: string | null
  readonly summary: string
  readonly undone: boolean
}

/** Writes of the journal, newest first. `more`: older ones are left out. */
export interface Timeline {
  readonly entries: readonly JournalEntry[]
  readonly more: boolean
}

interface CommitEntry {
  readonly id: string
  readonly at: string
  readonly who: string
  readonly subject: string
}

export interface Commits {
  readonly entries: readonly CommitEntry[]
  readonly more: boolean
}

export type TimelineEntry = ({ readonly kind: 'write' } & JournalEntry) | ({ readonly kind: 'commit' } & CommitEntry)

export interface Question extends Pick<Decision, 'id' | 'question' | 'options' | 'choice' | 'note' | 'who'> {
  readonly open: boolean
  /** Who answered, for display; null if the ledger does not say. */
  readonly by: string | null
}

/** Sums over the units that ended on a day. */
export interface Day {
  readonly day: string
  readonly units: number
  readonly minutes: number
  readonly tokens: number
  readonly cost: number
}

/** A file that a commit changed; `patch` is null if it is too long to show. */
export interface ChangedFile {
  readonly path: string
  readonly added: number
  readonly removed: number
  readonly patch: string | null
}

export interface PhaseCommit extends CommitEntry {
  readonly files: readonly ChangedFile[]
}

export interface Board {
  readonly project: string | null
  readonly at: string
  readonly milestone: { readonly id: string | null; readonly title: string | null } | null
  readonly next: string
  readonly reason: string
  readonly blockers: readonly string[]
  readonly workers: readonly Worker[]
  readonly troubles: readonly Trouble[]
  readonly waiting: readonly Waiting[]
  /** Required actions that finished plans of the active phase left open and no replanning handled. */
  readonly leftovers: readonly string[]
  readonly progress: {
    readonly share: PhaseProgress
    readonly plans: Ratio
    readonly percent: number | null
    readonly says: string
  }
  readonly phases: readonly BoardPhase[]
  readonly requirements: readonly BoardRequirement[]
  readonly timeline: Timeline
  readonly questions: readonly Question[]
  readonly captures: readonly { readonly kind: string | null; readonly phase: string; readonly text: string }[]
  /** Known costs by day. */
  readonly spent: readonly Day[]
  readonly costs: readonly ReportRow[]
}

interface ShownFinding extends Notice {
  readonly path?: string
}

/** The board with merge results of unattended runs, git history and health check findings. */
export interface WholeBoard extends Board {
  /** Newest first. */
  readonly lane: readonly MergeResult[]
  readonly commits: Commits
  readonly health: {
    readonly status: string
    readonly errors: readonly ShownFinding[]
    readonly warnings: readonly ShownFinding[]
    readonly info: readonly ShownFinding[]
  }
}
