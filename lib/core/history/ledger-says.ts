// The receipts, decisions and finishes that count now in a ledger.
import { onceOf } from '../../std/once.js'
import type { Decider } from '../consent.js'
import type { PhaseId } from '../ids.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import { compareText, type Ledger } from './ledger.js'
import { type AgreedLine, ANSWERED, type OverruleLine, type VouchedLine } from './ledger-lines.js'

/** When each phase's tree was last found to differ from that of its receipts. */
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

/** Phases removed from the roadmap. */
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

/** Approvals of one action: subject and decider. */
export function agreedIn(ledger: Ledger, action: string): ReadonlyMap<string, Decider> {
  const found = new Map<string, Decider>()
  for (const line of ledger.lines) if (line.kind === 'agreed' && line.action === action) found.set(line.about, line.by)
  return found
}

/** The person or agent that gave this answer to a question. */
export function deciderIn(ledger: Ledger): (question: string, choice: string | null) => Decider | null {
  const found = new Map<string, Decider>()
  for (const line of ledger.lines)
    if (line.kind === 'answered') found.set(JSON.stringify([line.question, line.choice]), line.by)
  return (question, choice) => found.get(JSON.stringify([question, choice])) ?? null
}

/** Finished work, each with its time. */
export interface Finished {
  /** Phases by their last transition. */
  readonly transitions: ReadonlyMap<string, string>
  /** `<plan id> <at>` of every executed plan. */
  readonly plans: ReadonlySet<string>
  /** `<phase id> <verdict> <covers>` of every VERIFICATION, with its judge. */
  readonly verifications: ReadonlyMap<string, VouchedLine['judge']>
  /** Phases by the time of the user's last answers. */
  readonly answers: ReadonlyMap<string, string>
  /** Ids of all units ever claimed, including phases and plans. */
  readonly begun: ReadonlySet<string>
  /** The project was created by us. */
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

/** Sorts rows by their content as text. */
const inOrder = <Row extends readonly unknown[]>(rows: Iterable<Row>): readonly Row[] =>
  [...rows].sort((a, b) => compareText(a.join(), b.join()))

/** The part of the ledger that derivation depends on: without claims and outcomes, so a claim keeps the revision. */
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

/** @param about the exact subject, in the form of the verb */
export function recordUserDecision(staging: Staging, action: string, about: string): void {
  const { view } = staging
  if (view.caller.isPerson) staging.append(ledgerPath(view), agreedLine(view, action, about, 'person'))
}
