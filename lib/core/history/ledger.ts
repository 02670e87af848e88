// The ledger: claims, outcomes, receipts, verdicts, decisions, orders and so on. Tracked, append-only, merged by union.
import type { Clock, Digest } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import type { Decider } from '../consent.js'
import type { PhaseId } from '../ids.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { type Log, readLog } from './journal.js'

export type UnitStatus = 'completed' | 'failed' | 'cancelled' | 'timed-out'

/** Returns the start of a revision, which is enough to distinguish it from the ledger's other revisions. */
export const revisionMark = (revision: string): string => revision.slice(0, 16)

interface Line<Kind extends string> {
  readonly kind: Kind
  readonly at: string
}
export interface ClaimLine extends Line<'claim'> {
  readonly dispatchId: string
  readonly unitType: string
  readonly unitId: string
  /** The beginning of the revision (`revisionMark`); version 0.1.0 wrote the whole revision. */
  readonly revision: string
  readonly attempt: number
  /** Absent without a milestone. */
  readonly milestone?: string | null
  /** HEAD at that time; what was committed since then may be work of this unit. */
  readonly startCommit?: string | null
}
export interface OutcomeLine extends Line<'outcome'> {
  readonly dispatchId: string
  readonly unitType: string
  readonly unitId: string
  readonly status: UnitStatus
  /** Digest of the failure, to recognise the same failure again; absent or null without a failure. */
  readonly failure?: string | null
}
/** The tree of a receipt; if `stale`, the tree on which the phase's checks failed, so that a new verification is due. */
export interface ReceiptLine extends Line<'receipt'> {
  readonly phase: string
  readonly plan: string | null
  readonly tree: string | null
  readonly stale?: boolean
  /** The receipt's unit, if the unit is not a plan of a phase. */
  readonly unit?: string
}
/** A verdict on the work with digest `covers`. `ANSWERED`: the user answered, and `covers` is the digest of the UAT. */
export interface VouchedLine extends Line<'vouched'> {
  readonly phase: string
  readonly verdict: string
  readonly covers: string
  /** Who gave the verdict: a fresh context, or the session that did the work. Absent: the user. */
  readonly judge?: 'fresh' | 'session'
}
/** A decision that no other line records. */
interface AgreedLine extends Line<'agreed'> {
  /** The verb that carried out the decision. */
  readonly action: string
  /** The subject of the decision, in a form that the verb chooses. */
  readonly about: string
  readonly by: Decider
}
/** Earlier attempts at a unit no longer count. */
interface ResetLine extends Line<'reset'> {
  readonly unitType: string
  readonly unitId: string
  readonly reason: string
  readonly by?: Decider
}
/** A write was undone, so the lines with these frame digests no longer count. Frame digests survive every merge. */
interface UndoneLine extends Line<'undone'> {
  readonly lines: readonly string[]
}
interface AnsweredLine extends Line<'answered'> {
  readonly question: string
  readonly choice: string
  readonly by: Decider
}
/** This tool created the project, so the project's ticks are projections from then on. */
type CreatedLine = Line<'created'>
/** A phase was removed. Its id is never reused. */
interface RemovedLine extends Line<'removed'> {
  readonly phase: PhaseId
}
/** The user's order was recorded in a file with this digest. The digest of an empty text means that it was dropped. */
export interface OrderedLine extends Line<'ordered'> {
  readonly digest: string
  /** When a hook last saw the user type an order; absent if that never happened, or hours earlier. */
  readonly typed?: string
  /** The phase that was added for the order, which is planned and built without questions. */
  readonly phase?: string
}
/** Where a session stopped, by its own account. */
interface SessionLine extends Line<'session'> {
  readonly stoppedAt?: string | undefined
  readonly resumeFile?: string | undefined
}
export type LedgerLine =
  | ClaimLine
  | OutcomeLine
  | CreatedLine
  | ReceiptLine
  | ResetLine
  | RemovedLine
  | AgreedLine
  | AnsweredLine
  | VouchedLine
  | OrderedLine
  | SessionLine

/** Verdict of a `vouched` line about the user's answers. */
export const ANSWERED = 'answered'

function isLedgerLine(payload: unknown): payload is LedgerLine | UndoneLine {
  if (typeof payload !== 'object' || payload === null) return false
  const { kind, at, lines } = payload as Readonly<Record<string, unknown>>
  if (kind === 'undone' && !Array.isArray(lines)) return false
  return typeof kind === 'string' && typeof at === 'string'
}

export interface Ledger {
  /** Sorted by time, then hash, because union merges mix the lines of branches. Without undone and future lines. */
  readonly lines: readonly LedgerLine[]
}

export const attemptLines = ({ lines }: Ledger, unitType: string, unitId: string) =>
  lines.flatMap((line) =>
    (line.kind === 'claim' || line.kind === 'outcome') && line.unitType === unitType && line.unitId === unitId
      ? [line]
      : [],
  )

