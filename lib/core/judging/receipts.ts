// Receipts: results of checks, as files in git. Rates each run, and all runs of a plan together.
import type { Digest, RunResult } from '../../ports.js'
import { isJsonObject, type Json, objectIn } from '../../std/json.js'
import { counted } from '../../std/text.js'
import type { View } from '../view.js'
import type { Check } from './check.js'
import { NO_COUNTS, parseTestCounts, saysNothingRan, type TestCounts } from './test-counts.js'

/** `pass`: proven · `checked`: as expected, but never seen to fail · `inconclusive`: did not run, or had nothing to do. */
export const CHECK_OUTCOMES = ['pass', 'checked', 'fail', 'inconclusive'] as const
type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

/** How we know that a check can fail. */
export const PROOFS = ['it counted tests', 'it failed before the work', 'it fails without the phase'] as const
type ProofBy = (typeof PROOFS)[number]

export interface Receipt {
  readonly id: string
  readonly name: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly expect: number
  readonly own: boolean
  readonly exitCode: number | null
  readonly durationMs: number
  readonly tests: TestCounts
  readonly outcome: CheckOutcome
  /** Null if the check proves nothing. */
  readonly proof: ProofBy | null
  /** The check's result at the claim; null if the check did not run or was inconclusive. */
  readonly baseline: 'pass' | 'fail' | null
  readonly baselineFailed: number | null
  /** Reused from an earlier receipt of the same tree. */
  readonly reused?: boolean
  /** Why the check has this outcome, if the exit code alone does not tell. */
  readonly reason: string | null
}

/** `XX-YY-VERIFY.json`. */
export interface ReceiptFile {
  readonly v: 1
  readonly plan: string
  readonly at: string
  /** The user's name in the git settings. */
  readonly by: string | null
  readonly commit: string | null
  /** Digest of the project after the checks. */
  readonly treeDigest: string | null
  readonly verdict: CheckOutcome
  readonly receipts: readonly Receipt[]
}

export interface StoredReceipt {
  readonly path: string
  readonly file: ReceiptFile
}

/** The result of a check before the work. */
export interface Baseline {
  readonly outcome: CheckOutcome
  /** Failed tests; null if unknown. */
  readonly failed: number | null
}

export type CheckResult = Pick<Receipt, 'tests' | 'outcome' | 'proof' | 'reason'>

const whyNotRun = ({ problem, exitCode }: RunResult): string | null => {
  if (problem === 'timeout') return 'it hit the time limit'
  if (problem === 'signal') return 'it was killed by a signal'
  return problem === 'not-found' || exitCode === 127 || exitCode === null ? 'the program was not found' : null
}

export function checkResultOf(check: Check, result: RunResult, before: Baseline | null): CheckResult {
  const output = `${result.stdout}\n${result.stderr}`
  const tests = parseTestCounts(output)
  const seen = (outcome: CheckOutcome, reason: string | null = null, proof: ProofBy | null = null): CheckResult => {
    return { tests, outcome, proof, reason }
  }
  const reason = whyNotRun(result)
  if (reason !== null) return { ...seen('inconclusive', reason), tests: NO_COUNTS }
  if (result.exitCode !== check.expect)
    return seen('fail', !check.own && before?.outcome === 'fail' ? 'it failed before the work too' : null)
  if (check.expect === 0 && (tests.failed ?? 0) > 0)
    return seen('fail', `it exited with code 0, but its summary counts ${counted(tests.failed ?? 0, 'failure')}`)
  const skipped = tests.skipped ?? 0
  if (tests.passed === 0 || (tests.passed === null && saysNothingRan(output)))
    return seen('inconclusive', `nothing ran${skipped > 0 ? `: ${counted(skipped, 'test')} skipped` : ''}`)
  if (check.expect === 0 && (tests.passed ?? 0) > 0) return seen('pass', null, 'it counted tests')
  if (before?.outcome === 'fail') return seen('pass', null, 'it failed before the work')
  return seen('checked', 'it ended as expected, but was never seen to fail')
}

