// Gathers the whole project as one value, which the page, the report and the terminal display.
import { type GraphNode, heaviestChain, levelsOf } from '../../std/graph.js'
import { grouped } from '../../std/grouped.js'
import { counted } from '../../std/text.js'
import { isOpen, readDecisions } from '../captures/decisions.js'
import { type MetricRow, phaseKeyOf, readMetrics, reportMetrics, unitKeyOf } from '../captures/metrics.js'
import { type Note, waitingTodos } from '../captures/notes.js'
import { DECIDER_TEXT } from '../consent.js'
import type { Derivation } from '../derivation/derive.js'
import { CLAIM_READS, type ProjectFacts } from '../derivation/facts.js'
import { type PhaseRow, phaseTable, shownMilestone } from '../derivation/phase-table.js'
import { isComplete, type PlanFacts } from '../derivation/plan-facts.js'
import { nextStepText } from '../derivation/state-word.js'
import { fulfilmentOf, isFinished, phaseProgressText, planStatus, statusText } from '../derivation/statuses.js'
import { VERDICT_TEXT, verificationWord } from '../derivation/verification-word.js'
import type { StoredClaim } from '../dispatch/claim-store.js'
import { claimsInAllWorktrees, claimsOnOtherMachines, isTaken, unitKey } from '../dispatch/claims.js'
import { isLeased, LONGEST_LEASE_MS } from '../dispatch/lease.js'
import { subjectOf } from '../dispatch/units/all.js'
import { waitingIn } from '../dispatch/waiting.js'
import { entriesBackwards, summaryOf, UndoTracker } from '../history/history.js'
import { deciderIn, readLedger } from '../history/ledger.js'
import { phaseKey } from '../ids.js'
import { assessReceipts, type Receipt, readReceipt, weakness } from '../judging/receipts.js'
import { projectTitle } from '../project/project-title.js'
import { shownCommand } from '../trust.js'
import type { View } from '../view.js'
import type {
  Board,
  BoardPhase,
  BoardPlan,
  BoardRequirement,
  Day,
  JournalEntry,
  Proof,
  ShownCheck,
  Timeline,
  Trouble,
  Worker,
} from './shown.js'

/** The kinds that a verb must declare in `reads` to call `boardOf`. */
export const BOARD_READS = [
  ...new Set([...CLAIM_READS, 'requirements', 'state', 'decision', 'capture', 'journal'] as const),
]

/** @param remote claims on a remote, as last fetched */
export function boardOf(view: View, derivation: Derivation, remote: readonly StoredClaim[] = []): Board {
  const { state, reason } = derivation
  const { share, plans, percent } = state.progress
  const workers = workersIn(view, remote)
  const phases = phasesOf(derivation, workers)
  return {
    project: projectTitle(view).title,
    at: new Date(view.clock.now()).toISOString(),
    milestone: shownMilestone(derivation),
    next: nextStepText(derivation),
    reason,
    blockers: state.blockers.map(({ text }) => text),
    workers,
    troubles: troublesIn(phases),
    waiting: waitingIn(derivation),
    leftovers: state.pendingActions.map(({ text }) => text),
    progress: { share, plans, percent, says: phaseProgressText(share) },
    phases,
    requirements: requirementsOf(view, derivation, phases),
    timeline: timelineOf(view),
    questions: questionsOf(view),
    captures: waitingTodos(view).map(captureShown),
    spent: daysOf(readMetrics(view)),
    costs: reportMetrics(readMetrics(view), 'phase').rows,
  }
}

/** A note of several lines is shown by its title. */
const captureShown = ({ class: kind, phase, title, text }: Note) => ({
  kind,
  phase: phase ?? '',
  text: text.includes('\n') ? title : text,
})

function questionsOf(view: View): Board['questions'] {
  const deciders = deciderIn(readLedger(view))
  return readDecisions(view).map((one) => {
    const by = deciders(one.id, one.choice)
    return { ...one, open: isOpen(one), by: by === null ? null : DECIDER_TEXT[by] }
  })
}