/** Tolerated clock skew between two machines, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 24 * 3_600_000

export function parseLedger(text: string, digest: Digest, clock: Pick<Clock, 'now'>): Ledger {
  const log = readLog(text, digest)
  // Lines with a future date are ignored, because they would always be the last ones.
  const latest = new Date(clock.now() + MAX_CLOCK_SKEW_MS).toISOString()
  return { lines: validLines(hashedLines(log).filter(({ line }) => line.at <= latest)) }
}

interface HashedLine {
  readonly line: LedgerLine | UndoneLine
  readonly hash: string
}

export const hashedLines = (log: Log): readonly HashedLine[] =>
  log.lines
    .filter(({ payload }) => isLedgerLine(payload))
    .map(({ payload, hash }): HashedLine => ({ line: payload as LedgerLine | UndoneLine, hash }))
    .sort((a, b) => compareText(a.line.at, b.line.at) || compareText(a.hash, b.hash))

/** Returns the lines that no undo line revokes. Undo lines may themselves be undone. */
function validLines(lines: readonly HashedLine[]): readonly LedgerLine[] {
  const undoneBy = new Map<string, HashedLine[]>()
  for (const hashed of lines)
    if (hashed.line.kind === 'undone')
      for (const named of hashed.line.lines) undoneBy.set(named, [...(undoneBy.get(named) ?? []), hashed])
  const isUndone = ({ hash }: HashedLine): boolean => undoneBy.get(hash)?.some((by) => !isUndone(by)) === true
  return lines.flatMap((hashed) => (hashed.line.kind === 'undone' || isUndone(hashed) ? [] : [hashed.line]))
}

/** Reads the ledger once per view, because old ledgers have millions of characters. */
export const readLedger = onceOf((view: View): Ledger => {
  const text = view.source(ledgerPath(view))?.text
  return text == null ? { lines: [] } : parseLedger(text, view.digest, view.clock)
})

const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** Maps each phase to when its transition was last refused because of failed checks. */
export const staleIn = onceOf(({ lines }: Ledger): ReadonlyMap<string, string> => {
  const stale = lines.flatMap((line) => (line.kind === 'receipt' && line.stale === true ? [line] : []))
  return new Map(stale.map(({ phase, at }) => [phase, at]))
})

export const removedIn = ({ lines }: Ledger): readonly PhaseId[] =>
  lines.flatMap((line) => (line.kind === 'removed' ? [line.phase] : []))

/** Returns the record of a decision that no other line records. */
export const agreedLine = ({ clock }: Pick<View, 'clock'>, action: string, about: string, by: Decider): AgreedLine => ({
  kind: 'agreed',
  at: new Date(clock.now()).toISOString(),
  action,
  about,
  by,
})

/** Maps each subject of an agreed action to whoever decided on that subject last. */
export function agreedIn(ledger: Ledger, action: string): ReadonlyMap<string, Decider> {
  const found = new Map<string, Decider>()
  for (const line of ledger.lines) if (line.kind === 'agreed' && line.action === action) found.set(line.about, line.by)
  return found
}

/** Returns a function that tells who gave this answer to a question; null if the ledger does not say. */
export function deciderIn(ledger: Ledger): (question: string, choice: string | null) => Decider | null {
  const found = new Map<string, Decider>()
  for (const line of ledger.lines)
    if (line.kind === 'answered') found.set(JSON.stringify([line.question, line.choice]), line.by)
  return (question, choice) => found.get(JSON.stringify([question, choice])) ?? null
}

/** Finished work with the times when it was finished, and what else derivation needs from the ledger. */
export interface Finished {
  /** Time of each phase's last transition. */
  readonly transitions: ReadonlyMap<string, string>
  /** `<plan id> <at>` of every executed plan. */
  readonly plans: ReadonlySet<string>
  /** `<phase id> <verdict> <covers>` of every submitted verdict, with the verdict's judge. */
  readonly verifications: ReadonlyMap<string, VouchedLine['judge']>
  /** Time of the user's last answers about each phase. */
  readonly answers: ReadonlyMap<string, string>
  /** Ids of all units ever claimed, including phases and plans. */
  readonly begun: ReadonlySet<string>
  readonly isCreatedHere: boolean
}

export const finishedIn = onceOf((ledger: Ledger): Finished => {
  const transitions = new Map<string, string>()
  const plans = new Set<string>()
  const verifications = new Map<string, VouchedLine['judge']>()
  const answers = new Map<string, string>()
  const begun = new Set<string>()
  let isCreatedHere = false
  for (const line of ledger.lines) {
    if (line.kind === 'vouched' && line.verdict === ANSWERED) answers.set(line.phase, line.at)
    if (line.kind === 'vouched') verifications.set(`${line.phase} ${line.verdict} ${line.covers}`, line.judge)
    if (line.kind === 'claim') begun.add(line.unitId)
    if (line.kind === 'created') isCreatedHere = true
    if (line.kind !== 'outcome' || line.status !== 'completed') continue
    if (line.unitType === 'transition') transitions.set(line.unitId, line.at)
    if (line.unitType === 'execute-plan') plans.add(`${line.unitId} ${line.at}`)
  }
  return { transitions, plans, verifications, answers, begun, isCreatedHere }
})

const sortedRows = <Row extends readonly unknown[]>(rows: Iterable<Row>): readonly Row[] =>
  [...rows].sort((a, b) => compareText(a.join(), b.join()))

/** Returns the part of the ledger that the revision covers. Claims are left out, so that the revision stays the same. */
export function revisionText(ledger: Ledger): string {
  const finished = finishedIn(ledger)
  return JSON.stringify([
    sortedRows(staleIn(ledger)),
    sortedRows(finished.transitions),
    [...finished.plans].sort(),
    [...finished.verifications.keys()].sort(),
    sortedRows(finished.answers),
  ])
}
