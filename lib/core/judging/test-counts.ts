// What a test runner says about its tests: the counts of its summary, and whether it says that it ran none.
import { withoutColours } from './colours.js'
import { otherCounts, saysNoneRan, type TestCounts } from './summary-forms.js'
import { isTestFile } from './test-files.js'

export type { TestCounts } from './summary-forms.js'

export const NO_COUNTS: TestCounts = { passed: null, failed: null, skipped: null }

export const hasCounts = ({ passed, failed }: TestCounts): boolean => passed !== null || failed !== null

const count = (line: string, word: string): number | null => {
  const found = new RegExp(`(\\d+) ${word}\\b`).exec(line)
  return found === null ? null : Number(found[1])
}

/** `files`: what the call has run, as it is written there. */
type Parser = (lines: readonly string[], files: readonly string[]) => TestCounts | null

/** How a summary calls tests that were not to hold: one that may fail, or is expected to, says no more than one that is skipped. */
const LEFT_OUT = ['skipped', 'todo', 'xfailed', 'expected fail'] as const

/** A line such as `Tests  2 failed | 5 passed (7)`. */
const summaryLine =
  (start: RegExp): Parser =>
  (lines) => {
    const line = lines.findLast((candidate) => start.test(candidate))
    if (line === undefined) return null
    const passed = count(line, 'passed')
    const failed = count(line, 'failed')
    if (passed === null && failed === null && LEFT_OUT.every((word) => count(line, word) === null)) return null
    return {
      passed: passed ?? 0,
      failed: failed ?? 0,
      skipped: LEFT_OUT.reduce((sum, word) => sum + (count(line, word) ?? 0), 0),
    }
  }

/** Lines such as `# pass 3` and `# fail 0`, with `ℹ` in place of `#` on a terminal, and as comments of XML. */
const tapTotals: Parser = (lines, files) => {
  const total = (word: string) => {
    const told = new RegExp(`^(?:#|ℹ|<!--) ${word} +(\\d+)(?: -->)?$`)
    const found = lines.findLast((line) => told.test(line))
    return found === undefined ? null : Number(told.exec(found)?.[1])
  }
  const passed = total('pass')
  const failed = total('fail')
  if (passed === null && failed === null) return null
  return {
    passed: passed === null ? null : Math.max(0, passed - filesAsTests(lines, files)),
    failed: (failed ?? 0) + (total('cancelled') ?? 0),
    skipped: (total('skipped') ?? total('skip') ?? 0) + (total('todo') ?? 0),
  }
}

/** What passed and is called like a file of code. */
const CALLED_FILE = /^(?:ok \d+ - |✔ |<testcase name=")(\S+\.[cm]?[jt]sx?)(?: \([\d.]+ms\)|" .*)?$/

/** Node counts a file that calls no test as one that passed, under its path. A suite may be called like a file too, and is not counted. */
function filesAsTests(lines: readonly string[], files: readonly string[]): number {
  const all = new Set(lines)
  return lines.filter((line, at) => {
    const name = CALLED_FILE.exec(line)?.[1]
    if (name === undefined || all.has(`▶ ${name}`)) return false
    if (lines.slice(at + 1, at + 5).includes("type: 'suite'")) return false
    return (
      /^(?:[/\\]|\.{1,2}\/|[A-Za-z]:)/.test(name) || isTestFile(name) || files.some((file) => meansFile(file, name))
    )
  }).length
}

/** A word of the call, which may be a pattern. */
function meansFile(word: string, name: string): boolean {
  const plain = word.replace(/^\.\//, '')
  const star = plain.indexOf('*')
  return star < 0
    ? plain === name
    : name.startsWith(plain.slice(0, star)) && name.endsWith(plain.slice(plain.lastIndexOf('*') + 1))
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
  const of = (word: string) => Number(new RegExp(`(?:\\(|, )${word}=(\\d+)`).exec(verdict)?.[1] ?? 0)
  const failed = of('failures') + of('errors') + of('unexpected successes')
  const skipped = of('skipped') + of('expected failures')
  return { passed: total - failed - skipped, failed, skipped }
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

/** What Node counted as passed were files: none of them calls a test. */
export const countsOnlyFiles = (output: string, files: readonly string[]): boolean =>
  filesAsTests(linesOf(output), files) > 0

/** Test counts from the summary of a common runner; nulls where no known summary is found. */
export function parseTestCounts(output: string, files: readonly string[] = []): TestCounts {
  const lines = linesOf(output)
  for (const parser of PARSERS) {
    const found = parser(lines, files)
    if (found !== null) return found
  }
  return otherCounts(lines) ?? NO_COUNTS
}

/** The output says in so many words that no test was there. */
export const saysNoTest = (output: string): boolean => saysNoneRan(linesOf(output))
