// Receipts: proof that checks ran. Which checks a plan has, what their results mean, and the stored record.
import type { Digest } from '../../ports.js'
import type { Json, JsonObject } from '../../std/json.js'
import { isJsonObject, parseJson } from '../../std/json.js'
import type { Check, CheckOutcome } from './check.js'
import type { Accepted, Before, Counted, Fewer } from './seen.js'
import type { TestCounts } from './test-counts.js'

export interface Receipt {
  readonly id: string
  readonly name: string
  readonly argv: readonly string[]
  readonly cwd: string
  /** Exit code that meant success; 0 where a record does not say. */
  readonly expect?: number
  readonly exitCode: number | null
  readonly durationMs: number
  readonly tests: TestCounts
  /** Where the counts are from; a suite without a known summary hides what it skips. */
  readonly counts?: Counted
  /** Sorted (path, content) of the project when the checks had run. */
  readonly treeDigest: string | null
  readonly outputSha256: string
  readonly required: boolean
  readonly own: boolean
  readonly outcome: CheckOutcome
  /** What the same check did when the unit was claimed; null when it was not run then. */
  readonly baseline: 'pass' | 'fail' | null
  readonly baselineFailed: number | null
  /** The counts it must not fall below; null where it was never counted before. */
  readonly floor?: TestCounts | null
  /** Where those are from. */
  readonly floorBy?: Counted
  /** When those were counted. */
  readonly since?: string
  /** Only this stands against it: it counts less than it did. */
  readonly fewer?: Fewer
  /** What it is measured by was lowered by a word. */
  readonly accepted?: Accepted
  /** It was not run again: the command and the tree are those of an earlier receipt. */
  readonly reused?: boolean
  /** Why the outcome is what it is, where the exit code alone does not say it. */
  readonly reason: string | null
}

/** `XX-YY-VERIFY.json`. */
export interface ReceiptFile {
  readonly v: 1
  readonly plan: string
  readonly at: string
  readonly verdict: CheckOutcome
  readonly executed: number
  readonly skippedRequired: readonly string[]
  readonly newFailures: readonly string[]
  readonly treeDigest: string | null
  readonly receipts: readonly Receipt[]
  /** Seal of this machine over all the rest. */
  readonly mac?: string
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

/** One program at one place under all the names that package runners have for it: it is run once. */
export const runKey = ({ argv, cwd }: { readonly argv: readonly string[]; readonly cwd: string }): string =>
  JSON.stringify([cwd, ...spelledOut(argv)])

/** Two checks are one when they run the same program at the same place and call the same end a success. */
export const checkKey = (check: {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly expect?: number
}): string => `${runKey(check)}${(check.expect ?? 0) === 0 ? '' : `=${check.expect}`}`

const TEST_WORDS = new Set(['test', 't', 'tst'])

/** `npm t` and `npm run test` are `npm test`. */
function spelledOut(argv: readonly string[]): readonly string[] {
  const [program, verb = '', script, ...rest] = argv
  if (program !== 'npm' && program !== 'pnpm' && program !== 'yarn') return argv
  if (TEST_WORDS.has(verb)) return [program, 'test', ...argv.slice(2)]
  return (verb === 'run' || verb === 'run-script') && script === 'test' ? [program, 'test', ...rest] : argv
}

export interface Baseline extends Before {
  /** Failed tests; null where they are not known. */
  readonly failed: number | null
}

/** What a later run of the same check is measured by: a run that proved nothing leaves the measure as it was. */
export const floorOf = ({ outcome, tests, floor }: Receipt): Before['tests'] | null =>
  outcome === 'pass' ? tests : (floor ?? null)

/** Where that was counted. */
export const floorByOf = ({ outcome, counts, floorBy }: Receipt): Pick<Before, 'counts'> => {
  const by = outcome === 'pass' ? counts : floorBy
  return by === undefined ? {} : { counts: by }
}

/** A failure that the work brought: its own check fails, or a check of the project fails that passed before, or more of its tests fail. */
function isNewFailure(receipt: Receipt): boolean {
  if (receipt.outcome !== 'fail') return false
  if (receipt.own || receipt.baseline !== 'fail') return true
  const { failed } = receipt.tests
  return failed !== null && receipt.baselineFailed !== null && failed > receipt.baselineFailed
}

/** It ran, was required, and a success of it is a success. */
const proves = ({ required, outcome, expect = 0 }: Receipt): boolean => required && outcome === 'pass' && expect === 0

export function judge(
  receipts: readonly Receipt[],
): Pick<ReceiptFile, 'verdict' | 'executed' | 'skippedRequired' | 'newFailures'> {
  const executed = receipts.filter(({ outcome }) => outcome !== 'inconclusive').length
  const skippedRequired = receipts.filter((r) => r.required && r.outcome === 'inconclusive').map(({ name }) => name)
  const newFailures = receipts.filter((r) => r.required && isNewFailure(r)).map(({ name }) => name)
  const verdict =
    newFailures.length > 0 ? 'fail' : skippedRequired.length > 0 || !receipts.some(proves) ? 'inconclusive' : 'pass'
  return { verdict, executed, skippedRequired, newFailures }
}

/** Why the checks prove nothing, in plain words; empty where they do. */
export function doubtsIn(receipts: readonly Receipt[]): readonly string[] {
  const doubts = receipts
    .filter((receipt) => receipt.required && (receipt.outcome === 'inconclusive' || isNewFailure(receipt)))
    .map(({ name, exitCode, reason }) => `"${name}": ${reason ?? `it ended with ${exitCode}`}`)
  if (doubts.length > 0 || receipts.some(proves)) return doubts
  return [nothingProven(receipts)]
}

function nothingProven(receipts: readonly Receipt[]): string {
  if (receipts.length === 0) return 'no check was executed'
  const required = receipts.filter((receipt) => receipt.required)
  if (required.length === 0) return 'no check is required, so none proves anything'
  const before = required.find(({ outcome }) => outcome === 'fail')
  if (before !== undefined)
    return `"${before.name}" failed before the work and fails now, and no other required check passed`
  return 'every required check expects an error, and that alone proves nothing'
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

/** It has what every reader relies on; a hand may have written anything. */
function isReceipt(value: Json): boolean {
  if (!isJsonObject(value)) return false
  const { argv, cwd, name, outcome, tests } = value
  return (
    Array.isArray(argv) &&
    argv.every((word) => typeof word === 'string') &&
    typeof cwd === 'string' &&
    typeof name === 'string' &&
    typeof outcome === 'string' &&
    tests !== undefined &&
    isJsonObject(tests)
  )
}

/** The stored record, or null when the text is not one. */
export function parseReceiptFile(text: string): ReceiptFile | null {
  try {
    const value = parseJson(text)
    if (!isJsonObject(value) || value['v'] !== 1 || !Array.isArray(value['receipts'])) return null
    if (!value['receipts'].every(isReceipt)) return null
    return value as unknown as ReceiptFile
  } catch {
    return null
  }
}

/** Why a stored record proves nothing, or null when it does. The verdict is judged again from its receipts: the stored word is not believed. */
export function weakness(file: ReceiptFile): string | null {
  const { verdict, executed } = judge(file.receipts)
  if (executed === 0 && file.receipts.length === 0) return 'no check was executed'
  if (verdict !== 'pass') return doubtsIn(file.receipts).join('; ')
  if (file.treeDigest === null) return 'the tree it was taken on is unknown'
  if (file.receipts.some(({ treeDigest }) => treeDigest !== file.treeDigest)) return 'its checks saw different trees'
  return null
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
