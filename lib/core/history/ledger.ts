// The ledger: claims with their outcomes, adoptions, digests of receipts and a person's overrules. Tracked, append-only, merged by union.
import type { Clock, Custody, Digest, Source } from '../../ports.js'
import { isWord, type Word } from '../consent.js'
import type { PhaseId } from '../ids.js'
import type { Accepted, Counted as CountedBy, Fewer } from '../judging/seen.js'
import type { TestCounts } from '../judging/test-counts.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { type Log, readLog } from './journal.js'
import { type Counted, countedIn, countsAt, type MovedLine } from './moves.js'
import { isSealed } from './seal.js'

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
  /** HEAD at that time, for whoever has to go on from a broken attempt. */
  readonly startCommit?: string | null
  /** What the checks of the project counted at that time: an attempt that ends leaves it to the next one. */
  readonly seen?: readonly SeenCheck[]
  /** Digest of the conversation to which the brief of the unit was printed; absent where none can be told. */
  readonly told?: string
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
}
interface AdoptedPhase {
  readonly id: string
  readonly digest: string
  /** Names and digests behind `digest`, so that a changed file can be named. */
  readonly files?: readonly { readonly path: string; readonly sha256: string | null }[]
}
export interface AdoptedLine {
  readonly kind: 'adopted'
  readonly at: string
  /** Whose word it was; absent where nothing was accepted, and in lines of older versions. */
  readonly word?: Word
  readonly phases: readonly AdoptedPhase[]
  readonly plans: readonly { readonly id: string; readonly plan: string | null; readonly summary: string }[]
}
interface DroppedLine {
  readonly kind: 'dropped'
  readonly at: string
  readonly phases: readonly string[]
  readonly plans: readonly string[]
}
/** The digest of a stored receipt file, or (`stale`) the note that the tree it was taken on is no longer the current one. */
export interface ReceiptLine {
  readonly kind: 'receipt'
  readonly at: string
  readonly phase: string
  readonly plan: string | null
  readonly tree: string | null
  /** sha256 of the receipt file; null on a `stale` note. */
  readonly sha256: string | null
  readonly stale?: boolean
  /** Unit it belongs to where that is no plan of a phase. */
  readonly unit?: string
  /** Names of checks that failed; absent when none did. */
  readonly failed?: readonly string[]
  /** What was run and what it counted: a later run is measured by it, also where the file is gone. */
  readonly seen?: readonly SeenCheck[]
}
/** A check as it was judged. */
export interface SeenCheck {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly expect: number
  readonly own: boolean
  /** What it must not fall below from now on; null where it was never counted. */
  readonly floor: TestCounts | null
  /** Where that was counted; absent: nobody kept it. */
  readonly counts?: CountedBy
  /** When it counted that; absent in lines of older versions: then it is the line's own time. */
  readonly since?: string
  /** The floor was lowered by a word. */
  readonly accepted?: Accepted
}
/** A VERIFICATION with this verdict was finished here, about the SUMMARYs with this digest; or (`ANSWERED`) the answers of a person, in the file with this digest. */
export interface VouchedLine {
  readonly kind: 'vouched'
  readonly at: string
  readonly phase: string
  readonly verdict: string
  readonly covers: string
}
/** A person decided against what evidence says. */
export interface OverruleLine {
  readonly kind: 'overrule'
  readonly at: string
  readonly requirement: string
  readonly complete: boolean
  readonly who: string
  readonly why: string
  /** Absent in lines of older versions. */
  readonly word?: Word
}
/** Whose word a decision was that leaves no other line. */
export interface AgreedLine {
  readonly kind: 'agreed'
  readonly at: string
  /** The verb that carried it out. */
  readonly action: string
  /** What it was about, in the form of that verb. */
  readonly about: string
  readonly word: Word
  /** By how much a check may count less from then on. */
  readonly fewer?: Fewer
}
/** A person cleared the counters of a key. */
export interface ResetLine {
  readonly kind: 'reset'
  readonly at: string
  readonly unitType: string
  readonly unitId: string
  readonly reason: string
  readonly word?: Word
}
/** A write was taken back: the lines it had appended count no more. The lines are named by the digest in their frame, which outlives every merge. */
interface UndoneLine {
  readonly kind: 'undone'
  readonly at: string
  readonly lines: readonly string[]
}
/** What a capture was applied as: nothing is performed twice, also where two branches meet. */
export interface CaptureLine {
  readonly kind: 'capture'
  readonly at: string
  readonly capture: string
  readonly class: string
  readonly effect: string
}
/** From here on a phase has another id; null: the id is free again, what was said about it belongs to the past. */
export interface RenumberedLine {
  readonly kind: 'renumbered'
  readonly at: string
  readonly phases: readonly { readonly from: string; readonly to: string | null }[]
}
/** A person has seen open items and lets the milestone close with them; an item that changes afterwards is open again. */
export interface AcknowledgedLine {
  readonly kind: 'acknowledged'
  readonly at: string
  readonly milestone: string
  readonly items: readonly string[]
  readonly word?: Word
}
/** An order of the user was taken down on this machine: the digest of the file that holds it. */
export interface OrderedLine {
  readonly kind: 'ordered'
  readonly at: string
  readonly digest: string
}
/** How much ceremony a phase gets because somebody asked for it; or, with `turned`, how the depth it had turned out. */
export interface DepthLine {
  readonly kind: 'depth'
  readonly at: string
  readonly phase: string
  readonly depth: string
  readonly reason: string
  readonly turned?: {
    readonly plans: number
    /** Units that ended, however they did, and those of them that failed. */
    readonly finishes: number
    readonly failed: number
    /** Times it was planned, and proven, to an end. */
    readonly plannings: number
    readonly proofs: number
  }
}
export type LedgerLine =
  | DepthLine
  | ClaimLine
  | OutcomeLine
  | AdoptedLine
  | DroppedLine
  | ReceiptLine
  | OverruleLine
  | ResetLine
  | RenumberedLine
  | CaptureLine
  | AcknowledgedLine
  | AgreedLine
  | VouchedLine
  | OrderedLine
  | MovedLine