function phasesOf(derivation: Derivation, workers: readonly Worker[]): readonly BoardPhase[] {
  const rows = phaseTable(derivation)
  const known = new Map(rows.flatMap(({ facts }) => (facts === null ? [] : [[phaseKey(facts.id), facts.id] as const])))
  const afterOf = ({ facts }: PhaseRow): readonly string[] =>
    facts === null ? [] : [...new Set(facts.dependsOn.flatMap((id) => known.get(phaseKey(id)) ?? []))]
  const nodes = rows
    .filter(({ facts }) => facts !== null && !derivation.done.has(facts.id))
    .map((row): GraphNode => ({ id: row.id, weight: Math.max(1, row.plans - row.complete), after: afterOf(row) }))
  const levels = levelsOf(nodes)
  const critical = new Set(heaviestChain(nodes))
  return rows.map((row) => {
    const atWork = workers.flatMap(({ unit, phase }) => (phase === row.number ? [unit] : []))
    const isBegun = atWork.length > 0 || row.status === 'in progress' || isFinished(row.status)
    return {
      id: row.id,
      number: row.number,
      title: row.section.title,
      goal: row.section.goal,
      criteria: row.section.successCriteria,
      status: row.status,
      says: statusText(row.status, row.facts === null),
      done: isFinished(row.status),
      closed: row.facts === null,
      open: row.open,
      after: afterOf(row),
      wave: levels.get(row.id) ?? null,
      ready: !isBegun && levels.get(row.id) === 1,
      critical: critical.has(row.id),
      requirements: row.section.requirements,
      plans: { done: row.complete, total: row.plans },
      verification: verificationIn(derivation, row),
      atWork,
      work: workOf(derivation, row),
    }
  })
}

function verificationIn({ facts }: Derivation, row: PhaseRow): BoardPhase['verification'] {
  if (row.facts === null) return null
  const { status, reason } = verificationWord(facts, row.facts)
  return { word: status, says: VERDICT_TEXT[status], reason }
}

function workOf({ facts }: Derivation, row: PhaseRow): readonly BoardPlan[] {
  if (row.facts === null) return []
  const waves = new Map(row.facts.waves.plans.map((plan) => [plan.id, plan]))
  return row.facts.plans.map((plan) => ({
    id: plan.id,
    ...planTexts(plan),
    after: waves.get(plan.id)?.dependsOn ?? [],
    status: planStatus(plan),
    halted: plan.evidence === 'halted',
    done: isComplete(plan),
    proof: proofOf(facts, plan),
  }))
}

/** Returns the texts of a plan; an unreadable file counts as empty. */
function planTexts({ unreadable, plan, summary }: PlanFacts) {
  return {
    objective: unreadable === null ? plan.objective : null,
    tasks: unreadable === null ? plan.tasks.flatMap(({ name, action }) => name ?? action?.split('\n')[0] ?? []) : [],
    requirements: unreadable === null ? plan.requirements : [],
    outcome: summary?.oneLiner ?? null,
    commits: summary?.commits ?? [],
  }
}

/** Sums up ended units by day; unreported values add nothing. */
function daysOf(rows: readonly MetricRow[]): readonly Day[] {
  const days = grouped(rows, ({ at }) => at.slice(0, 10))
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, own]) => {
      const sum = (measure: 'minutes' | 'tokens' | 'cost') => own.reduce((all, row) => all + (row[measure] ?? 0), 0)
      const units = new Set(own.map(unitKeyOf)).size
      return { day, units, minutes: sum('minutes'), tokens: sum('tokens'), cost: sum('cost') }
    })
}

function requirementsOf(view: View, { facts }: Derivation, phases: readonly BoardPhase[]): readonly BoardRequirement[] {
  const value = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value
  return (value?.requirements ?? []).map((requirement) => ({
    id: requirement.id,
    text: requirement.text,
    ...fulfilmentOf(facts, requirement.id),
    plans: carriersOf(requirement.id, phases),
  }))
}

function carriersOf(id: string, phases: readonly BoardPhase[]): readonly string[] {
  const own = phases.filter(({ requirements }) => requirements.includes(id))
  return own.flatMap(({ work }) => work.filter((plan) => plan.requirements.includes(id)).map((plan) => plan.id))
}

