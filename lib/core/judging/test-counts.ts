// What a test runner says about its tests: the counts of its summary, and whether it says that it ran none.
import { withoutColours } from './colours.js'

export interface TestCounts {
  readonly passed: number | null
  readonly failed: number | null
  readonly skipped: number | null
}

export const NO_COUNTS: TestCounts = { passed: null, failed: null, skipped: null }

export const hasCounts = ({ passed, failed }: TestCounts): boolean => passed !== null || failed !== null

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
    if (passed === null && failed === null && count(line, 'skipped') === null) return null
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
  if (passed === null && failed === null) return null
  return {
    passed: passed === null ? null : Math.max(0, passed - filesAsTests(lines)),
    failed: (failed ?? 0) + (total('cancelled') ?? 0),
    skipped: (total('skipped') ?? 0) + (total('todo') ?? 0),
  }
}

/** Node counts a file that calls no test as one that passed: its name is then the file's path. */
const filesAsTests = (lines: readonly string[]): number =>
  lines.filter((line) =>
    /^(?:ok \d+ - |✔ )(?:\/|[A-Za-z]:\\|\.{1,2}\/)\S.*\.[cm]?[jt]sx?(?: \([\d.]+ms\))?$/.test(line),
  ).length

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
  summaryLine(/^=+ .*\b(?:passed|failed|skipped)\b.* =+$/),
  summaryLine(/^\d+ (?:passed|failed|skipped)\b.* in [\d.]+s/),
  tapTotals,
  mochaTotals,
  goTotals,
  unittestTotals,
]

/** No runner's summary is longer. */
const LONGEST_LINE = 2000

const linesOf = (output: string): readonly string[] =>
  withoutColours(output)
    .split('\n')
    .filter((line) => line.length <= LONGEST_LINE)
    .map((line) => line.trim())

/** How runners say that there was nothing to run. */
const NOTHING: readonly RegExp[] = [
  /^no test files found/i,
  /^no tests? (?:were )?found/i,
  /^=* ?no tests ran\b/i,
  /^no tests to run\b/i,
  /^(?:# |ℹ )?tests 0$/,
  /^ran 0 tests? in /i,
  /^0 passing\b/,
  /^no tests executed/i,
  /^0 examples, 0 failures/,
]

/** What Node counted as passed were files: none of them calls a test. */
export const countsOnlyFiles = (output: string): boolean => filesAsTests(linesOf(output)) > 0

/** A package of Go whose tests ran. */
const GO_RAN = /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/
const GO_NONE = /\[no test files\]|\[no tests to run\]/

/** The output says in so many words that no test was there. */
export function saysNoTest(output: string): boolean {
  const lines = linesOf(output)
  if (lines.some((line) => NOTHING.some((known) => known.test(line)))) return true
  return lines.some((line) => GO_NONE.test(line)) && !lines.some((line) => GO_RAN.test(line) || line.startsWith('--- '))
}

/** Test counts from the summary of a common runner; nulls where no known summary is found. */
export function parseTestCounts(output: string): TestCounts {
  const lines = linesOf(output)
  for (const parser of PARSERS) {
    const found = parser(lines)
    if (found !== null) return found
  }
  return NO_COUNTS
}
