// Parses test counts of five kinds of runners: TAP and node:test, vitest and jest, pytest, go test, cargo test.

export interface TestCounts {
  readonly passed: number | null
  readonly failed: number | null
  readonly skipped: number | null
}

export const NO_COUNTS: TestCounts = { passed: null, failed: null, skipped: null }

const count = (line: string, ...words: readonly string[]): number =>
  words.reduce((sum, word) => sum + Number(new RegExp(`(\\d+) ${word}\\b`).exec(line)?.[1] ?? 0), 0)

type Parser = (lines: readonly string[]) => TestCounts | null

/** Reads a line such as `Tests  2 failed | 5 passed (7)`. */
const summaryLine =
  (form: RegExp): Parser =>
  (lines) => {
    const line = lines.findLast((candidate) => form.test(candidate))
    if (line === undefined) return null
    return {
      passed: count(line, 'passed'),
      failed: count(line, 'failed', 'errors?'),
      skipped: count(line, 'skipped', 'todo', 'xfailed', 'expected fail'),
    }
  }

/** Reads lines such as `# pass 3` and `# fail 0`, with `ℹ` in place of `#` on a terminal. */
const nodeTotals: Parser = (lines) => {
  const total = (word: string) => {
    const pattern = new RegExp(`^(?:#|ℹ) ${word} +(\\d+)$`)
    const line = lines.findLast((candidate) => pattern.test(candidate))
    return line === undefined ? null : Number(pattern.exec(line)?.[1])
  }
  const [passed, failed] = [total('pass'), total('fail')]
  if (passed === null && failed === null) return null
  return {
    passed: passed ?? 0,
    failed: (failed ?? 0) + (total('cancelled') ?? 0),
    skipped: (total('skipped') ?? total('skip') ?? 0) + (total('todo') ?? 0),
  }
}

/** Counts TAP result lines if the output has a plan line (`1..3`). */
const tapLines: Parser = (lines) => {
  const results = lines.filter((line) => /^(?:not )?ok \d/.test(line))
  if (!lines.some((line) => /^1\.\.\d+(?: |$)/.test(line))) return null
  const ran = results.filter((line) => !/# (?:skip|todo)\b/i.test(line))
  const failed = ran.filter((line) => line.startsWith('not ')).length
  return { passed: ran.length - failed, failed, skipped: results.length - ran.length }
}

/** Counts single tests if go printed any that passed or were skipped (with -v), otherwise packages. */
const goTotals: Parser = (lines) => {
  const counted = (form: RegExp) => lines.filter((line) => form.test(line)).length
  const tests = { passed: counted(/^--- PASS: /), failed: counted(/^--- FAIL: /), skipped: counted(/^--- SKIP: /) }
  if (tests.passed + tests.skipped > 0) return tests
  const passed = counted(/^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/)
  const failed = Math.max(tests.failed, counted(/^FAIL\s+\S+\s+(?:[\d.]+s|\[build failed\])/))
  return passed + failed === 0 ? null : { passed, failed, skipped: 0 }
}

const cargoTotals: Parser = (lines) => {
  const results = lines.filter((line) => line.startsWith('test result: '))
  if (results.length === 0) return null
  const sum = (word: string) => results.reduce((total, line) => total + count(line, word), 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('ignored') }
}

const PARSERS: readonly Parser[] = [
  cargoTotals,
  summaryLine(/^Tests:? +\d+ (?:passed|failed|skipped|todo|expected fail)\b/),
  summaryLine(/^=*\s*(?:\d+ \w+, )*\d+ (?:passed|failed|skipped|errors?|xfailed)\b.* in [\d.]+s/),
  nodeTotals,
  tapLines,
  goTotals,
]

// biome-ignore lint/complexity/useRegexLiterals: a literal would hold a control character
const COLOUR = new RegExp('\\u001b\\[[0-9;]*m', 'g')
const LONGEST_LINE = 2000

const linesOf = (output: string): readonly string[] =>
  output
    .replace(COLOUR, '')
    .split('\n')
    .filter((line) => line.length <= LONGEST_LINE)
    .map((line) => line.trim())

/** Returns the counts in the output, or nulls if none of the formats matches. */
export function parseTestCounts(output: string): TestCounts {
  const lines = linesOf(output)
  for (const parser of PARSERS) {
    const found = parser(lines)
    if (found !== null) return found
  }
  return NO_COUNTS
}

/** Messages of programs that had nothing to do. */
const NOTHING =
  /^=* ?no tests? (?:files? )?(?:were |was )?(?:found|ran|to run|executed)\b|^(?:ran |running )?0 tests?\b|\[no test(?:s to run| files)\]|\bnothing to be done\b|^make\b.* is up to date\.$|^(?:already )?up to date\.?$|^no files\b/i

export const saysNothingRan = (output: string): boolean => linesOf(output).some((line) => NOTHING.test(line))
