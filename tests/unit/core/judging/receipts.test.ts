import { describe, expect, it } from 'vitest'
import { type Check, readChecks } from '../../../../lib/core/judging/check.js'
import {
  assessReceipts,
  type Baseline,
  checkResultOf,
  doubtsIn,
  failureDigest,
  parseReceiptFile,
  type Receipt,
  type ReceiptFile,
  renderReceiptFile,
  weakness,
} from '../../../../lib/core/judging/receipts.js'
import { parseTestCounts } from '../../../../lib/core/judging/test-counts.js'
import { sha256 } from '../../../../lib/node/digest.js'
import type { RunResult } from '../../../../lib/ports.js'

const check = (rest: Partial<Check> = {}): Check => ({
  name: 'test',
  argv: ['npm', 'test'],
  cwd: '.',
  expect: 0,
  own: false,
  ...rest,
})

const ran = (exitCode: number | null, stdout = '', problem: RunResult['problem'] = null): RunResult => ({
  exitCode,
  stdout,
  stderr: '',
  durationMs: 5,
  problem,
})

const COUNTED = '# pass 2\n# fail 0\n'

function receipt(result: RunResult, rest: Partial<Check> = {}, before: Baseline | null = null): Receipt {
  const { name, argv, cwd, expect: exit, own } = check(rest)
  return {
    ...{ id: 'r', name, argv, cwd, expect: exit, own },
    ...{ exitCode: result.exitCode, durationMs: result.durationMs },
    ...checkResultOf(check(rest), result, before),
    baseline: before === null ? null : before.outcome === 'fail' ? 'fail' : 'pass',
    baselineFailed: before?.failed ?? null,
  }
}

const fileOf = (receipts: readonly Receipt[], treeDigest: string | null = 't'): ReceiptFile => ({
  ...{ v: 1, plan: '01-01', at: '2026-01-01T00:00:00.000Z', by: 'A', commit: 'c', treeDigest },
  verdict: assessReceipts(receipts).verdict,
  receipts,
})

describe('checks', () => {
  it('are argument lists, plain or with fields', () => {
    expect(readChecks([['npm', 'test'], { run: ['npx', 'lint'], expect: '1', cwd: 'app' }], false)).toEqual({
      problems: [],
      checks: [
        check({ name: 'npm test' }),
        check({ name: 'npx lint in app (expecting 1)', argv: ['npx', 'lint'], cwd: 'app', expect: 1 }),
      ],
    })
  })

  it.each<[string, unknown]>([
    ['a command line', 'npm test'],
    ['a command line in a list', [['npm test']]],
    ['a second command', [{ run: ['npm', 'test', ';', 'rm', '-rf', '/'] }]],
    ['a pipe', [{ run: ['cat', 'x', '|', 'sh'] }]],
    ['nothing', [{ run: [] }]],
    ['a number', [{ run: ['x', 1] }]],
    ['a folder outside', [{ run: ['x'], cwd: '../y' }]],
    ['an exit code out of range', [{ run: ['x'], expect: 900 }]],
  ])('refuse %s', (_name, value) => {
    const { checks, problems } = readChecks(value, false)
    expect(checks).toEqual([])
    expect(problems).toHaveLength(1)
  })

  it.each([
    [['ls', 'dist/app.js']],
    [['node', '-e', 'a; b']],
    [['test', '-f', 'x']],
    [['sh', '-c', 'source .env && npm start']],
    [['node', 'test/helper.mjs']],
    [['grep', '-q', '$(name)', 'README.md']],
  ])('accept %j', (run) => {
    expect(readChecks([run], true)).toMatchObject({ problems: [], checks: [{ argv: run }] })
  })
})

const FAILED: Baseline = { outcome: 'fail', failed: null }

describe('a run', () => {
  it.each<[string, RunResult, Partial<Check>, Baseline | null, Receipt['outcome'], Receipt['proof']]>([
    ['that counts tests', ran(0, COUNTED), {}, null, 'pass', 'it counted tests'],
    ['that failed before the work', ran(0), {}, FAILED, 'pass', 'it failed before the work'],
    ['that only succeeds', ran(0), {}, null, 'checked', null],
    ['that only ends as expected', ran(1), { expect: 1 }, null, 'checked', null],
    ['that is to fail and did not before', ran(1), { expect: 1 }, FAILED, 'pass', 'it failed before the work'],
    ['that fails', ran(1), {}, null, 'fail', null],
    ['that exits with 0 although tests failed', ran(0, '# pass 1\n# fail 1\n'), {}, null, 'fail', null],
    ['whose program is missing', ran(null, '', 'not-found'), {}, null, 'inconclusive', null],
    ['that ended with 127', ran(127), {}, null, 'inconclusive', null],
    ['that took too long', ran(null, '', 'timeout'), {}, null, 'inconclusive', null],
    ['of no test', ran(0, '# pass 0\n# fail 0\n'), {}, FAILED, 'inconclusive', null],
    ...[
      'No test files found, exiting with code 0',
      'Ran 0 tests in 0.000s\n\nOK',
      "make: Nothing to be done for 'check'.",
      "make: 'check' is up to date.",
      'No files matching the pattern were found',
      '?   \texample.com/a\t[no test files]',
    ].map((output): [string, RunResult, Partial<Check>, Baseline | null, Receipt['outcome'], null] => [
      `that prints "${output}"`,
      ran(0, output),
      {},
      null,
      'inconclusive',
      null,
    ]),
  ])('%s', (_name, result, rest, before, outcome, proof) => {
    expect(checkResultOf(check(rest), result, before)).toMatchObject({ outcome, proof })
  })
})

