// The lines of a ledger: what each kind of them says.
import { wordTable } from '../../std/text.js'
import type { Decider } from '../consent.js'
import type { Asked } from '../dispatch/asked.js'
import type { PhaseId } from '../ids.js'

export type UnitStatus = 'completed' | 'failed' | 'cancelled' | 'timed-out'

export interface ClaimLine {
  readonly kind: 'claim'
  readonly at: string
  readonly dispatchId: string
  readonly unitType: string
  readonly unitId: string
  readonly revision: string
  readonly attempt: number
  readonly cause: 'default' | 'retry' | 'rework' | 'direct'
  readonly milestone: string | null
  /** HEAD at that time: where work resumes after a broken attempt. */
  readonly startCommit?: string | null
  /** Digest of the conversation to which the brief of the unit was printed; absent where none can be told. */
  readonly told?: string
  /** What its taker was started on; absent where nobody chose. */
  readonly asked?: Asked
}
export interface OutcomeLine {
  readonly kind: 'outcome'
  readonly at: string
  readonly dispatchId: string
  readonly unitType: string
  readonly unitId: string
  readonly revision: string
  readonly status: UnitStatus
  /** Digest of what went wrong, so that the same failure is recognised; null when nothing did. */
  readonly failure: string | null
  /** Work was committed during the attempt; absent: none, or nobody looked. */
  readonly committed?: boolean
}
/** On which tree a receipt was taken, or (`stale`) the note that this tree is no longer the current one. */
export interface ReceiptLine {
  readonly kind: 'receipt'
  readonly at: string
  readonly phase: string
  readonly plan: string | null
  readonly tree: string | null
  readonly stale?: boolean
  /** Unit it belongs to where that is no plan of a phase. */
  readonly unit?: string
}
/** A VERIFICATION with this verdict was finished, about the SUMMARYs with this digest; or (`ANSWERED`) the answers of a person, in the file with this digest. */
export interface VouchedLine {
  readonly kind: 'vouched'
  readonly at: string
  readonly phase: string
  readonly verdict: string
  readonly covers: string
  /** Who judged: a fresh context, or the session that did the work. Absent: a person. */
  readonly judge?: 'fresh' | 'session'
}
/** A person decided against what evidence says. */
export interface OverruleLine {
  readonly kind: 'overrule'
  readonly at: string
  readonly requirement: string
  readonly complete: boolean
  readonly who: string
  readonly why: string
  readonly by?: Decider
}
/** Who decided something that leaves no other line. */
export interface AgreedLine {
  readonly kind: 'agreed'
  readonly at: string
  /** The verb that carried it out. */
  readonly action: string
  /** What it was about, in the form of that verb. */
  readonly about: string
  readonly by: Decider
}
/** A person cleared the counters of a key. */
export interface ResetLine {
  readonly kind: 'reset'
  readonly at: string
  readonly unitType: string
  readonly unitId: string
  readonly reason: string
  readonly by?: Decider
}
/** A write was taken back: the lines it had appended count no more. The lines are named by the digest in their frame, which outlives every merge. */
export interface UndoneLine {
  readonly kind: 'undone'
  readonly at: string
  readonly lines: readonly string[]
}
/** A question of the register was answered. */
interface AnsweredLine {
  readonly kind: 'answered'
  readonly at: string
  /** Its id and the choice that stands. */
  readonly question: string
  readonly choice: string
  readonly by: Decider
}
/** The project was begun with us: from then on its ticks are projections. */
interface CreatedLine {
  readonly kind: 'created'
  readonly at: string
}
/** A phase was taken out of the roadmap: its id is never given again. */
interface RemovedLine {
  readonly kind: 'removed'
  readonly at: string
  readonly phase: PhaseId
}
/** An order of the user was taken down: the digest of the file that holds it. */
export interface OrderedLine {
  readonly kind: 'ordered'
  readonly at: string
  readonly digest: string
  /** When a hook last saw a person type an order; absent: not in the hours before. */
  readonly typed?: string
  /** Phase that was added for it: it is planned and built without a question between. */
  readonly phase?: string
}
/** A closed phase taught nothing that a later one should be told of: nobody asks again. */
interface UntaughtLine {
  readonly kind: 'untaught'
  readonly at: string
  readonly phase: string
}
/** Where a session stopped, as it said itself. */
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
  | UntaughtLine
  | SessionLine

/** Verdict of a `vouched` line about the answers of a person. */
export const ANSWERED = 'answered'

/** `acknowledged` stands in ledgers of 0.1.0; nothing reads it any more. */
const KINDS = new Set(
  wordTable(`
    claim outcome created receipt overrule reset removed undone acknowledged agreed answered
    vouched ordered untaught session
  `),
)

export function isLedgerLine(payload: unknown): payload is LedgerLine | UndoneLine {
  if (typeof payload !== 'object' || payload === null) return false
  const { kind, at, lines } = payload as Readonly<Record<string, unknown>>
  if (kind === 'undone' && !Array.isArray(lines)) return false
  return typeof kind === 'string' && KINDS.has(kind) && typeof at === 'string'
}
