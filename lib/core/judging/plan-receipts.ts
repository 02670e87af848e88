// Turns check runs into receipts of plans and stores them. Measures whether a check can fail: it must fail without the
// phase's changes and pass with them, both in scratch worktrees. If packages are missing, it fails in both: no proof.
import type { RunResult } from '../../ports.js'
import type { PhaseFacts, ProjectFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import type { BaselineRecord, Claim } from '../dispatch/claims.js'
import type { ClaimLine, LedgerLine, ReceiptLine } from '../history/ledger.js'
import { receiptFileName } from '../layout.js'
import type { Programs, Results } from '../verb.js'
import type { Staging } from '../writing/staging.js'
import {
  badChecks,
  type Check,
  type CheckProblem,
  checkKey,
  checkSteps,
  checksOf,
  type Program,
  runKey,
  type StepOf,
  stepName,
} from './check.js'
import { type Gate, runGate } from './gate.js'
import {
  assessReceipts,
  type Baseline,
  type CheckResult,
  checkResultOf,
  type Receipt,
  type ReceiptFile,
  readReceipt,
  renderReceiptFile,
  type StoredReceipt,
} from './receipts.js'
import { NO_COUNTS } from './test-counts.js'

/** Returns the results of checks before the work, to be stored in the claim. */
export function baselineFrom(
  checks: readonly Check[],
  results: Results,
  reused: ReadonlyMap<string, Receipt>,
  earlier: readonly BaselineRecord[],
): readonly BaselineRecord[] {
  return checks.flatMap((check) => {
    const { name } = check
    const key = checkKey(check)
    const result = results.get(stepName(check))
    const seen = result === undefined ? reused.get(runKey(check)) : checkResultOf(check, result, null)
    const record = seen && { key, name, outcome: seen.outcome, tests: seen.tests, failed: seen.tests.failed }
    if (record !== undefined) return [result === undefined ? { ...record, reused: true } : record]
    const same = earlier.find((one) => one.key === key)
    return same === undefined ? [] : [{ ...same, name, reused: true }]
  })
}

/** The checks to run, their baseline, and the commit before the work. */
export interface CheckContext {
  readonly facts: ProjectFacts
  readonly checks: readonly Check[]
  readonly baseline: readonly BaselineRecord[]
  readonly start: string | null
  readonly stepOf?: StepOf | undefined
}

const baselineLookup =
  (baseline: readonly BaselineRecord[]) =>
  (check: Check): Baseline | null =>
    baseline.find(({ key }) => key === checkKey(check)) ?? null

export async function runChecks(c: Programs, context: CheckContext): Promise<Gate> {
  const gate = await runGate(c, context.facts, context.checks, context.stepOf)
  await measure(c, context, gate)
  return gate
}

/** Returns a receipt per check that ran or has a reusable proof, and per invalid entry. */
export function receiptsOf(
  { results }: Programs,
  { facts, checks, baseline }: CheckContext,
  gate: Gate,
  problems: readonly CheckProblem[],
  at: string,
): readonly Receipt[] {
  const before = baselineLookup(baseline)
  const idOf = (argv: readonly string[]) => facts.view.digest(JSON.stringify([at, argv, gate.tree])).slice(0, 12)
  const ran = checks.flatMap((check): readonly Receipt[] => {
    const { name, argv, cwd, expect, own } = check
    const first = before(check)
    const isKnown = first !== null && first.outcome !== 'inconclusive'
    const baseline: Receipt['baseline'] = isKnown ? (first.outcome === 'fail' ? 'fail' : 'pass') : null
    const known = { name, argv, cwd, expect, own, baseline, baselineFailed: first?.failed ?? null }
    const result = results.get(stepName(check))
    if (result !== undefined) {
      const seen = withMeasurement(checkResultOf(check, result, first), failsWithoutWork(check, results))
      return [{ id: idOf(argv), ...known, exitCode: result.exitCode, durationMs: result.durationMs, ...seen }]
    }
    const earlier = gate.reused.get(runKey(check))
    return earlier === undefined || earlier.exitCode !== expect ? [] : [{ ...earlier, ...known, reused: true }]
  })
  const unreadable = problems.map(
    ({ expected, received }): Receipt => ({
      id: idOf([received]),
      ...{ name: received, argv: [received], cwd: '.', expect: 0, own: true },
      ...{ exitCode: null, durationMs: 0, tests: NO_COUNTS, baseline: null, baselineFailed: null },
      ...{ outcome: 'inconclusive', proof: null, reason: `it is not a valid check: expected ${expected}` },
    }),
  )
  return [...ran, ...unreadable]
}

const withMeasurement = (seen: CheckResult, isProven: boolean): CheckResult =>
  seen.outcome === 'checked' && isProven
    ? { ...seen, outcome: 'pass', proof: 'it fails without the phase', reason: null }
    : seen

export const makeReceiptFile = (
  plan: string,
  at: string,
  { by, commit, tree }: Pick<Gate, 'by' | 'commit' | 'tree'>,
  receipts: readonly Receipt[],
): ReceiptFile => ({
  v: 1,
  plan,
  at,
  by,
  commit,
  treeDigest: tree,
  verdict: assessReceipts(receipts).verdict,
  receipts,
})

interface GateInput {
  readonly facts: ProjectFacts
  readonly phase: PhaseFacts
  readonly plans: readonly PlanFacts[]
  readonly at: string
  /** Claims whose baselines are used. */
  readonly claims?: readonly Claim[]
}

const checkContextOf = ({ facts, phase, plans, claims = [] }: GateInput): CheckContext => ({
  facts,
  checks: plans.flatMap(({ plan }) => checksOf(facts, plan)),
  baseline: plans.flatMap((plan) => baselineOf(facts, plan, claims)),
  start: phaseStart(facts, phase),
})

/** Returns the commit at which the phase's first plan began; null if unknown. */
export function phaseStart(facts: ProjectFacts, { plans }: PhaseFacts): string | null {
  const isFirst = (line: LedgerLine): line is ClaimLine =>
    line.kind === 'claim' &&
    line.unitType === 'execute-plan' &&
    plans.some(({ id }) => id === line.unitId) &&
    line.startCommit != null
  return facts.inputs.ledger().lines.find(isFirst)?.startCommit ?? null
}

/** Returns the plan's baseline from its claim, or from its receipt once the claim has ended. */
function baselineOf({ view }: ProjectFacts, { id, file }: PlanFacts, claims: readonly Claim[]): Claim['baseline'] {
  const claim = claims.find(({ unitType, unitId }) => unitType === 'execute-plan' && unitId === id)
  if (claim !== undefined) return claim.baseline
  return (readReceipt(view, file.receipt)?.receipts ?? []).flatMap((receipt) => {
    const { name, baseline: outcome, baselineFailed: failed } = receipt
    return outcome === null ? [] : [{ key: checkKey(receipt), name, outcome, failed, tests: NO_COUNTS }]
  })
}

export async function receiptsFrom(c: Programs, input: GateInput): Promise<readonly StoredReceipt[]> {
  const { facts, phase, plans, at } = input
  const gate = await runChecks(c, checkContextOf(input))
  return plans.flatMap((plan) => {
    const receipts = receiptsOf(c, checkContextOf({ ...input, plans: [plan] }), gate, badChecks(facts, plan.plan), at)
    const path = `${phase.directory?.path ?? ''}/${receiptFileName(plan.id)}`
    return receipts.length === 0 ? [] : [{ path, file: makeReceiptFile(plan.id, at, gate, receipts) }]
  })
}

/** Stores receipt files, and records the tree of each in the ledger. */
export function stageReceipts(staging: Staging, receipts: readonly StoredReceipt[], phase: PhaseFacts | null): void {
  for (const { path, file } of receipts) {
    staging.put(path, renderReceiptFile(file))
    const { plan } = file
    // No derivation depends on the receipts of a quick task.
    const about = phase === null ? { phase: 'quick', plan: null, unit: `quick/${plan}` } : { phase: phase.id, plan }
    const line: ReceiptLine = { kind: 'receipt', at: file.at, ...about, tree: file.treeDigest }
    staging.append(line)
  }
}

const stepAt =
  (place: 'start' | 'end') =>
  (check: Program): string =>
    `measure:${place}:${runKey(check)}`

const endedUnexpectedly = ({ expect }: Check, found: RunResult | undefined): boolean =>
  found !== undefined && (found.problem === null || found.problem === 'not-found') && found.exitCode !== expect

/** Whether the check failed without the work and passed with it, both in a scratch worktree. */
const failsWithoutWork = (check: Check, results: Results): boolean =>
  endedUnexpectedly(check, results.get(stepAt('start')(check))) &&
  results.get(stepAt('end')(check))?.exitCode === check.expect

/** Runs unproven checks in scratch worktrees, unless another check already proves the work. */
async function measure(
  { results, run }: Programs,
  { facts, checks, baseline, start, stepOf }: CheckContext,
  { commit, reused }: Gate,
): Promise<void> {
  const before = baselineLookup(baseline)
  if (start === null || commit === null || start === commit) return
  const outcomeOf = (check: Check) => {
    const result = results.get(stepName(check))
    if (result === undefined) return reused.has(runKey(check)) ? 'pass' : 'inconclusive'
    return checkResultOf(check, result, before(check)).outcome
  }
  if (checks.some((check) => outcomeOf(check) === 'pass')) return
  const unproven = checks.filter((check) => outcomeOf(check) === 'checked')
  const stepsAt = (place: 'start' | 'end', some: readonly Check[], at: string) =>
    run(() => checkSteps(facts, some, { stepOf, commit: at, name: stepAt(place) }))
  await stepsAt('start', unproven, start)
  const failing = unproven.filter((check) => endedUnexpectedly(check, results.get(stepAt('start')(check))))
  await stepsAt('end', failing, commit)
}