/** @param remote claims on a remote, including our own */
export function workersIn(view: View, remote: readonly StoredClaim[] = []): readonly Worker[] {
  const ours = claimsInAllWorktrees(view).filter((claim) => isTaken(view, claim))
  const known = new Set(ours.map(keyOf))
  const others = new Map([...claimsOnOtherMachines(view), ...remote].map((claim) => [keyOf(claim), claim]))
  const theirs = [...others.values()].filter(
    (claim) =>
      claim.machine !== view.caller.mark &&
      !known.has(keyOf(claim)) &&
      isLeased(claim.leaseUntil, view.clock.now(), LONGEST_LEASE_MS),
  )
  return [
    ...ours.map((claim) => workerOf(claim, null)),
    ...theirs.map((claim) => workerOf(claim, claim.holder?.host ?? 'another machine')),
  ]
}

const keyOf = ({ unitType, unitId }: StoredClaim): string => unitKey(unitType, unitId)

type ClaimFields = Pick<StoredClaim, 'unitType' | 'unitId' | 'at' | 'holder' | 'spent'>

export function workerOf({ unitType, unitId, at, holder, spent }: ClaimFields, machine: string | null): Worker {
  const isOfPhase = ['phase', 'plan'].includes(subjectOf(unitType) ?? '')
  return {
    unit: unitKey(unitType, unitId),
    phase: isOfPhase ? phaseKeyOf({ unitType, unitId }) : null,
    since: at,
    who: holder === undefined ? null : (holder.session ?? `process ${holder.pid} on ${holder.host}`),
    machine,
    ...{ model: null, spent: spent ?? null, lines: [] },
  }
}

function proofOf({ view }: Pick<ProjectFacts, 'view'>, { file: { receipt: path } }: PlanFacts): Proof | null {
  if (path === null) return null
  const file = readReceipt(view, path)
  if (file === null) return null
  return {
    path,
    at: textOf(file.at),
    verdict: assessReceipts(file.receipts).verdict,
    weak: weakness(file),
    tree: file.treeDigest,
    commit: textOf(file.commit) || null,
    checks: file.receipts.map(checkOf),
  }
}

/** Replaces values of the wrong type, because the file may have been edited by hand. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const checkOf = ({ name, argv, cwd, outcome, exitCode, durationMs, tests, reason }: Receipt): ShownCheck => ({
  name,
  command: shownCommand({ argv, cwd }),
  outcome,
  exit: numberOf(exitCode),
  passed: numberOf(tests.passed),
  failed: numberOf(tests.failed),
  skipped: numberOf(tests.skipped),
  ms: numberOf(durationMs),
  reason: textOf(reason) || null,
})

export const troublesIn = (phases: readonly BoardPhase[]): readonly Trouble[] =>
  phases.filter(({ closed }) => !closed).flatMap((phase) => [...planTroubles(phase), ...verdictTrouble(phase)])

const planTroubles = ({ number: phase, work }: BoardPhase): readonly Trouble[] =>
  work.flatMap((plan) => planProblem(plan) ?? []).map((text) => ({ text, fix: null, phase }))

function planProblem({ id, halted, done, proof }: BoardPlan): string | null {
  const failed = proof?.verdict === 'fail' ? proof.checks.filter(({ outcome }) => outcome === 'fail') : []
  if (failed.length > 0) return `Plan ${id}: ${counted(failed.length, 'check')} failed (${failed[0]?.command})`
  if (halted) return `Plan ${id} was halted`
  return done && proof !== null && proof.weak !== null ? `Plan ${id}: its receipt proves nothing: ${proof.weak}` : null
}

const PROBLEM_WORDS = new Set(['gaps_found', 'outdated', 'unreadable'])

const verdictTrouble = ({ number: phase, verification }: BoardPhase): readonly Trouble[] =>
  verification === null || !PROBLEM_WORDS.has(verification.word)
    ? []
    : [{ text: `Phase ${phase}: ${verification.reason}`, fix: null, phase }]

/** Enough entries for the weeks that users usually look at. */
const MAX_ENTRIES = 200
const MAX_SUMMARY_LENGTH = 300

function timelineOf(view: View): Timeline {
  const entries: JournalEntry[] = []
  const undos = new UndoTracker()
  for (const entry of entriesBackwards(view)) {
    const undone = undos.isUndone(entry)
    if (entries.length === MAX_ENTRIES) return { entries, more: true }
    const { id, at, verb, unit = null } = entry
    entries.push({ id, at, verb, unit, summary: summaryOf(entry).slice(0, MAX_SUMMARY_LENGTH), undone })
  }
  return { entries, more: false }
}
