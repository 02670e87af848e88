// Receipts: proof that checks ran. Which checks a plan has, what their results mean, and the stored record.

import type { Digest, RunResult } from '../../ports.js'
import type { Json, JsonObject } from '../../std/json.js'
import { isJsonObject } from '../../std/json.js'

/** One program that proves something: an argument list without a shell. */
export interface Check {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  /** Exit code that means success. */
  readonly expect: number
  readonly required: boolean
  /** Named by the plan itself: it must pass, whatever it did before the work. Checks of the whole project only must not get worse. */
  readonly own: boolean
  readonly timeoutMs: number | null
}

export interface TestCounts {
  readonly passed: number | null
  readonly failed: number | null
  readonly skipped: number | null
}

export type CheckOutcome = 'pass' | 'fail' | 'inconclusive'

export interface Receipt {
  readonly id: string
  readonly name: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly exitCode: number | null
  readonly durationMs: number
  readonly tests: TestCounts
  /** Sorted (path, content) of the project when the checks had run. */
  readonly treeDigest: string | null
  readonly outputSha256: string
  readonly required: boolean
  readonly own: boolean
  readonly outcome: CheckOutcome
  /** What the same check did when the unit was claimed; null when it was not run then. */
  readonly baseline: 'pass' | 'fail' | null
  readonly baselineFailed: number | null
  /** Why the outcome is what it is, where the exit code alone does not say it. */
  readonly reason: string | null
}

type Verdict = 'pass' | 'fail' | 'inconclusive'

/** `XX-YY-VERIFY.json`. */
export interface ReceiptFile {
  readonly v: 1
  readonly plan: string
  readonly at: string
  readonly verdict: Verdict
  readonly executed: number
  readonly skippedRequired: readonly string[]
  readonly newFailures: readonly string[]
  readonly treeDigest: string | null
  readonly receipts: readonly Receipt[]
}

/** A check that is not one, and why; the text names what was expected. */
export interface CheckProblem {
  readonly at: string
  readonly expected: string
  readonly received: string
}

