// How runners of all languages say what they counted, as data: the lines, and the words by which the numbers stand. Most projects never come to it: the most
// common summaries are read before.

export interface TestCounts {
  readonly passed: number | null
  readonly failed: number | null
  readonly skipped: number | null
}

const sumOf = (lines: readonly string[], word: string): number =>
  lines.reduce(
    (sum, line) => sum + [...line.matchAll(new RegExp(word, 'g'))].reduce((all, [, n]) => all + Number(n), 0),
    0,
  )

/** How a runner says what it counted; each word has the number in its one group. */
interface Form {
  /** The lines that say it. */
  readonly line: RegExp
  /** A line that is there too: without it the others could be anybody's. */
  readonly beside?: RegExp
  /** All that ran, where what passed is not said by itself. */
  readonly all?: string
  readonly passed?: string
  readonly failed: string
  readonly skipped: string
  /** One line a package, a module or an outcome: together they are the whole. */
  readonly each?: true
}

/** A word that no line has. */
const NEVER = '(?!)()'
/** Words before which the number stands. */
const n = (...words: readonly string[]): string => `\\b(\\d+) (?:${words.join('|')})\\b`
/** Words behind which it stands. */
const after = (...words: readonly string[]): string => `\\b(?:${words.join('|')})[:=]? *(\\d+)\\b`

