// The kinds of ledger lines.
import { wordTable } from '../../std/text.js'
import type { Decider } from '../consent.js'
import type { PhaseId } from '../ids.js'

export type UnitStatus = 'completed' | 'failed' | 'cancelled' | 'timed-out'

/** Enough of a revision to tell it from the others of a ledger. */
export const revisionMark = (revision: string): string => revision.slice(0, 16)

export interface ClaimLine {
  readonly kind: 'claim'
  readonly at: string
  readonly dispatchId: string
  readonly unitType: string
  readonly unitId: string
  /** The beginning of it (`revisionMark`); whole in ledgers of 0.1.0. */
  readonly revision: string
  readonly attempt: number
  /** Absent without one. */
  readonly milestone?: string | null
  /** HEAD at that time: where work resumes after a failed attempt. */
  readonly startCommit?: string | null
  /** Digest of the conversation that got the unit's brief; absent if unknown. */
  readonly told?: string
}
export interface OutcomeLine {
  readonly kind: 'outcome'
  readonly at: string
  readonly dispatchId: string
  readonly unitType: string
  readonly unitId: string
  readonly status: UnitStatus
  /** Digest of the failure, to recognise it again; absent without one. */
  readonly failure?: string | null
}
/** The tree of a receipt, or (`stale`) the note that this tree is no longer current. */
export interface ReceiptLine {
  readonly kind: 'receipt'
  readonly at: string
  readonly phase: string
  readonly plan: string | null
  readonly tree: string | null
  readonly stale?: boolean
  /** The receipt's unit, if that is not a plan of a phase. */
  readonly unit?: string
}
/**
 * A VERIFICATION finished with this verdict about these SUMMARYs; or (`ANSWERED`) the user's answers in the file with
 * this digest.
 */
export interface VouchedLine {
  readonly kind: 'vouched'
  readonly at: string
  readonly phase: string
  readonly verdict: string
  readonly covers: string
  /** The judge: a fresh context, or the session that did the work. Absent: the user. */
  readonly judge?: 'fresh' | 'session'
}
/** The user decided against the evidence. */
export interface OverruleLine {
  readonly kind: 'overrule'
  readonly at: string
  readonly requirement: string
  readonly complete: boolean
  readonly who: string
  readonly why: string
  readonly by?: Decider
}
/** A decision that leaves no other line. */
export interface AgreedLine {
  readonly kind: 'agreed'
  readonly at: string
  /** The verb that carried it out. */
  readonly action: string
  /** The subject, in the form of that verb. */
  readonly about: string
  readonly by: Decider
}
/** The user reset the counters of a key. */
interface ResetLine {
  readonly kind: 'reset'
  readonly at: string
  readonly unitType: string
  readonly unitId: string
  readonly reason: string
  readonly by?: Decider
}
/** A write was undone: its lines no longer count. They are named by their frame digests, which survive every merge. */
export interface UndoneLine {
  readonly kind: 'undone'
  readonly at: string
  readonly lines: readonly string[]
}
/** An answered question. */
interface AnsweredLine {
  readonly kind: 'answered'
  readonly at: string
  /** The question's id. */
  readonly question: string
  readonly choice: string
  readonly by: Decider
}
/** The project was created by us: its ticks are projections from then on. */
interface CreatedLine {
  readonly kind: 'created'
  readonly at: string
}
/** A removed phase, whose id is never reused. */
interface RemovedLine {
  readonly kind: 'removed'
  readonly at: string
  readonly phase: PhaseId
}
/** A recorded order of the user: the digest of its file. */
export interface OrderedLine {
  readonly kind: 'ordered'
  readonly at: string
  readonly digest: string
  /** When a hook last saw the user type an order; absent if not in the hours before. */
  readonly typed?: string
  /** The phase added for it, which is planned and built without questions. */
  readonly phase?: string
}
/** Where a session stopped, by its own account. */
interface SessionLine {
  readonly kind: 'session'
  readonly at: string
  readonly stoppedAt?: string
  readonly resumeFile?: string
}
export type LedgerLine =
  | ClaimLine
  | OutcomeLine
  | CreatedLine
  | ReceiptLine
  | OverruleLine
  | ResetLine
  | RemovedLine
  | AgreedLine
  | AnsweredLine
  | VouchedLine
  | OrderedLine
  | SessionLine

/** Verdict of a `vouched` line about the user's answers. */
export const ANSWERED = 'answered'

/** `acknowledged` occurs in ledgers of 0.1.0 and is no longer read. */
const KINDS = new Set(
  wordTable(`
    claim outcome created receipt overrule reset removed undone acknowledged agreed answered
    vouched ordered session
  `),
)

export function isLedgerLine(payload: unknown): payload is LedgerLine | UndoneLine {
  if (typeof payload !== 'object' || payload === null) return false
  const { kind, at, lines } = payload as Readonly<Record<string, unknown>>
  if (kind === 'undone' && !Array.isArray(lines)) return false
  return typeof kind === 'string' && KINDS.has(kind) && typeof at === 'string'
}
