// What counts now in a ledger: receipts, decisions and finishes.
import { onceOf } from '../../std/once.js'
import type { Decider } from '../consent.js'
import type { PhaseId } from '../ids.js'
import type { View } from '../view.js'
import { compareText, type Ledger } from './ledger.js'
import { type AgreedLine, ANSWERED, type OverruleLine, type VouchedLine } from './ledger-lines.js'

/** By phase: when its tree was last found to differ from that of its receipts. */
export const staleIn = onceOf(
  (ledger: Ledger): ReadonlyMap<string, string> =>
    new Map(
      ledger.lines.flatMap((line) => (line.kind === 'receipt' && line.stale === true ? [[line.phase, line.at]] : [])),
    ),
)

/** The last overrule per requirement. */
export function overrulesIn(ledger: Ledger): ReadonlyMap<string, OverruleLine> {
  const found = new Map<string, OverruleLine>()
  for (const line of ledger.lines) if (line.kind === 'overrule') found.set(line.requirement, line)
  return found
}

/** Phases that were taken out of the roadmap. */
export const removedIn = ({ lines }: Ledger): readonly PhaseId[] =>
  lines.flatMap((line) => (line.kind === 'removed' ? [line.phase] : []))

/** The record of a decision that leaves no other line. */
export const agreedLine = ({ clock }: Pick<View, 'clock'>, action: string, about: string, by: Decider): AgreedLine => ({
  kind: 'agreed',
  at: new Date(clock.now()).toISOString(),
  action,
  about,
  by,
})

/** What was agreed to under one action, by what it was about, with who decided. */
export function agreedIn(ledger: Ledger, action: string): ReadonlyMap<string, Decider> {
  const found = new Map<string, Decider>()
  for (const line of ledger.lines) if (line.kind === 'agreed' && line.action === action) found.set(line.about, line.by)
  return found
}

/** Who answered a question so. */
export function deciderIn(ledger: Ledger): (question: string, choice: string | null) => Decider | null {
  const found = new Map<string, Decider>()
  for (const line of ledger.lines)
    if (line.kind === 'answered') found.set(JSON.stringify([line.question, line.choice]), line.by)
  return (question, choice) => found.get(JSON.stringify([question, choice])) ?? null
}

/** What was finished, each with when. */
export interface Finished {
  /** Phases by their last transition. */
  readonly transitions: ReadonlyMap<string, string>
  /** `<plan id> <at>` of every plan that was carried out. */
  readonly plans: ReadonlySet<string>
  /** `<phase id> <verdict> <covers>` of every VERIFICATION, with who judged. */
  readonly verifications: ReadonlyMap<string, VouchedLine['judge']>
  /** Phases by when the answers of a person were taken last. */
  readonly answers: ReadonlyMap<string, string>
  /** Ids of the units that were ever claimed, phases and plans among them. */
  readonly begun: ReadonlySet<string>
  /** The project was begun with us. */
  readonly created: boolean
}

export const finishedIn = onceOf((ledger: Ledger): Finished => {
  const transitions = new Map<string, string>()
  const plans = new Set<string>()
  const verifications = new Map<string, VouchedLine['judge']>()
  const answers = new Map<string, string>()
  const begun = new Set<string>()
  let created = false
  for (const line of ledger.lines) {
    if (line.kind === 'vouched' && line.verdict === ANSWERED) answers.set(line.phase, line.at)
    if (line.kind === 'vouched') verifications.set(`${line.phase} ${line.verdict} ${line.covers}`, line.judge)
    if (line.kind === 'claim') begun.add(line.unitId)
    if (line.kind === 'created') created = true
    if (line.kind !== 'outcome' || line.status !== 'completed') continue
    if (line.unitType === 'transition') transitions.set(line.unitId, line.at)
    if (line.unitType === 'execute-plan') plans.add(`${line.unitId} ${line.at}`)
  }
  return { transitions, plans, verifications, answers, begun, created }
})

/** Rows in the order of what they hold, as text. */
const inOrder = <Row extends readonly unknown[]>(rows: Iterable<Row>): readonly Row[] =>
  [...rows].sort((a, b) => compareText(a.join(), b.join()))

/** The part of the ledger that derivation depends on, as one text: claims and outcomes are not in it, so claiming changes no revision. */
export function ledgerMeaning(ledger: Ledger): string {
  const finished = finishedIn(ledger)
  return JSON.stringify([
    inOrder(staleIn(ledger)),
    inOrder(finished.transitions),
    [...finished.plans].sort(),
    [...finished.verifications.keys()].sort(),
    inOrder(finished.answers),
    inOrder([...overrulesIn(ledger)].map(([id, { complete }]) => [id, complete])),
  ])
}