const PASSED = receipt(ran(0, COUNTED), { own: true })
const CHECKED = receipt(ran(0), { own: true })
const FAILED_BEFORE = receipt(ran(1), {}, FAILED)

describe('the verdict', () => {
  it.each<[string, readonly Receipt[], string]>([
    ['a check that proves something', [PASSED], 'pass'],
    ['one that proves something, next to one that does not', [CHECKED, PASSED], 'pass'],
    ['one that was not seen to fail', [CHECKED], 'checked'],
    ['no check at all', [], 'inconclusive'],
    ['a check that fails', [PASSED, receipt(ran(1))], 'fail'],
    ['a failure that was there before, next to a check that proves something', [PASSED, FAILED_BEFORE], 'pass'],
    ['a failure that was there before, alone', [FAILED_BEFORE], 'inconclusive'],
    [
      'more failing tests than before',
      [receipt(ran(1, 'Tests  3 failed | 1 passed (4)'), {}, { outcome: 'fail', failed: 2 })],
      'fail',
    ],
    [
      'as many failing tests as before',
      [PASSED, receipt(ran(1, 'Tests  2 failed | 1 passed (3)'), {}, { outcome: 'fail', failed: 2 })],
      'pass',
    ],
    ['an own check that failed before and still does', [receipt(ran(1), { own: true }, FAILED)], 'fail'],
    ['one that did not run', [PASSED, receipt(ran(127))], 'inconclusive'],
  ])('on %s', (_name, receipts, verdict) => {
    expect(assessReceipts(receipts).verdict).toBe(verdict)
  })

  it('is weak if the stored receipts do not give it, or name no tree', () => {
    expect(weakness({ ...fileOf([receipt(ran(1))]), verdict: 'pass' })).toMatch(/ended with 1/)
    expect(weakness(fileOf([PASSED]))).toBeNull()
    expect(weakness(fileOf([CHECKED]))).toBeNull()
    expect(weakness(fileOf([PASSED], null))).toMatch(/tree/)
  })

  it('names checks that were not seen to fail, unless another proves something', () => {
    expect(doubtsIn([CHECKED])).toEqual(['"test" has not been seen to fail'])
    expect(doubtsIn([CHECKED, PASSED])).toEqual([])
  })

  it('survives storing; a file of another form is refused', () => {
    expect(parseReceiptFile(renderReceiptFile(fileOf([PASSED])))).toEqual(fileOf([PASSED]))
    expect(parseReceiptFile('{"v":2}')).toBeNull()
    expect(parseReceiptFile('{"v":1,"receipts":[{"name":"x"}]}')).toBeNull()
    expect(parseReceiptFile('not json')).toBeNull()
  })

  it('treats failures as equal by what failed, not by time and output', () => {
    const digest = (result: RunResult) => failureDigest([receipt(result)], sha256)
    expect(digest({ ...ran(1, 'at 10:00'), durationMs: 1 })).toBe(digest({ ...ran(1, 'at 11:00'), durationMs: 9 }))
    expect(digest(ran(1))).not.toBe(digest(ran(2)))
  })
})

describe('test counts', () => {
  it.each<[string, string, number | null, number | null, number | null]>([
    [
      'vitest',
      ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 5 passed | 1 skipped (8)\n',
      ...([5, 2, 1] as const),
    ],
    [
      'vitest in colour',
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m5 passed\u001b[39m\u001b[22m (5)\n',
      ...([5, 0, 0] as const),
    ],
    ['vitest with tests that are to fail', '  Tests  2 expected fail (2)\n', 0, 0, 2],
    ['jest', 'Test Suites: 1 passed, 1 total\nTests:       1 failed, 3 passed, 4 total\n', 3, 1, 0],
    ['node:test', '# tests 4\n# pass 3\n# fail 1\n# skipped 0\n', 3, 1, 0],
    ['node:test on a terminal', 'ℹ tests 2\nℹ pass 2\nℹ fail 0\nℹ skipped 0\n', 2, 0, 0],
    ['node:test, cancelled and to do', '# pass 1\n# fail 0\n# cancelled 2\n# skipped 1\n# todo 1\n', 1, 2, 2],
    ['TAP', '1..3\nok 1 a\nok 2 b # skip no\nnot ok 3 c\n', 1, 1, 1],
    ['TAP of nothing', '1..0\n', 0, 0, 0],
    ['pytest', '==== 1 failed, 8 passed, 2 skipped in 0.12s ====\n', 8, 1, 2],
    ['pytest, quiet', '12 passed, 1 skipped in 0.50s\n', 12, 0, 1],
    ['pytest with one that may fail', '==== 2 passed, 1 xfailed in 0.1s ====\n', 2, 0, 1],
    [
      'cargo',
      'test result: ok. 3 passed; 0 failed; 1 ignored;\ntest result: FAILED. 1 passed; 2 failed; 0 ignored;\n',
      ...([4, 2, 1] as const),
    ],
    ['go with -v', '--- PASS: TestA (0.0s)\n--- FAIL: TestB (0.0s)\nFAIL\n', 1, 1, 0],
    ['go', '?   \ta/b\t[no test files]\nok  \ta/c\t0.2s\nFAIL\ta/d\t0.1s\nFAIL\n', 1, 1, 0],
    ['go without a test', 'ok  \ta/b\t0.2s [no tests to run]\n', null, null, null],
    ['lines that only look like those', '1 skipped\n2 pass\nTests: 5, Assertions: 3\n', null, null, null],
    ['anything else', '5 examples, 0 failures\nall good\n', null, null, null],
  ])('of %s', (_name, output, passed, failed, skipped) => {
    expect(parseTestCounts(output)).toEqual({ passed, failed, skipped })
  })
})
