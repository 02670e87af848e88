// The checks of plans and phases: which programs, with what baseline, and the receipts their results become.
import type { RunResult } from '../../ports.js'
import { type LookStep, TREE_DIGEST, treeDigestStep } from '../builtin-steps.js'
import { type PhaseFacts, type PlanFacts, type ProjectFacts, settingOf } from '../derivation/facts.js'
import type { BaselineRecord } from '../dispatch/claims.js'
import type { ReceiptLine } from '../history/ledger.js'
import { ledgerPath, receiptFileName } from '../layout.js'
import type { Staging } from '../writing/staging.js'
import {
  type Baseline,
  type Check,
  type CheckProblem,
  checkKey,
  makeReceipt,
  makeReceiptFile,
  outcomeOf,
  parseReceiptFile,
  parseTestCounts,
  type ReceiptFile,
  readChecks,
  renderReceiptFile,
} from './receipts.js'

/** Checks of the whole project: `verification.commands`. */
export const projectChecks = (
  facts: ProjectFacts,
): { readonly checks: readonly Check[]; readonly problems: readonly CheckProblem[] } =>
  readChecks(settingOf(facts, 'verification.commands'), false)

/** Checks the plan itself names. */
export const ownChecks = ({ verify }: Pick<PlanFacts['plan'], 'verify'>): readonly Check[] =>
  readChecks(
    verify.map(({ argv, expect }) => ({ run: [...argv], expect })),
    true,
  ).checks

/** Checks the plan itself names, then those of the project that it does not name. */
export function checksOf(facts: ProjectFacts, plan: PlanFacts): readonly Check[] {
  const own = ownChecks(plan.plan)
  const known = new Set(own.map(checkKey))
  return [...own, ...projectChecks(facts).checks.filter((check) => !known.has(checkKey(check)))]
}

/** The step whose result is that of this check. */
export const stepName = (check: Parameters<typeof checkKey>[0]): string => `check:${checkKey(check)}`

export interface CheckStep {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly timeoutMs: number
}

/** One step per distinct program, in order of first mention. */
export function checkSteps(facts: ProjectFacts, checks: readonly Check[]): readonly CheckStep[] {
  const seconds = settingOf(facts, 'workflow.test_gate_timeout')
  const limit = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 600_000
  const steps = new Map<string, CheckStep>()
  for (const check of checks)
    if (!steps.has(stepName(check)))
      steps.set(stepName(check), {
        name: stepName(check),
        argv: check.argv,
        cwd: check.cwd,
        timeoutMs: check.timeoutMs ?? limit,
      })
  return [...steps.values()]
}

/** Every check of these plans, then the digest of the tree they saw. */
export const gateSteps = (facts: ProjectFacts, plans: readonly PlanFacts[]): readonly (CheckStep | LookStep)[] => [
  ...checkSteps(
    facts,
    plans.flatMap((plan) => checksOf(facts, plan)),
  ),
  treeDigestStep(GATE_TREE),
]

/** Name of the tree digest that was taken after the checks ran. */
export const GATE_TREE = `gate:${TREE_DIGEST}`

export const hasGateResults = (results: ReadonlyMap<string, RunResult>): boolean => results.has(GATE_TREE)

export const treeIn = (results: ReadonlyMap<string, RunResult>, name: string): string | null => {
  const result = results.get(name)
  return result?.exitCode === 0 && result.stdout !== '' ? result.stdout : null
}

/** What the project's checks did before the work; kept in the claim. */
export function baselineFrom(
  checks: readonly Check[],
  results: ReadonlyMap<string, RunResult>,
): readonly BaselineRecord[] {
  return checks.flatMap((check) => {
    const result = results.get(stepName(check))
    if (result === undefined) return []
    const { failed } = parseTestCounts(`${result.stdout}\n${result.stderr}`)
    return [{ key: checkKey(check), name: check.name, outcome: outcomeOf(check, result), failed }]
  })
}

function baselineOf(
  facts: ProjectFacts,
  plan: PlanFacts,
  check: Check,
  claimed: readonly BaselineRecord[],
): Baseline | null {
  const fresh = claimed.find(({ key }) => key === checkKey(check))
  if (fresh !== undefined) return fresh
  const stored = plan.file.receipt === null ? null : facts.view.source(plan.file.receipt)?.text
  const before = stored == null ? null : parseReceiptFile(stored)
  const receipt = before?.receipts.find(
    (candidate) => checkKey({ argv: candidate.argv as Check['argv'], cwd: candidate.cwd }) === checkKey(check),
  )
  return receipt === undefined || receipt.baseline === null
    ? null
    : { outcome: receipt.baseline, failed: receipt.baselineFailed }
}

export interface GateInput {
  readonly facts: ProjectFacts
  readonly phase: PhaseFacts
  readonly plans: readonly PlanFacts[]
  readonly results: ReadonlyMap<string, RunResult>
  /** Baseline of the claim that is being finished. */
  readonly claimed?: readonly BaselineRecord[]
  readonly only?: string | undefined
  readonly at: string
}

export interface PlanReceipt {
  readonly plan: Pick<PlanFacts, 'id'>
  readonly path: string
  readonly file: ReceiptFile
}

/** The receipts of plans from the results of their checks. */
export function receiptsFrom({
  facts,
  phase,
  plans,
  results,
  claimed = [],
  only,
  at,
}: GateInput): readonly PlanReceipt[] {
  const tree = treeIn(results, GATE_TREE)
  return plans.flatMap((plan) => {
    const receipts = checksOf(facts, plan)
      .filter((check) => only === undefined || check.name === only)
      .flatMap((check) => {
        const result = results.get(stepName(check))
        if (result === undefined) return []
        const baseline = baselineOf(facts, plan, check, claimed)
        return [makeReceipt({ check, result, baseline, tree, at, digest: facts.view.digest })]
      })
    if (receipts.length === 0) return []
    const folder = phase.directory?.path ?? ''
    return [{ plan, path: `${folder}/${receiptFileName(plan.id)}`, file: makeReceiptFile(plan.id, at, tree, receipts) }]
  })
}

/** What the ledger keeps of failures: a later receipt replaces the file, and a test that failed first is worth knowing. */
export function failedIn({ receipts }: ReceiptFile): { readonly failed?: readonly string[] } {
  const failed = receipts.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name)
  return failed.length === 0 ? {} : { failed }
}

/** Stores receipts with their digests in the ledger. */
export function stageReceipts(staging: Staging, phase: PhaseFacts, receipts: readonly PlanReceipt[]): void {
  for (const { plan, path, file } of receipts) {
    const text = renderReceiptFile(file)
    staging.put(path, text)
    const line: ReceiptLine = {
      kind: 'receipt',
      at: file.at,
      phase: phase.id,
      plan: plan.id,
      tree: file.treeDigest,
      sha256: staging.view.digest(text),
      ...failedIn(file),
    }
    staging.append(ledgerPath(staging), line)
  }
}
