// The ledger: claims with their outcomes, adoptions, digests of receipts and a person's overrules. Tracked, append-only, merged by union.
import type { Digest } from '../../ports.js'
import type { PhaseId } from '../ids.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { readLog } from './journal.js'

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
}
/** A person decided against what evidence says. */
export interface OverruleLine {
  readonly kind: 'overrule'
  readonly at: string
  readonly requirement: string
  readonly complete: boolean
  readonly who: string
  readonly why: string
}
/** A person cleared the counters of a key. */
export interface ResetLine {
  readonly kind: 'reset'
  readonly at: string
  readonly unitType: string
  readonly unitId: string
  readonly reason: string
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
}
export type LedgerLine =
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

export interface Ledger {
  /**
   * Ordered by time, then by hash; never by line, because branches are merged by union. Lines that were taken back are not among them,
   * and every id in them is the one its phase has now.
   */
  readonly lines: readonly LedgerLine[]
  readonly bad: readonly { readonly line: number; readonly reason: string }[]
  readonly conflict: number | null
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
])

export function parseLedger(text: string, digest: Digest): Ledger {
  const log = readLog(text, digest)
  const lines = log.lines
    .filter(({ payload }) => isLedgerLine(payload))
    .map(({ payload, hash }): Hashed => ({ line: payload as LedgerLine | UndoneLine, hash }))
    .sort((a, b) => compareText(a.line.at, b.line.at) || compareText(a.hash, b.hash))
  return { lines: underPresentIds(standing(lines)), bad: log.bad, conflict: log.conflict }
}

interface Hashed {
  readonly line: LedgerLine | UndoneLine
  readonly hash: string
}

/** What is left once the lines that take others back are obeyed; such a line may itself be taken back. */
function standing(lines: readonly Hashed[]): readonly LedgerLine[] {
  const namedBy = new Map<string, string[]>()
  for (const { line, hash } of lines)
    if (line.kind === 'undone')
      for (const named of line.lines) namedBy.set(named, [...(namedBy.get(named) ?? []), hash])
  const isGone = (hash: string): boolean => namedBy.get(hash)?.some((by) => !isGone(by)) === true
  return lines.flatMap(({ line, hash }) => (line.kind === 'undone' || isGone(hash) ? [] : [line]))
}

/** Lines from before a renumbering speak about its phases under their old ids. */
function underPresentIds(lines: readonly LedgerLine[]): readonly LedgerLine[] {
  if (!lines.some(({ kind }) => kind === 'renumbered')) return lines
  let seen: LedgerLine[] = []
  for (const line of lines) {
    if (line.kind === 'renumbered') seen = seen.map((earlier) => renamed(earlier, line))
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
    default:
      return line
  }
}

const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

function isLedgerLine(payload: unknown): payload is LedgerLine | UndoneLine {
  if (typeof payload !== 'object' || payload === null) return false
  const { kind, at, lines } = payload as { kind?: unknown; at?: unknown; lines?: unknown }
  if (kind === 'undone' && !Array.isArray(lines)) return false
  return typeof kind === 'string' && KINDS.has(kind) && typeof at === 'string'
}

const NO_LEDGER: Ledger = { lines: [], bad: [], conflict: null }

export function readLedger(view: View): Ledger {
  const text = view.source(ledgerPath(view))?.text
  return text === undefined || text === null ? NO_LEDGER : parseLedger(text, view.digest)
}

/** Adoptions that stand now: the last line about an id wins. */
export interface Adoptions {
  /** True when a person was ever asked and answered, or the project was created by us. */
  readonly decided: boolean
  readonly phases: ReadonlyMap<string, AdoptedPhase>
  readonly plans: ReadonlyMap<string, { readonly plan: string | null; readonly summary: string }>
}

export function adoptionsIn(ledger: Ledger): Adoptions {
  const phases = new Map<string, AdoptedPhase>()
  const plans = new Map<string, { plan: string | null; summary: string }>()
  let decided = false
  for (const line of ledger.lines) {
    if (line.kind === 'adopted') {
      decided = true
      for (const phase of line.phases) phases.set(phase.id, phase)
      for (const { id, plan, summary } of line.plans) plans.set(id, { plan, summary })
    } else if (line.kind === 'dropped') {
      decided = true
      for (const id of line.phases) phases.delete(id)
      for (const id of line.plans) plans.delete(id)
    }
  }
  return { decided, phases, plans }
}

/** The adoptions of one phase and its plans, from the lines that name them: the others are not even parsed. */
export function adoptionsAbout(view: View, phase: PhaseId): Pick<Adoptions, 'phases' | 'plans'> {
  const text = view.source(ledgerPath(view))?.text ?? ''
  // In JSON these ids stand as they are; whoever has stranger ones pays for the whole.
  if (!/^[\w.-]+$/.test(phase)) return adoptionsIn(readLedger(view))
  const lines: string[] = []
  for (let at = text.indexOf(`"${phase}`); at >= 0; at = text.indexOf(`"${phase}`, at)) {
    const start = text.lastIndexOf('\n', at) + 1
    const end = text.indexOf('\n', at)
    // Without its newline a line was never committed.
    if (end < 0) break
    lines.push(text.slice(start, end + 1))
    at = end
  }
  return adoptionsIn(parseLedger(lines.join(''), view.digest))
}

/** What receipts say: the last recorded digest per plan, and when a phase's tree was last found changed. */
export interface ReceiptRecords {
  readonly plans: ReadonlyMap<string, ReceiptLine>
  readonly staleSince: ReadonlyMap<string, string>
}

export function receiptsIn(ledger: Ledger): ReceiptRecords {
  const plans = new Map<string, ReceiptLine>()
  const staleSince = new Map<string, string>()
  for (const line of ledger.lines) {
    if (line.kind !== 'receipt') continue
    if (line.stale === true) staleSince.set(line.phase, line.at)
    else if (line.plan !== null) plans.set(line.plan, line)
  }
  return { plans, staleSince }
}

/** The last overrule per requirement. */
export function overrulesIn(ledger: Ledger): ReadonlyMap<string, OverruleLine> {
  const found = new Map<string, OverruleLine>()
  for (const line of ledger.lines) if (line.kind === 'overrule') found.set(line.requirement, line)
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
  return new Set(ledger.lines.flatMap((line) => (line.kind === 'acknowledged' ? line.items : [])))
}

/** Phases whose transition was finished. */
export function transitionsIn(ledger: Ledger): ReadonlySet<string> {
  const found = new Set<string>()
  for (const line of ledger.lines)
    if (line.kind === 'outcome' && line.unitType === 'transition' && line.status === 'completed') found.add(line.unitId)
  return found
}

/** The part of the ledger that derivation depends on, as one text: claims and outcomes are not in it, so claiming changes no revision. */
export function ledgerMeaning(ledger: Ledger): string {
  const adoptions = adoptionsIn(ledger)
  const receipts = receiptsIn(ledger)
  return JSON.stringify([
    adoptions.decided,
    [...adoptions.phases].map(([id, { digest }]) => [id, digest]).sort(),
    [...adoptions.plans].sort(([a], [b]) => compareText(a, b)),
    [...receipts.plans].map(([id, { sha256, tree, at }]) => [id, sha256, tree, at]).sort(),
    [...receipts.staleSince].sort(),
    [...transitionsIn(ledger)].sort(),
    [...overrulesIn(ledger)].map(([id, { complete }]) => [id, complete]).sort(),
  ])
}