/** Words with these characters are meant for a shell, and there is none: the check would not do what its author thinks. */
const SHELL_WORD = /^(?:[;&|<>]+|&&|\|\||\$\(.*|`.*)$|[;|&`]\s|\$\(/

/** Reads a list of checks: `["npm","test"]`, or `{run: […], name?, expect?, cwd?, required?, timeout?}` with seconds. */
export function readChecks(
  value: unknown,
  own: boolean,
): { readonly checks: readonly Check[]; readonly problems: readonly CheckProblem[] } {
  const checks: Check[] = []
  const problems: CheckProblem[] = []
  if (value === undefined || value === null) return { checks, problems }
  if (!Array.isArray(value))
    return { checks, problems: [{ at: '', expected: 'a list of checks', received: typeof value }] }
  value.forEach((item: unknown, index) => {
    const found = readCheck(item, own)
    if ('expected' in found) problems.push({ ...found, at: `/${index}${found.at}` })
    else checks.push(found)
  })
  return { checks, problems }
}

function readCheck(item: unknown, own: boolean): Check | CheckProblem {
  const fields: JsonObject = Array.isArray(item) ? { run: item as readonly Json[] } : isJsonObject(item) ? item : {}
  const run = fields['run']
  if (!Array.isArray(run) || run.length === 0 || !run.every((word) => typeof word === 'string' && word !== ''))
    return { at: '/run', expected: 'an argument list such as ["npm", "test"]', received: JSON.stringify(run ?? item) }
  const argv = run as unknown as [string, ...string[]]
  const shell = argv.find((word) => SHELL_WORD.test(word))
  if (shell !== undefined || (argv.length === 1 && /\s/.test(argv[0])))
    return { at: '/run', expected: 'plain arguments, one word each: no shell runs them', received: shell ?? argv[0] }
  const cwd = typeof fields['cwd'] === 'string' ? fields['cwd'] : '.'
  if (cwd.startsWith('/') || cwd.split('/').includes('..'))
    return { at: '/cwd', expected: 'a folder inside the project', received: cwd }
  const expect = fields['expect'] === undefined ? 0 : Number(fields['expect'])
  if (!Number.isInteger(expect) || expect < 0 || expect > 255)
    return { at: '/expect', expected: 'an exit code from 0 to 255', received: JSON.stringify(fields['expect']) }
  const timeout = fields['timeout'] === undefined ? null : Number(fields['timeout'])
  if (timeout !== null && !(timeout > 0))
    return { at: '/timeout', expected: 'seconds', received: JSON.stringify(fields['timeout']) }
  return {
    name: typeof fields['name'] === 'string' && fields['name'] !== '' ? fields['name'] : argv.join(' '),
    argv,
    cwd,
    expect,
    required: String(fields['required'] ?? 'true') !== 'false',
    own,
    timeoutMs: timeout === null ? null : timeout * 1000,
  }
}

/** Two checks that run the same program at the same place are one. */
export const checkKey = (check: { readonly argv: readonly string[]; readonly cwd: string }): string =>
  JSON.stringify([check.cwd, ...check.argv])

export interface Baseline {
  readonly outcome: CheckOutcome
  readonly failed: number | null
}

export function outcomeOf(check: Check, result: RunResult): CheckOutcome {
  if (result.problem === 'not-found' || result.exitCode === 127 || result.exitCode === null) return 'inconclusive'
  return result.exitCode === check.expect ? 'pass' : 'fail'
}

export interface ReceiptInput {
  readonly check: Check
  readonly result: RunResult
  readonly baseline: Baseline | null
  readonly tree: string | null
  readonly at: string
  readonly digest: Digest
}

export function makeReceipt({ check, result, baseline, tree, at, digest }: ReceiptInput): Receipt {
  const tests = parseTestCounts(`${result.stdout}\n${result.stderr}`)
  const outcome = outcomeOf(check, result)
  return {
    id: digest(JSON.stringify([at, check.argv, check.cwd, tree])).slice(0, 12),
    name: check.name,
    argv: check.argv,
    cwd: check.cwd,
    exitCode: result.exitCode,
    durationMs: result.durationMs,
    tests,
    treeDigest: tree,
    outputSha256: digest(`${result.stdout}\0${result.stderr}`),
    required: check.required,
    own: check.own,
    outcome,
    baseline: baseline === null || baseline.outcome === 'inconclusive' ? null : baseline.outcome,
    baselineFailed: baseline?.failed ?? null,
    reason: reasonOf(outcome, result),
  }
}

function reasonOf(outcome: CheckOutcome, result: RunResult): string | null {
  if (outcome !== 'inconclusive') return null
  if (result.problem === 'timeout') return 'ended at the time limit'
  if (result.problem === 'signal') return 'ended by a signal'
  return 'the program was not found'
}

/** A failure that the work brought: its own check fails, or a check of the project fails that passed before, or more of its tests fail. */
function isNewFailure(receipt: Receipt): boolean {
  if (receipt.outcome !== 'fail') return false
  if (receipt.own || receipt.baseline !== 'fail') return true
  const { failed } = receipt.tests
  return failed !== null && receipt.baselineFailed !== null && failed > receipt.baselineFailed
}

export function judge(
  receipts: readonly Receipt[],
): Omit<ReceiptFile, 'v' | 'plan' | 'at' | 'treeDigest' | 'receipts'> {
  const executed = receipts.filter(({ outcome }) => outcome !== 'inconclusive').length
  const skippedRequired = receipts.filter((r) => r.required && r.outcome === 'inconclusive').map(({ name }) => name)
  const newFailures = receipts.filter((r) => r.required && isNewFailure(r)).map(({ name }) => name)
  const verdict =
    newFailures.length > 0 ? 'fail' : skippedRequired.length > 0 || executed === 0 ? 'inconclusive' : 'pass'
  return { verdict, executed, skippedRequired, newFailures }
}

export function makeReceiptFile(
  plan: string,
  at: string,
  tree: string | null,
  receipts: readonly Receipt[],
): ReceiptFile {
  return { v: 1, plan, at, ...judge(receipts), treeDigest: tree, receipts }
}

export const renderReceiptFile = (file: ReceiptFile): string => `${JSON.stringify(file, null, 2)}\n`

/** The stored record, or null when the text is not one. */
export function parseReceiptFile(text: string): ReceiptFile | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value) || value['v'] !== 1 || !Array.isArray(value['receipts'])) return null
    return value as unknown as ReceiptFile
  } catch {
    return null
  }
}

/** Why a stored record proves nothing, or null when it does. The verdict is judged again from its receipts: the stored word is not believed. */
export function weakness(file: ReceiptFile): string | null {
  const { verdict, executed, skippedRequired, newFailures } = judge(file.receipts)
  if (executed === 0) return 'no check was executed'
  if (skippedRequired.length > 0) return `required checks did not run: ${skippedRequired.join(', ')}`
  if (newFailures.length > 0) return `checks fail: ${newFailures.join(', ')}`
  if (file.treeDigest === null) return 'the tree it was taken on is unknown'
  if (file.receipts.some(({ treeDigest }) => treeDigest !== file.treeDigest)) return 'its checks saw different trees'
  return verdict === 'pass' ? null : verdict
}