const FORMS: readonly Form[] = [
  {
    // Maven, one line a module; those of single classes go on with their time.
    line: /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+(?:, Flakes: \d+)?$/,
    each: true,
    ...{ all: after('Tests run'), failed: after('Failures', 'Errors'), skipped: after('Skipped') },
  },
  {
    // .NET, one line a project.
    line: /^(?:Passed|Failed|Skipped)! +- Failed: +\d+, Passed: +\d+, Skipped: +\d+/,
    each: true,
    ...{ passed: after('Passed'), failed: after('Failed'), skipped: after('Skipped') },
  },
  {
    line: /^Test summary: total: \d+, failed: \d+, succeeded: \d+/,
    ...{ passed: after('succeeded'), failed: after('failed'), skipped: after('skipped') },
  },
  {
    // PHPUnit.
    line: /^OK \(\d+ tests?, \d+ assertions?\)$|^Tests: \d+, Assertions: \d+/,
    ...{
      all: '^(?:OK \\(|Tests: )(\\d+)',
      failed: after('Failures', 'Errors'),
      skipped: after('Skipped', 'Incomplete'),
    },
  },
  {
    // RSpec, minitest, ExUnit, Jasmine, Crystal, bats.
    line: /^(?:\d+ [a-z]+, )*\d+ (?:examples?|specs?|tests?|runs?)(?:, \d+ assertions?)?, \d+ failures?\b/,
    all: n('examples?', 'specs?', 'tests?', 'runs?', 'doctests?', 'propert(?:y|ies)'),
    failed: n('failures?', 'errors?'),
    skipped: n('pendings?', 'skips?', 'skipped', 'omissions?', 'excluded', 'invalid'),
  },
  {
    // Deno.
    line: /^(?:ok|FAILED) \| \d+ passed\b.* \| \d+ failed\b/,
    ...{ passed: n('passed'), failed: n('failed'), skipped: n('ignored') },
  },
  {
    // Bun.
    line: /^\d+ (?:pass|fail|skip|todo)$/,
    beside: /^Ran \d+ tests? across \d+ files?/,
    each: true,
    ...{ passed: n('pass'), failed: n('fail'), skipped: n('skip', 'todo') },
  },
  {
    // Playwright: what passed only when it was tried again did pass.
    line: /^\d+ (?:passed|failed|skipped|flaky|interrupted|did not run)(?: \([\d.]+m?s?\))?$/,
    beside: /^Running \d+ tests? using \d+ workers?/,
    each: true,
    ...{ passed: n('passed', 'flaky'), failed: n('failed', 'interrupted'), skipped: n('skipped', 'did not run') },
  },
  {
    // AVA.
    line: /^\d+ (?:tests? (?:passed|failed|skipped|todo)|known failures?)$/,
    each: true,
    ...{
      passed: n('tests? passed'),
      failed: n('tests? failed'),
      skipped: n('tests? (?:skipped|todo)', 'known failures?'),
    },
  },
  {
    // ScalaTest.
    line: /^(?:\[info\] )?Tests: succeeded \d+, failed \d+/,
    each: true,
    ...{ passed: after('succeeded'), failed: after('failed'), skipped: after('canceled', 'ignored', 'pending') },
  },
  {
    // Gradle counts only where a test failed.
    line: /^\d+ tests? completed, \d+ failed\b/,
    each: true,
    ...{ all: n('tests? completed'), failed: n('failed'), skipped: n('skipped') },
  },
  {
    // nextest, gotestsum.
    line: /^Summary \[.*\] \d+ tests? run: /,
    ...{ passed: n('passed'), failed: n('failed', 'timed out'), skipped: n('skipped') },
  },
  {
    line: /^DONE \d+ tests?\b.* in /,
    ...{ all: n('tests?'), failed: n('failures?', 'errors?'), skipped: n('skipped') },
  },
  {
    // Dart and Flutter.
    line: /^[\d:]+ \+\d+(?: ~\d+)?(?: -\d+)?: (?:All tests|Some tests)/,
    ...{ passed: '\\+(\\d+)', failed: ' -(\\d+)', skipped: '~(\\d+)' },
  },
  {
    // node-tap, prove.
    line: /^# \{ total: .*\}$/,
    ...{ passed: after('pass'), failed: after('fail'), skipped: after('skip', 'todo') },
  },
  { line: /^Files=\d+, Tests=\d+/, ...{ all: after('Tests'), failed: NEVER, skipped: NEVER } },
  {
    // Cucumber, Behave, Robot, Busted.
    line: /^\d+ scenarios? (?:\(|passed, )|^\d+ tests?, \d+ passed, \d+ failed|^\d+ success(?:es)? \/ /,
    ...{ passed: n('(?:scenarios? )?passed', 'success(?:es)?'), failed: n('failed', 'failures?', 'errors?') },
    skipped: n('skipped', 'pending', 'undefined'),
  },
]

/** The last line of XCTest is of all its suites; Swift Testing counts beside it. */
const SWIFT: readonly Form[] = [
  {
    line: /^Executed \d+ tests?, with /,
    ...{ all: n('tests?, with'), failed: n('failures? \\('), skipped: n('tests? skipped') },
  },
  {
    line: /^\W*Test run with \d+ tests? .*passed\b/,
    ...{ all: n('tests?'), failed: n('issues?'), skipped: n('skipped') },
  },
]

/** What lines in this form count; null: none of them has it. */
function countedIn(form: Form, lines: readonly string[]): TestCounts | null {
  const { line, beside, all, passed, failed, skipped, each } = form
  const found = lines.filter((one) => line.test(one))
  if (found.length === 0 || (beside !== undefined && !lines.some((one) => beside.test(one)))) return null
  const told = each === true ? found : found.slice(-1)
  const [fails, skips] = [sumOf(told, failed), sumOf(told, skipped)]
  const passes = passed === undefined ? sumOf(told, all ?? NEVER) - fails - skips : sumOf(told, passed)
  return { passed: Math.max(0, passes), failed: fails, skipped: skips }
}

const swiftTotals = (lines: readonly string[]): TestCounts | null => {
  const found = SWIFT.flatMap((form) => countedIn(form, lines) ?? [])
  const sum = (of: (counts: TestCounts) => number | null) => found.reduce((all, counts) => all + (of(counts) ?? 0), 0)
  return found.length === 0
    ? null
    : { passed: sum((of) => of.passed), failed: sum((of) => of.failed), skipped: sum((of) => of.skipped) }
}

/** Lines of TAP under a plan, where no totals follow. */
const tapLines = (lines: readonly string[]): TestCounts | null => {
  const plans = lines.filter((line) => /^1\.\.\d+(?: |$)/.test(line))
  const told = lines.filter((line) => /^(?:not )?ok \d/.test(line))
  if (plans.length === 0 || (told.length === 0 && !plans.every((plan) => plan.startsWith('1..0')))) return null
  const isLeftOut = (line: string) => /# (?:skip|todo)\b/i.test(line)
  const ran = told.filter((line) => !isLeftOut(line))
  const failed = ran.filter((line) => line.startsWith('not ')).length
  return { passed: ran.length - failed, failed, skipped: told.length - ran.length }
}

/** What a runner counted that none of the most common is. */
export function otherCounts(lines: readonly string[]): TestCounts | null {
  for (const form of FORMS) {
    const found = countedIn(form, lines)
    if (found !== null) return found
  }
  return swiftTotals(lines) ?? tapLines(lines)
}

/** How runners say that there was nothing to run. */
const NOTHING: readonly RegExp[] = [
  /^no test files found/i,
  /^no tests? (?:were )?found/i,
  /^=* ?no tests ran\b/i,
  /^(?:\[\w+\] )?no tests to run\b/i,
  /^(?:\[\w+\] )?tests are skipped\.$/i,
  /^(?:# |ℹ )?tests 0$/,
  /^ran 0 tests? in /i,
  /^0 passing\b/,
  /^no tests executed/i,
  /^there are no tests to run$/i,
  /^no test (?:is available in|matches the given testcase filter)\b/i,
  /^result: notests$/i,
  // A filter over the packages of a repository that names none of them.
  /^no projects matched the filters\b/i,
  /^no tasks were (?:executed as part of this run|run)\b/i,
]

/** A package of Go whose tests ran. */
const GO_RAN = /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/
const GO_NONE = /\[no test files\]|\[no tests to run\]/

/** A task of Gradle that tests, and what it says where it ran nothing. */
const GRADLE = /^> Task :(?:[\w.-]+:)*(?:test|\w+Test)(?= |$)/
const GRADLE_NONE = /(?:NO-SOURCE|SKIPPED)$/

/** The lines say in so many words that no test was there. */
export function saysNoneRan(lines: readonly string[]): boolean {
  if (lines.some((line) => NOTHING.some((known) => known.test(line)))) return true
  const tasks = lines.filter((line) => GRADLE.test(line))
  if (tasks.length > 0 && tasks.every((line) => GRADLE_NONE.test(line))) return true
  return lines.some((line) => GO_NONE.test(line)) && !lines.some((line) => GO_RAN.test(line) || line.startsWith('--- '))
}