/** Verdict of a `vouched` line about the answers of a person. */
export const ANSWERED = 'answered'

export interface Ledger {
  /**
   * Ordered by time, then by hash; never by line, because branches are merged by union. Lines that were taken back are not among them,
   * and every id in them is the one its phase has now.
   */
  readonly lines: readonly LedgerLine[]
  readonly bad: readonly { readonly line: number; readonly reason: string }[]
  readonly conflict: number | null
  /**
   * Whether this machine's key vouches for the line as it was written, in this planning base or in one from which it moved here. What a tree brings with it is
   * data: a line without a valid seal is a claim.
   */
  sealed(line: LedgerLine): boolean
  /** Whose word a sealed line records, where that word counts here; else null. */
  wordOf(line: LedgerLine & { readonly word?: unknown }): Word | null
}

const KINDS = new Set([
  'claim',
  'outcome',
  'adopted',
  'dropped',
  'receipt',
  'overrule',
  'reset',
  'capture',
  'renumbered',
  'undone',
  'acknowledged',
  'agreed',
  'vouched',
  'ordered',
  'moved',
  'depth',
])

/** The machine that reads a ledger, and the planning base it reads it for. */
interface Reader {
  readonly base: string
  readonly custody: Pick<Custody, 'seal' | 'allowsAgent'>
  readonly clock: Pick<Clock, 'now'>
}

/** Milliseconds by which clocks of two machines may differ. */
const CLOCKS_DIFFER = 24 * 3_600_000

/** Without a reader no line is sealed. */
export function parseLedger(text: string, digest: Digest, reader?: Reader): Ledger {
  const log = readLog(text, digest)
  const parsed = hashedIn(log)
  const counted = reader === undefined ? [] : countedIn(reader.base, movesAmong(parsed), reader.custody)
  // A renumbered line stands for the one that was written.
  const written = new Map<LedgerLine | UndoneLine, LedgerLine | UndoneLine>()
  const known = new Map<LedgerLine | UndoneLine, boolean>()
  // Most lines are never asked for their seal, and some are asked often.
  const sealed = (line: LedgerLine | UndoneLine): boolean => {
    if (reader === undefined) return false
    const first = written.get(line) ?? line
    const found =
      known.get(first) ?? counted.some((one) => countsAt(one, first.at) && isSealed(first, reader.custody, one.base))
    known.set(first, found)
    return found
  }
  // Who dates a line into the future would have the last word for ever.
  const latest = reader === undefined ? null : new Date(reader.clock.now() + CLOCKS_DIFFER).toISOString()
  const dated = parsed.filter(({ line }) => latest === null || line.at <= latest || sealed(line))
  const lines = underPresentIds(standing(dated, sealed), written, sealed)
  return {
    lines,
    bad: log.bad,
    conflict: log.conflict,
    sealed,
    wordOf: (line) =>
      !isWord(line.word) || !sealed(line) || (line.word === 'agent' && reader?.custody.allowsAgent !== true)
        ? null
        : line.word,
  }
}

