// What one run of a check proves: the exit code, what the check is, what its tests counted, and what they counted before.
import type { RunResult } from '../../ports.js'
import { counted } from '../../std/text.js'
import type { Word } from '../consent.js'
import type { Check, CheckOutcome } from './check.js'
import { countsOnlyFiles, hasCounts, NO_COUNTS, parseTestCounts, saysNoTest, type TestCounts } from './test-counts.js'

/** A smaller count that a word let pass: what it was measured by until then, and whose word it was. */
export interface Accepted {
  readonly at: string
  readonly word: Word
  readonly from: TestCounts
}

/** What the check did the last time it counted. */
export interface Before {
  readonly outcome: CheckOutcome
  readonly tests: TestCounts
  /** Where those counts are from; absent where nobody kept it. */
  readonly counts?: Counted
  /** When that was; absent where it is not known. */
  readonly since?: string
  /** It is as low as it is because somebody said so. */
  readonly accepted?: Accepted
}

/** Test files that went since the work began: gone, or there and holding nothing any more that can fail. */
export interface Gone {
  readonly removed: readonly string[]
  readonly emptied: readonly string[]
}

export const NOTHING_GONE: Gone = { removed: [], emptied: [] }

/** What is known of the check beside its run. */
export interface Knowledge {
  /** Why it proves nothing whatever it says; null where it may. */
  readonly empty: string | null
  /** A test runner is behind it. */
  readonly runner: boolean
  /** One that prints a summary which is known here, unless it is told not to. */
  readonly tells: boolean
  /** The files that the call has run, as they are written. */
  readonly files: readonly string[]
  /** Null: it was never run before. */
  readonly before: Before | null
  /** Tests that went since the work began. */
  readonly gone: Gone
  /** Tracked files that differ since the checks began. */
  readonly changed: boolean
}

/** `known`: from the summary of a test runner · `printed`: a summary in the output of something else, believed only where it tells of failures · `unknown`: none. */
export type Counted = 'known' | 'printed' | 'unknown'

/** A run that is weaker than the one before it, and in nothing else at fault. */
export interface Fewer {
  readonly from: TestCounts
  readonly to: TestCounts
  /** Test files that are gone. */
  readonly removed: readonly string[]
  /** Those that hold nothing any more which can fail; absent in records of older versions. */
  readonly emptied?: readonly string[]
}

export interface Seen {
  readonly tests: TestCounts
  readonly counts: Counted
  readonly outcome: CheckOutcome
  /** Null where the exit code says it all. */
  readonly reason: string | null
  /** Set where only this stands against it: a person may let it pass. */
  readonly fewer?: Fewer
}

const notRun = (result: RunResult): string | null => {
  if (result.problem === 'timeout') return 'it ended at the time limit'
  if (result.problem === 'signal') return 'it was ended by a signal'
  return result.problem === 'not-found' || result.exitCode === 127 || result.exitCode === null
    ? 'the program was not found'
    : null
}

export function seenOf(check: Check, result: RunResult, known: Knowledge): Seen {
  const output = `${result.stdout}\n${result.stderr}`
  const tests = parseTestCounts(output, known.files)
  const counts: Counted = !hasCounts(tests) ? 'unknown' : known.runner ? 'known' : 'printed'
  const inconclusive = notRun(result)
  if (inconclusive !== null)
    return { tests: NO_COUNTS, counts: 'unknown', outcome: 'inconclusive', reason: inconclusive }
  const told = { tests, counts }
  if (result.exitCode !== check.expect) return { ...told, outcome: 'fail', reason: failedBefore(check, known) }
  const failed = tests.failed ?? 0
  if (check.expect !== 0 && (known.runner || failed > 0))
    return {
      ...told,
      outcome: 'inconclusive',
      reason: `a failing suite proves nothing, and expect: ${check.expect} asks for one`,
    }
  if (failed > 0)
    return {
      ...told,
      outcome: 'fail',
      reason: `it ended with ${check.expect}, but its summary counts ${counted(failed, 'failure')}`,
    }
  const why = emptyRun(output, tests, known)
  if (why !== null) return { ...told, outcome: 'inconclusive', reason: why }
  const from = known.before?.tests ?? NO_COUNTS
  const to = isHidden(counts, known.before) ? NO_COUNTS : tests
  const less = weaker(to, from) ?? fewerFiles(tests, known.gone.removed) ?? silentFiles(known.gone)
  return less === null
    ? { ...told, outcome: 'pass', reason: null }
    : { ...told, outcome: 'inconclusive', reason: less, fewer: { from, to, ...known.gone } }
}

const failedBefore = (check: Check, { before }: Knowledge): string | null =>
  !check.own && before?.outcome === 'fail' ? 'it failed before the work and fails now, so it proves nothing' : null

/** Why a run that ended well proves nothing all the same, whatever it did before. */
function emptyRun(output: string, tests: TestCounts, { empty, changed, tells, files }: Knowledge): string | null {
  if (empty !== null) return `it proves nothing: ${empty}`
  if (tests.passed === 0 || (!hasCounts(tests) && saysNoTest(output)))
    return `no test was executed${whyNone(output, tests, files)}`
  if (tells && !hasCounts(tests)) return UNTOLD
  return changed ? 'the checks changed files of the project, so they judged another tree than the one there was' : null
}

const UNTOLD =
  'whether a test was executed cannot be seen: let the test runner print its summary, as node does with --test-reporter=spec'

function whyNone(output: string, { skipped }: TestCounts, files: readonly string[]): string {
  if ((skipped ?? 0) > 0) return `: ${counted(skipped ?? 0, 'test')} skipped`
  return countsOnlyFiles(output, files)
    ? ': the file calls no test, so put what it asserts into test(…), or run it with node alone'
    : ''
}

/** A suite that counts less than it did. */
export function weaker(now: TestCounts, then: TestCounts): string | null {
  if (then.passed === null) return null
  if (now.passed === null) return `its counts cannot be seen any more; ${counted(then.passed, 'test')} passed before`
  if (now.passed < then.passed) return `${counted(now.passed, 'test')} passed where ${then.passed} passed before`
  const [skipped, skippedThen] = [now.skipped ?? 0, then.skipped ?? 0]
  return skipped > skippedThen ? `${counted(skipped, 'test')} skipped where ${skippedThen} were skipped before` : null
}

/** A test runner counted before, and now something else prints what it likes: nobody counts any more. */
export const isHidden = (counts: Counted, before: Before | null): boolean =>
  before?.counts === 'known' && counts === 'printed'

/** Whatever is counted: a test that cannot fail is counted too. */
export const silentFiles = ({ emptied }: Gone): string | null =>
  emptied.length === 0
    ? null
    : `nothing that is known can fail any more in ${emptied.slice(0, 3).join(', ')}: put back what its tests held, or let a helper that holds it say so by its name (assert…, expect…)`

const fewerFiles = (tests: TestCounts, removed: readonly string[]): string | null =>
  hasCounts(tests) || removed.length === 0
    ? null
    : `test files were removed and its counts cannot be seen: ${removed.slice(0, 3).join(', ')}`