/** What failed, without times and output: equal for two attempts that failed alike. */
export const failureDigest = (receipts: readonly Receipt[], digest: Digest): string =>
  digest(
    JSON.stringify(
      receipts
        .filter(isNewFailure)
        .map(({ argv, cwd, exitCode, tests }) => [cwd, argv, exitCode, tests.failed])
        .sort(),
    ),
  ).slice(0, 16)

const NO_COUNTS: TestCounts = { passed: null, failed: null, skipped: null }

const count = (line: string, word: string): number | null => {
  const found = new RegExp(`(\\d+) ${word}\\b`).exec(line)
  return found === null ? null : Number(found[1])
}

type Parser = (lines: readonly string[]) => TestCounts | null

/** A line such as `Tests  2 failed | 5 passed (7)`. */
const summaryLine =
  (start: RegExp): Parser =>
  (lines) => {
    const line = lines.findLast((candidate) => start.test(candidate))
    if (line === undefined) return null
    const passed = count(line, 'passed')
    const failed = count(line, 'failed')
    if (passed === null && failed === null) return null
    return {
      passed: passed ?? 0,
      failed: failed ?? 0,
      skipped: (count(line, 'skipped') ?? 0) + (count(line, 'todo') ?? 0),
    }
  }

/** Lines such as `# pass 3` and `# fail 0`, with `ℹ` in place of `#` on a terminal. */
const tapTotals: Parser = (lines) => {
  const total = (word: string) => {
    const line = lines.findLast((candidate) => new RegExp(`^(?:#|ℹ) ${word} \\d+$`).test(candidate))
    return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1))
  }
  const passed = total('pass')
  const failed = total('fail')
  return passed === null && failed === null ? null : { passed, failed, skipped: total('skipped') }
}

const mochaTotals: Parser = (lines) => {
  const passing = lines.findLast((line) => /^\d+ passing\b/.test(line))
  if (passing === undefined) return null
  const failing = lines.findLast((line) => /^\d+ failing\b/.test(line))
  const pending = lines.findLast((line) => /^\d+ pending\b/.test(line))
  const first = (line: string | undefined) => (line === undefined ? 0 : Number.parseInt(line, 10))
  return { passed: first(passing), failed: first(failing), skipped: first(pending) }
}

const goTotals: Parser = (lines) => {
  const of = (mark: string) => lines.filter((line) => line.startsWith(`--- ${mark}: `)).length
  const [passed, failed, skipped] = [of('PASS'), of('FAIL'), of('SKIP')]
  return passed + failed + skipped === 0 ? null : { passed, failed, skipped }
}

const cargoTotals: Parser = (lines) => {
  const results = lines.filter((line) => line.startsWith('test result: '))
  if (results.length === 0) return null
  const sum = (word: string) => results.reduce((total, line) => total + (count(line, word) ?? 0), 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('ignored') }
}

const unittestTotals: Parser = (lines) => {
  const ran = lines.findLast((line) => /^Ran \d+ tests? in /.test(line))
  if (ran === undefined) return null
  const total = Number(ran.split(' ')[1])
  const verdict = lines.findLast((line) => /^(OK|FAILED)\b/.test(line)) ?? ''
  const of = (word: string) => Number(new RegExp(`${word}=(\\d+)`).exec(verdict)?.[1] ?? 0)
  const failed = of('failures') + of('errors')
  return { passed: total - failed - of('skipped'), failed, skipped: of('skipped') }
}

const PARSERS: readonly Parser[] = [
  cargoTotals,
  summaryLine(/^Tests:? +\d/),
  summaryLine(/^=+ .*\b(?:passed|failed)\b.* =+$/),
  tapTotals,
  mochaTotals,
  goTotals,
  unittestTotals,
]

// biome-ignore lint/complexity/useRegexLiterals: a literal would hold a control character
const ANSI = new RegExp('\\u001b\\[[0-9;]*m', 'g')

/** Test counts from the summary of a common runner; nulls where no known summary is found. */
export function parseTestCounts(output: string): TestCounts {
  const lines = output
    .replace(ANSI, '')
    .split('\n')
    .map((line) => line.trim())
  for (const parser of PARSERS) {
    const found = parser(lines)
    if (found !== null) return found
  }
  return NO_COUNTS
}