interface Hashed {
  readonly line: LedgerLine | UndoneLine
  readonly hash: string
}

const hashedIn = (log: Log): readonly Hashed[] =>
  log.lines
    .filter(({ payload }) => isLedgerLine(payload))
    .map(({ payload, hash }): Hashed => ({ line: payload as LedgerLine | UndoneLine, hash }))
    .sort((a, b) => compareText(a.line.at, b.line.at) || compareText(a.hash, b.hash))

const movesAmong = (lines: readonly Hashed[]): readonly MovedLine[] =>
  lines.flatMap(({ line }) => (line.kind === 'moved' ? [line] : []))

/**
 * What is left once the lines that take others back are obeyed; such a line may itself be taken back. Without a seal none
 * brings back what a line took: a tree may lose evidence by what it says, never gain it.
 */
function standing(lines: readonly Hashed[], sealed: (line: LedgerLine | UndoneLine) => boolean): readonly LedgerLine[] {
  const namedBy = new Map<string, Hashed[]>()
  for (const hashed of lines)
    if (hashed.line.kind === 'undone')
      for (const named of hashed.line.lines) namedBy.set(named, [...(namedBy.get(named) ?? []), hashed])
  const isGone = ({ hash, line }: Hashed): boolean =>
    namedBy.get(hash)?.some((by) => !isGone(by) && (takes(line) ? sealed(by.line) : true)) === true
  return lines.flatMap((hashed) => (hashed.line.kind === 'undone' || isGone(hashed) ? [] : [hashed.line]))
}

/** It takes evidence away. */
const takes = (line: LedgerLine | UndoneLine): boolean =>
  line.kind === 'dropped' || line.kind === 'undone' || (line.kind === 'receipt' && line.stale === true)

/** Lines from before a renumbering speak about its phases under their old ids. */
function underPresentIds(
  lines: readonly LedgerLine[],
  written: Map<LedgerLine | UndoneLine, LedgerLine | UndoneLine>,
  sealed: (line: LedgerLine) => boolean,
): readonly LedgerLine[] {
  if (!lines.some(({ kind }) => kind === 'renumbered')) return lines
  let seen: LedgerLine[] = []
  for (const line of lines) {
    if (line.kind === 'renumbered') {
      // A renumbering that was not made here takes our lines away from their phases and gives them no other.
      const lost: RenumberedLine = { ...line, phases: line.phases.map(({ from }) => ({ from, to: null })) }
      seen = seen.map((earlier) => {
        const later = renamed(earlier, sealed(line) || !sealed(earlier) ? line : lost)
        if (later !== earlier) written.set(later, written.get(earlier) ?? earlier)
        return later
      })
    }
    seen.push(line)
  }
  return seen
}

function renamed(line: LedgerLine, { phases, at }: RenumberedLine): LedgerLine {
  const phase = (id: string): string => {
    const found = phases.find(({ from }) => from === id)
    return found === undefined ? id : (found.to ?? `${id}~${at}`)
  }
  const plan = (id: string): string => {
    const cut = id.lastIndexOf('-')
    return cut < 0 ? id : phase(id.slice(0, cut)) + id.slice(cut)
  }
  switch (line.kind) {
    case 'claim':
    case 'outcome':
    case 'reset':
      return { ...line, unitId: line.unitType === 'execute-plan' ? plan(line.unitId) : phase(line.unitId) }
    case 'adopted':
      return {
        ...line,
        phases: line.phases.map((adopted) => ({ ...adopted, id: phase(adopted.id) })),
        plans: line.plans.map((adopted) => ({ ...adopted, id: plan(adopted.id) })),
      }
    case 'dropped':
      return { ...line, phases: line.phases.map(phase), plans: line.plans.map(plan) }
    case 'receipt':
      return { ...line, phase: phase(line.phase), plan: line.plan === null ? null : plan(line.plan) }
    case 'vouched':
    case 'depth':
      return { ...line, phase: phase(line.phase) }
    default:
      return line
  }
}

const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

function isLedgerLine(payload: unknown): payload is LedgerLine | UndoneLine {
  if (typeof payload !== 'object' || payload === null) return false
  const { kind, at, lines, from, to } = payload as Readonly<Record<string, unknown>>
  if (kind === 'undone' && !Array.isArray(lines)) return false
  if (kind === 'moved' && (typeof from !== 'string' || typeof to !== 'string')) return false
  return typeof kind === 'string' && KINDS.has(kind) && typeof at === 'string'
}