/** Whether a failure counts: in a plan's own check always, in a project check if it passed or failed in fewer tests before. */
function isNewFailure({ outcome, own, baseline, baselineFailed, tests: { failed } }: Receipt): boolean {
  if (outcome !== 'fail') return false
  if (own || baseline !== 'fail') return true
  return failed !== null && baselineFailed !== null && failed > baselineFailed
}

export const isProof = ({ outcome }: Receipt): boolean => outcome === 'pass'

/** Returns the verdict on a plan's receipts. `skipped`: names of checks that did not run, or had nothing to do. */
export function assessReceipts(receipts: readonly Receipt[]) {
  const has = (outcome: CheckOutcome) => receipts.some((receipt) => receipt.outcome === outcome)
  const skipped = receipts.filter(({ outcome }) => outcome === 'inconclusive').map(({ name }) => name)
  const newFailures = receipts.filter(isNewFailure).map(({ name }) => name)
  const best = has('pass') ? 'pass' : has('checked') ? 'checked' : 'inconclusive'
  const verdict: CheckOutcome = newFailures.length > 0 ? 'fail' : skipped.length > 0 ? 'inconclusive' : best
  return { verdict, skipped, newFailures }
}

/** Returns inconclusive checks and new failures or, if there are none, why nothing is proven; empty if something is. */
export function doubtsIn(receipts: readonly Receipt[]): readonly string[] {
  const doubts = receipts
    .filter((receipt) => receipt.outcome === 'inconclusive' || isNewFailure(receipt))
    .map(({ name, exitCode, reason }) => `"${name}": ${reason ?? `it ended with ${exitCode}`}`)
  return doubts.length > 0 || receipts.some(isProof) ? doubts : [nothingProven(receipts)]
}

function nothingProven(receipts: readonly Receipt[]): string {
  if (receipts.length === 0) return 'no check was executed'
  const checked = receipts.filter(({ outcome }) => outcome === 'checked')
  return checked.length === 0
    ? `"${receipts[0]?.name}" failed before the work and fails now, and no other check passed`
    : `${checked.map(({ name }) => `"${name}"`).join(', ')} ${checked.length === 1 ? 'has' : 'have'} not been seen to fail`
}

/** Returns why a plan's receipts are weak, or null. Receipts whose checks are all `checked` are not weak. */
export function weakness({ receipts, treeDigest }: ReceiptFile): string | null {
  const { verdict } = assessReceipts(receipts)
  if (verdict === 'fail' || verdict === 'inconclusive') return doubtsIn(receipts).join('; ')
  return treeDigest === null ? 'its tree is unknown' : null
}

/** Digests the failures without times and output, so that two attempts that failed alike have equal digests. */
export function failureDigest(receipts: readonly Receipt[], digest: Digest): string {
  const failures = receipts.filter(isNewFailure)
  const rows = failures.map(({ argv, cwd, exitCode, tests }) => [cwd, argv, exitCode, tests.failed])
  return digest(JSON.stringify(rows.sort())).slice(0, 16)
}

export const renderReceiptFile = (file: ReceiptFile): string => `${JSON.stringify(file)}\n`

/** Whether every field that readers rely on is valid: the file may have been edited by hand. */
function isReceipt(value: Json): boolean {
  if (!isJsonObject(value)) return false
  const { argv, cwd, expect, name, outcome, tests } = value
  const words = Array.isArray(argv) ? [cwd, name, ...argv] : [null]
  const isKnown = CHECK_OUTCOMES.some((known) => known === outcome)
  return words.every((word) => typeof word === 'string') && typeof expect === 'number' && isKnown && isJsonObject(tests)
}

export function parseReceiptFile(text: string): ReceiptFile | null {
  const value = objectIn(text)
  const receipts = value?.['v'] === 1 ? value['receipts'] : null
  return Array.isArray(receipts) && receipts.every(isReceipt) ? (value as unknown as ReceiptFile) : null
}

export const readReceipt = (view: Pick<View, 'source'>, path: string | null): ReceiptFile | null =>
  path === null ? null : parseReceiptFile(view.source(path)?.text ?? '')
