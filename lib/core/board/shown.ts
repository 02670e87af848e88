// What of a project is looked at, as a value: every picture of it is made from this and from nothing else.
import type { ReportRow } from '../captures/metrics-report.js'
import type { Ratio, Share } from '../derivation/progress.js'
import type { PhaseStatus, PlanStatus, RequirementStatus } from '../derivation/standing.js'
import type { VerificationWord } from '../derivation/verification-word.js'
import type { Waiting } from '../dispatch/waiting.js'

/** Somebody at work on a unit, here or on another machine. Null and empty: it is not known. */
export interface Worker {
  /** `execute-plan/02-01` */
  readonly unit: string
  /** As people write it; null: the unit belongs to no phase. */
  readonly phase: string | null
  readonly since: string
  /** The conversation, or the process of a client. */
  readonly who: string | null
  /** Null: this one. */
  readonly machine: string | null
  readonly model: string | null
  readonly spent: { readonly tokens: number; readonly cost: number | null } | null
  /** What it printed last. */
  readonly lines: readonly string[]
}

/** What became of a unit that came home by the merge lane. */
export interface LaneStep {
  readonly at: string
  readonly unit: string
  readonly is: 'merged' | 'back' | 'held'
  readonly reason: string | null
}

/** Something that went wrong and has not been mended. */
export interface Trouble {
  readonly text: string
  readonly fix: string | null
  readonly phase: string | null
}

/** One command of a receipt. */
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

/** The receipt of a plan. */
export interface Proof {
  readonly path: string
  readonly at: string
  /** Judged again from what the checks did: the stored word is not believed. */
  readonly verdict: string
  /** Why it proves nothing; null when it does. */
  readonly weak: string | null
  readonly tree: string | null
  readonly commit: string | null
  readonly checks: readonly ShownCheck[]
}

export interface BoardPlan {
  readonly id: string
  readonly objective: string | null
  /** What its SUMMARY says was done. */
  readonly outcome: string | null
  readonly tasks: readonly string[]
  /** Hashes that its SUMMARY names. */
  readonly commits: readonly string[]
  /** null: nobody can tell what it waits for. */
  readonly wave: number | null
  readonly after: readonly string[]
  readonly status: PlanStatus
  readonly halted: boolean
  readonly done: boolean
  readonly requirements: readonly string[]
  readonly proof: Proof | null
}

export interface BoardPhase {
  readonly id: string
  /** Without padding, as people say it. */
  readonly number: string
  readonly title: string
  readonly goal: string | null
  readonly criteria: readonly string[]
  readonly status: PhaseStatus
  /** The status as people read it. */
  readonly says: string
  readonly done: boolean
  /** It lies in a closed milestone. */
  readonly closed: boolean
  /** What its VERIFICATION and UAT leave open although it is done. */
  readonly open: readonly string[]
  /** Phases shown here that it waits for. */
  readonly after: readonly string[]
  /** Its place in the longest chain of open phases before it; null: it is done, or waits in a circle. */
  readonly wave: number | null
  /** It waits for nothing, and nobody has begun it. */
  readonly ready: boolean
  /** It lies on the longest way that is left. */
  readonly critical: boolean
  readonly requirements: readonly string[]
  readonly plans: Ratio
  readonly verification: { readonly word: VerificationWord; readonly says: string; readonly reason: string } | null
  /** Units of it that somebody is at work on. */
  readonly atWork: readonly string[]
  readonly work: readonly BoardPlan[]
}

export interface BoardRequirement {
  readonly id: string
  readonly text: string
  readonly scope: string
  readonly standing: RequirementStatus
  readonly reason: string
  readonly phases: readonly string[]
  readonly plans: readonly string[]
}

export interface Written {
  readonly id: string
  readonly at: string
  readonly verb: string
  readonly unit: string | null
  readonly summary: string
  /** A later entry took it back. */
  readonly undone: boolean
}

/** Newest first. */
export interface Timeline {
  readonly entries: readonly Written[]
  /** There are older ones. */
  readonly more: boolean
}

interface Committed {
  readonly id: string
  readonly at: string
  readonly who: string
  readonly subject: string
}

export interface Commits {
  readonly entries: readonly Committed[]
  readonly more: boolean
  /** Why there are none to show; null where git was asked. */
  readonly why: string | null
}

export type Moment = ({ readonly kind: 'write' } & Written) | ({ readonly kind: 'commit' } & Committed)

export interface Question {
  readonly id: string
  readonly question: string
  readonly options: readonly string[]
  readonly phase: string
  readonly asked: string
  readonly open: boolean
  readonly choice: string | null
  readonly note: string | null
  readonly who: string | null
  /** Who answered, as people read it; null: the ledger does not say. */
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

/** A file that a commit changed, with what it changed there; `patch` null: it is too long to be shown here. */
export interface Changed {
  readonly path: string
  readonly added: number
  readonly removed: number
  readonly patch: string | null
}

export interface PhaseCommit extends Committed {
  readonly files: readonly Changed[]
}

export interface Board {
  readonly project: string | null
  /** When it was looked at. */
  readonly at: string
  readonly milestone: { readonly id: string | null; readonly title: string | null } | null
  /** What comes next, and why. */
  readonly next: string
  readonly reason: string
  readonly blockers: readonly string[]
  readonly workers: readonly Worker[]
  readonly troubles: readonly Trouble[]
  /** For a person. */
  readonly waiting: readonly Waiting[]
  readonly leftovers: readonly string[]
  readonly progress: {
    readonly share: Share
    readonly plans: Ratio
    readonly percent: number | null
    readonly says: string
  }
  readonly phases: readonly BoardPhase[]
  readonly requirements: readonly BoardRequirement[]
  readonly timeline: Timeline
  readonly questions: readonly Question[]
  readonly captures: readonly {
    readonly id: string
    readonly kind: string | null
    readonly phase: string
    readonly text: string
  }[]
  /** What is known of the cost, day by day. */
  readonly spent: readonly Day[]
  readonly costs: {
    readonly phase: readonly ReportRow[]
    readonly agent: readonly ReportRow[]
    readonly model: readonly ReportRow[]
  }
}

interface ShownFinding {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly path?: string
}

/** What was written and committed. */
export interface Past {
  readonly timeline: Timeline
  readonly commits: Commits
}

/** With what a health check finds, which looks at more than the plan, and what git and an unattended run know. */
export interface WholeBoard extends Board {
  /** Newest first. */
  readonly lane: readonly LaneStep[]
  readonly commits: Commits
  readonly health: {
    readonly status: string
    readonly errors: readonly ShownFinding[]
    readonly warnings: readonly ShownFinding[]
    readonly info: readonly ShownFinding[]
  }
}