const NO_LEDGER: Ledger = { lines: [], bad: [], conflict: null, sealed: () => false, wordOf: () => null }

export function readLedger(view: View): Ledger {
  const text = view.source(ledgerPath(view))?.text
  return text === undefined || text === null ? NO_LEDGER : parseLedger(text, view.digest, view)
}

/** An acceptance and whose word it was. */
type Said<T> = T & { readonly word: Word }

/** Adoptions that stand now: the last line about an id wins. */
export interface Adoptions {
  /** True when a person was ever asked and answered, or the project was created by us. */
  readonly decided: boolean
  readonly phases: ReadonlyMap<string, Said<AdoptedPhase>>
  readonly plans: ReadonlyMap<string, Said<{ readonly plan: string | null; readonly summary: string }>>
  /** Ids that a line accepts whose word does not count here (another machine's, an older version's, or nobody's), and about which nobody answered here. */
  readonly elsewhere: ReadonlySet<string>
  /** Ids about which somebody answered here, whatever the answer was. */
  readonly answered: ReadonlySet<string>
}

export function adoptionsIn(ledger: Ledger): Adoptions {
  const phases = new Map<string, Said<AdoptedPhase>>()
  const plans = new Map<string, Said<{ plan: string | null; summary: string }>>()
  const elsewhere = new Set<string>()
  const answered = new Set<string>()
  let decided = false
  for (const line of ledger.lines) {
    if (line.kind === 'adopted') {
      decided = true
      const word = ledger.wordOf(line)
      if (word === null) for (const { id } of [...line.phases, ...line.plans]) elsewhere.add(id)
      else {
        for (const phase of line.phases) phases.set(phase.id, { ...phase, word })
        for (const { id, plan, summary } of line.plans) plans.set(id, { plan, summary, word })
        for (const { id } of [...line.phases, ...line.plans]) answered.add(id)
      }
    } else if (line.kind === 'dropped') {
      decided = true
      for (const id of line.phases) phases.delete(id)
      for (const id of line.plans) plans.delete(id)
      if (ledger.sealed(line)) for (const id of [...line.phases, ...line.plans]) answered.add(id)
    }
  }
  for (const id of answered) elsewhere.delete(id)
  return { decided, phases, plans, elsewhere, answered }
}

function linesWith(text: string, word: string): readonly string[] {
  const lines: string[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at)) {
    const start = text.lastIndexOf('\n', at) + 1
    const end = text.indexOf('\n', at)
    // Without its newline a line was never committed.
    if (end < 0) break
    lines.push(text.slice(start, end + 1))
    at = end
  }
  return lines
}

/** As it stands in every line of that kind. */
const MOVED = '"moved"'

const countedBy = new WeakMap<Source, readonly Counted[]>()

/** Whose seals count in the base of the view. Receipts ask it one after another, so it is found once for a ledger. */
export function countedHere(view: View): readonly Counted[] {
  const source = view.source(ledgerPath(view))
  const known = source === null ? undefined : countedBy.get(source)
  if (known !== undefined) return known
  const log = readLog(linesWith(source?.text ?? '', MOVED).join(''), view.digest)
  const found = countedIn(view.base, movesAmong(hashedIn(log)), view.custody)
  if (source !== null) countedBy.set(source, found)
  return found
}

/** The adoptions of one phase and its plans, from the lines that name them: the others are not even parsed. */
export function adoptionsAbout(view: View, phase: PhaseId): Pick<Adoptions, 'phases' | 'plans'> {
  const text = view.source(ledgerPath(view))?.text ?? ''
  // In JSON these ids stand as they are; whoever has stranger ones pays for the whole.
  if (!/^[\w.-]+$/.test(phase)) return adoptionsIn(readLedger(view))
  const lines = [`"${phase}`, '"undone"', MOVED].flatMap((word) => linesWith(text, word))
  return adoptionsIn(parseLedger(lines.join(''), view.digest, view))
}

/** What receipts say: the last recorded digest per plan, and when a phase's tree was last found changed. */
export interface ReceiptRecords {
  /** Lines of this machine. */
  readonly plans: ReadonlyMap<string, ReceiptLine>
  /** Lines of anybody. */
  readonly said: ReadonlyMap<string, ReceiptLine>
  readonly staleSince: ReadonlyMap<string, string>
}

export function receiptsIn(ledger: Ledger): ReceiptRecords {
  const plans = new Map<string, ReceiptLine>()
  const said = new Map<string, ReceiptLine>()
  const staleSince = new Map<string, string>()
  for (const line of ledger.lines) {
    if (line.kind !== 'receipt') continue
    if (line.stale === true) staleSince.set(line.phase, line.at)
    else if (line.plan !== null) {
      said.set(line.plan, line)
      if (ledger.sealed(line)) plans.set(line.plan, line)
    }
  }
  return { plans, said, staleSince }
}

/** The last overrule per requirement. One that completes counts with the word behind it; one that opens counts in any case. */
export function overrulesIn(ledger: Ledger): ReadonlyMap<string, OverruleLine> {
  const found = new Map<string, OverruleLine>()
  for (const line of ledger.lines)
    if (line.kind === 'overrule' && (!line.complete || ledger.wordOf(line) !== null)) found.set(line.requirement, line)
  return found
}

/** The first application of each capture. */
export function capturesIn(ledger: Ledger): ReadonlyMap<string, CaptureLine> {
  const found = new Map<string, CaptureLine>()
  for (const line of ledger.lines)
    if (line.kind === 'capture' && !found.has(line.capture)) found.set(line.capture, line)
  return found
}

/** Open items that a person has seen, by the key they had then. */
export function acknowledgedIn(ledger: Ledger): ReadonlySet<string> {
  return new Set(
    ledger.lines.flatMap((line) => (line.kind === 'acknowledged' && ledger.wordOf(line) !== null ? line.items : [])),
  )
}

/** The record of a decision that leaves no other line. */
export const agreedLine = ({ clock }: Pick<View, 'clock'>, action: string, about: string, word: Word): AgreedLine => ({
  kind: 'agreed',
  at: new Date(clock.now()).toISOString(),
  action,
  about,
  word,
})

/** What was agreed to under one action, by what it was about, with whose word it was. */
export function agreedIn(ledger: Ledger, action: string): ReadonlyMap<string, Word> {
  const found = new Map<string, Word>()
  for (const line of ledger.lines) {
    const word = line.kind === 'agreed' && line.action === action ? ledger.wordOf(line) : null
    if (word !== null) found.set((line as AgreedLine).about, word)
  }
  return found
}

/** What was finished on this machine, each with when: a line that anybody may have written finishes nothing. */
export interface Finished {
  /** Phases by their last transition. */
  readonly transitions: ReadonlyMap<string, string>
  /** `<plan id> <at>` of every plan that was carried out. */
  readonly plans: ReadonlySet<string>
  /** `<phase id> <verdict> <covers>` of every VERIFICATION. */
  readonly verifications: ReadonlySet<string>
}

export function finishedIn(ledger: Ledger): Finished {
  const transitions = new Map<string, string>()
  const plans = new Set<string>()
  const verifications = new Set<string>()
  for (const line of ledger.lines) {
    if (line.kind === 'vouched' && ledger.sealed(line))
      verifications.add(`${line.phase} ${line.verdict} ${line.covers}`)
    if (line.kind !== 'outcome' || line.status !== 'completed') continue
    if (line.unitType === 'transition' && ledger.sealed(line)) transitions.set(line.unitId, line.at)
    if (line.unitType === 'execute-plan' && ledger.sealed(line)) plans.add(`${line.unitId} ${line.at}`)
  }
  return { transitions, plans, verifications }
}

/** Depths that were asked for on this machine, by phase; the last one counts. What a tree brings with it asks for nothing. */
export const depthsIn = ({ lines, sealed }: Ledger): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) =>
      line.kind === 'depth' && line.turned === undefined && sealed(line) ? [[line.phase, line.depth] as const] : [],
    ),
  )

/** The part of the ledger that derivation depends on, as one text: claims and outcomes are not in it, so claiming changes no revision. */
export function ledgerMeaning(ledger: Ledger): string {
  const adoptions = adoptionsIn(ledger)
  const receipts = receiptsIn(ledger)
  const finished = finishedIn(ledger)
  return JSON.stringify([
    adoptions.decided,
    [...adoptions.phases].map(([id, { digest }]) => [id, digest]).sort(),
    [...adoptions.plans]
      .map(([id, { plan, summary }]) => [id, { plan, summary }])
      .sort(([a], [b]) => compareText(a as string, b as string)),
    [...adoptions.elsewhere].sort(),
    [...receipts.plans].map(([id, { sha256, tree, at }]) => [id, sha256, tree, at]).sort(),
    [...receipts.staleSince].sort(),
    [...finished.transitions].sort(),
    [...finished.plans].sort(),
    [...finished.verifications].sort(),
    [...overrulesIn(ledger)].map(([id, { complete }]) => [id, complete]).sort(),
    [...depthsIn(ledger)].sort(),
  ])
}
