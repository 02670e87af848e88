import { describe, expect, it } from 'vitest'
import type { Check } from '../../../../lib/core/judging/check.js'
import { makeReceipt } from '../../../../lib/core/judging/making.js'
import {
  failureDigest,
  judge,
  makeReceiptFile,
  parseReceiptFile,
  readChecks,
  renderReceiptFile,
  weakness,
} from '../../../../lib/core/judging/receipts.js'
import { NO_COUNTS, parseTestCounts, saysNoTest } from '../../../../lib/core/judging/test-counts.js'
import { sha256 } from '../../../../lib/node/digest.js'
import type { RunResult } from '../../../../lib/ports.js'

const check = (rest: Partial<Check> = {}): Check => ({
  name: 'test',
  argv: ['npm', 'test'],
  cwd: '.',
  expect: 0,
  required: true,
  own: false,
  timeoutMs: null,
  ...rest,
})

const ran = (exitCode: number | null, stdout = '', problem: RunResult['problem'] = null): RunResult => ({
  exitCode,
  stdout,
  stderr: '',
  durationMs: 5,
  problem,
})

const receipt = (
  result: RunResult,
  {
    own = false,
    required = true,
    baseline = null as { outcome: 'pass' | 'fail'; failed: number | null } | null,
    tree = 't' as string | null,
  } = {},
) =>
  makeReceipt({
    check: check({ own, required }),
    result,
    known: {
      empty: null,
      runner: true,
      tells: false,
      files: [],
      gone: { removed: [], emptied: [] },
      changed: false,
      before: baseline === null ? null : { outcome: baseline.outcome, tests: NO_COUNTS },
    },
    given: { key: '', permits: [], begun: '' },
    baseline,
    tree,
    at: '2026-01-01T00:00:00.000Z',
    digest: sha256,
  })

describe('checks', () => {
  it('are argument lists, plain or with fields', () => {
    expect(
      readChecks(
        [['npm', 'test'], { name: 'lint', run: ['npx', 'lint'], expect: '1', required: 'false', timeout: 5 }],
        false,
      ),
    ).toEqual({
      problems: [],
      checks: [
        check({ name: 'npm test' }),
        check({ name: 'lint', argv: ['npx', 'lint'], expect: 1, required: false, timeoutMs: 5000 }),
      ],
    })
  })

  it.each<[string, unknown]>([
    ['a command line', 'npm test'],
    ['a command line in a list', [['npm test']]],
    ['a second command', [{ run: ['npm', 'test', ';', 'rm', '-rf', '/'] }]],
    ['a pipe', [{ run: ['cat', 'x', '|', 'sh'] }]],
    ['a substitution', [{ run: ['echo', '$(id)'] }]],
    ['a hidden separator', [{ run: ['npm', 'test; rm x'] }]],
    ['nothing', [{ run: [] }]],
    ['a number', [{ run: ['x', 1] }]],
    ['a folder outside', [{ run: ['x'], cwd: '../y' }]],
    ['an exit code that is none', [{ run: ['x'], expect: 900 }]],
  ])('refuse %s', (_name, value) => {
    const { checks, problems } = readChecks(value, false)
    expect(checks).toEqual([])
    expect(problems).toHaveLength(1)
  })
})

const FAILED_BEFORE = receipt(ran(1), { baseline: { outcome: 'fail', failed: null } })

describe('the verdict', () => {
  it.each<[string, readonly ReturnType<typeof receipt>[], string]>([
    ['a check that passes', [receipt(ran(0))], 'pass'],
    ['no check at all', [], 'inconclusive'],
    ['a check that fails', [receipt(ran(1))], 'fail'],
    [
      'a failure that was there before, beside one that passes',
      [receipt(ran(0), { own: true }), FAILED_BEFORE],
      'pass',
    ],
    ['a failure that was there before, alone', [FAILED_BEFORE], 'inconclusive'],
    [
      'more failing tests than before',
      [receipt(ran(1, 'Tests  3 failed | 1 passed (4)'), { baseline: { outcome: 'fail', failed: 2 } })],
      'fail',
    ],
    [
      'as many failing tests as before',
      [
        receipt(ran(0)),
        receipt(ran(1, 'Tests  2 failed | 1 passed (3)'), { baseline: { outcome: 'fail', failed: 2 } }),
      ],
      'pass',
    ],
    [
      'an own check that failed before and still does',
      [receipt(ran(1), { own: true, baseline: { outcome: 'fail', failed: null } })],
      'fail',
    ],
    ['a missing program', [receipt(ran(null, '', 'not-found'))], 'inconclusive'],
    ['exit code 127', [receipt(ran(127))], 'inconclusive'],
    ['a time limit', [receipt(ran(null, '', 'timeout'))], 'inconclusive'],
    ['one passes, a required one did not run', [receipt(ran(0)), receipt(ran(127))], 'inconclusive'],
    ['one passes, an optional one did not run', [receipt(ran(0)), receipt(ran(127), { required: false })], 'pass'],
    ['only optional ones that pass', [receipt(ran(0), { required: false })], 'inconclusive'],
    ['only an optional one, and it did not run', [receipt(ran(127), { required: false })], 'inconclusive'],
  ])('on %s', (_name, receipts, verdict) => {
    expect(judge(receipts).verdict).toBe(verdict)
  })

  it('is judged again from the stored receipts: a forged word proves nothing', () => {
    const file = makeReceiptFile('01-01', '2026-01-01T00:00:00.000Z', 't', [receipt(ran(1))])
    expect(weakness({ ...file, verdict: 'pass', newFailures: [], executed: 9 })).toMatch(/ended with 1/)
    expect(weakness(makeReceiptFile('01-01', '', 't', [receipt(ran(0))]))).toBeNull()
    expect(weakness(makeReceiptFile('01-01', '', null, [receipt(ran(0), { tree: null })]))).toMatch(/tree/)
    expect(weakness(makeReceiptFile('01-01', '', 'u', [receipt(ran(0))]))).toMatch(/different trees/)
  })

  it('survives storing', () => {
    const file = makeReceiptFile('01-01', '2026-01-01T00:00:00.000Z', 't', [receipt(ran(0, 'ok'))])
    expect(parseReceiptFile(renderReceiptFile(file))).toEqual(file)
    expect(parseReceiptFile('{"v":2}')).toBeNull()
    expect(parseReceiptFile('not json')).toBeNull()
  })

  it('calls two failures alike by what failed, not by time and output', () => {
    const digest = (result: RunResult) => failureDigest([receipt(result)], sha256)
    expect(digest({ ...ran(1, 'at 10:00'), durationMs: 1 })).toBe(digest({ ...ran(1, 'at 11:00'), durationMs: 9 }))
    expect(digest(ran(1))).not.toBe(digest(ran(2)))
  })
})

describe('test counts', () => {
  it.each<[string, string, { passed: number | null; failed: number | null; skipped: number | null }]>([
    [
      'vitest',
      ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 5 passed | 1 skipped (8)\n',
      { passed: 5, failed: 2, skipped: 1 },
    ],
    [
      'vitest in colour',
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m5 passed\u001b[39m\u001b[22m (5)\n',
      { passed: 5, failed: 0, skipped: 0 },
    ],
    [
      'jest',
      'Test Suites: 1 passed, 1 total\nTests:       1 failed, 3 passed, 4 total\n',
      { passed: 3, failed: 1, skipped: 0 },
    ],
    ['node:test', '# tests 4\n# pass 3\n# fail 1\n# skipped 0\n', { passed: 3, failed: 1, skipped: 0 }],
    ['node:test on a terminal', 'ℹ tests 2\nℹ pass 2\nℹ fail 0\nℹ skipped 0\n', { passed: 2, failed: 0, skipped: 0 }],
    ['mocha', '  12 passing (30ms)\n  1 pending\n  2 failing\n', { passed: 12, failed: 2, skipped: 1 }],
    ['pytest', '==== 1 failed, 8 passed, 2 skipped in 0.12s ====\n', { passed: 8, failed: 1, skipped: 2 }],
    ['unittest', 'Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1)\n', { passed: 3, failed: 2, skipped: 0 }],
    [
      'unittest with tests that are to fail',
      'Ran 5 tests in 0.1s\n\nOK (skipped=1, expected failures=2)\n',
      { passed: 2, failed: 0, skipped: 3 },
    ],
    ['pytest with one that may fail', '==== 2 passed, 1 xfailed in 0.1s ====\n', { passed: 2, failed: 0, skipped: 1 }],
    [
      'vitest with one that is to fail',
      '  Tests  1 passed | 1 expected fail (2)\n',
      { passed: 1, failed: 0, skipped: 1 },
    ],
    ['vitest with none but such', '  Tests  2 expected fail (2)\n', { passed: 0, failed: 0, skipped: 2 }],
    [
      'cargo',
      'test result: ok. 3 passed; 0 failed; 1 ignored;\ntest result: FAILED. 1 passed; 2 failed; 0 ignored;\n',
      { passed: 4, failed: 2, skipped: 1 },
    ],
    ['go', '--- PASS: TestA (0.0s)\n--- FAIL: TestB (0.0s)\nFAIL\n', { passed: 1, failed: 1, skipped: 0 }],
    ['pytest, quiet', '12 passed, 1 skipped in 0.50s\n', { passed: 12, failed: 0, skipped: 1 }],
    [
      'node:test, whose files count as tests where they call none',
      'ok 1 - /home/a/empty.test.js\nok 2 - adds\n# tests 2\n# pass 2\n# fail 0\n# skipped 0\n# todo 0\n',
      { passed: 1, failed: 0, skipped: 0 },
    ],
    [
      'a newer node:test, which names such files from the folder',
      "ok 1 - sub/empty.test.js\n---\ntype: 'test'\n...\nok 2 - adds\n# tests 2\n# pass 2\n# fail 0\n",
      { passed: 1, failed: 0, skipped: 0 },
    ],
    [
      'node:test on a terminal, where a file counts as a test and a suite is called like one',
      '✔ empty.test.mjs (83.4ms)\n▶ part.test.js\n  ✔ adds (0.3ms)\n✔ part.test.js (0.6ms)\nℹ pass 2\nℹ fail 0\n',
      { passed: 1, failed: 0, skipped: 0 },
    ],
    [
      'node:test, a suite that is called like a file',
      "ok 1 - part.test.js\n  ---\n  duration_ms: 0.3\n  type: 'suite'\n  ...\n# pass 1\n# fail 0\n",
      { passed: 1, failed: 0, skipped: 0 },
    ],
    [
      'node:test as XML',
      '<testcase name="empty.test.js" time="0.06" classname="test"/>\n<testcase name="adds" time="0.1"/>\n<!-- pass 2 -->\n<!-- fail 0 -->\n<!-- skipped 1 -->\n',
      { passed: 1, failed: 0, skipped: 1 },
    ],
    [
      'node:test, cancelled and to do',
      '# pass 1\n# fail 0\n# cancelled 2\n# skipped 1\n# todo 1\n',
      { passed: 1, failed: 2, skipped: 2 },
    ],
    [
      'Maven',
      '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in ATest\n[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n[INFO] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n',
      { passed: 3, failed: 1, skipped: 1 },
    ],
    [
      'dotnet',
      'Passed!  - Failed:     0, Passed:     5, Skipped:     1, Total:     6, Duration: 12 ms - A.dll\nSkipped! - Failed:     0, Passed:     0, Skipped:     2, Total:     2\n',
      { passed: 5, failed: 0, skipped: 3 },
    ],
    [
      'dotnet on a terminal',
      'Test summary: total: 5, failed: 1, succeeded: 3, skipped: 1, duration: 1.0s\n',
      { passed: 3, failed: 1, skipped: 1 },
    ],
    ['PHPUnit', 'OK (5 tests, 8 assertions)\n', { passed: 5, failed: 0, skipped: 0 }],
    [
      'PHPUnit with what was skipped',
      'OK, but some tests were skipped!\nTests: 5, Assertions: 3, Failures: 1, Skipped: 2.\n',
      { passed: 2, failed: 1, skipped: 2 },
    ],
    ['RSpec', '5 examples, 2 failures, 1 pending\n', { passed: 2, failed: 2, skipped: 1 }],
    ['minitest', '5 runs, 8 assertions, 0 failures, 1 errors, 2 skips\n', { passed: 2, failed: 1, skipped: 2 }],
    ['ExUnit', '2 doctests, 3 tests, 0 failures, 1 excluded\n', { passed: 4, failed: 0, skipped: 1 }],
    ['Jasmine', '3 specs, 0 failures, 1 pending spec\n', { passed: 2, failed: 0, skipped: 1 }],
    ['Deno', 'ok | 2 passed (3 steps) | 0 failed | 1 ignored (13ms)\n', { passed: 2, failed: 0, skipped: 1 }],
    [
      'Deno, where a filter left none',
      'ok | 0 passed | 0 failed | 3 filtered out (8ms)\n',
      { passed: 0, failed: 0, skipped: 0 },
    ],
    [
      'Bun',
      ' 2 pass\n 1 skip\n 1 todo\n 0 fail\n 2 expect() calls\nRan 4 tests across 1 file. [10.00ms]\n',
      { passed: 2, failed: 0, skipped: 2 },
    ],
    [
      'Playwright',
      'Running 4 tests using 1 worker\n\n  2 skipped\n  1 flaky\n  1 passed (9.8s)\n',
      { passed: 2, failed: 0, skipped: 2 },
    ],
    ['lines that only look like those', '1 skipped\n2 pass\n1..5\n', { passed: null, failed: null, skipped: null }],
    ['AVA', '  1 test passed\n  1 test skipped\n  1 test todo\n', { passed: 1, failed: 0, skipped: 2 }],
    ['AVA as TAP', '# tests 2\n# pass 1\n# skip 1\n# fail 0\n', { passed: 1, failed: 0, skipped: 1 }],
    [
      'XCTest and Swift Testing',
      'Executed 2 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.003 (0.004) seconds\n✔ Test run with 5 tests in 1 suite passed after 0.001 seconds.\n',
      { passed: 6, failed: 0, skipped: 1 },
    ],
    [
      'ScalaTest',
      '[info] Tests: succeeded 5, failed 0, canceled 0, ignored 1, pending 1\n',
      { passed: 5, failed: 0, skipped: 2 },
    ],
    ['Gradle', '3 tests completed, 1 failed, 1 skipped\n', { passed: 1, failed: 1, skipped: 1 }],
    [
      'nextest',
      '     Summary [   0.003s] 5 tests run: 4 passed, 1 failed, 2 skipped\n',
      { passed: 4, failed: 1, skipped: 2 },
    ],
    ['gotestsum', 'DONE 5 tests, 2 skipped in 0.1s\n', { passed: 3, failed: 0, skipped: 2 }],
    ['Dart', '00:01 +5 ~1 -2: Some tests failed.\n', { passed: 5, failed: 2, skipped: 1 }],
    ['node-tap', '# { total: 3, pass: 1, fail: 1, skip: 1 }\n', { passed: 1, failed: 1, skipped: 1 }],
    ['prove', 'Files=1, Tests=5,  0 wallclock secs\nResult: PASS\n', { passed: 5, failed: 0, skipped: 0 }],
    ['Cucumber', '5 scenarios (1 skipped, 1 undefined, 3 passed)\n', { passed: 3, failed: 0, skipped: 2 }],
    ['Behave', '3 scenarios passed, 1 failed, 1 skipped\n', { passed: 3, failed: 1, skipped: 1 }],
    ['Busted', '5 successes / 1 failure / 0 errors / 2 pending : 0.01 seconds\n', { passed: 5, failed: 1, skipped: 2 }],
    ['TAP', '1..3\nok 1 a\nok 2 b # skip no\nnot ok 3 c\n', { passed: 1, failed: 1, skipped: 1 }],
    ['TAP of nothing', '1..0\n', { passed: 0, failed: 0, skipped: 0 }],
    ['anything else', 'all good\n', { passed: null, failed: null, skipped: null }],
  ])('of %s', (_name, output, counts) => {
    expect(parseTestCounts(output)).toEqual(counts)
  })

  it.each<[string, number]>([
    ['checks/all.js', 0],
    ['./checks/all.js', 0],
    ['checks/*.js', 0],
    ['checks/**/*.js', 0],
    ['other.js', 1],
    ['other/*.js', 1],
  ])('of a run of %s, where a test is called checks/all.js', (file, passed) => {
    const output = '✔ checks/all.js (1.2ms)\nℹ pass 1\nℹ fail 0\n'
    expect(parseTestCounts(output, [file]).passed).toBe(passed)
  })
})

describe('that there was no test', () => {
  it.each<[string, boolean]>([
    ['No test files found, exiting with code 0\n', true],
    ['No tests found, exiting with code 0\n', true],
    ['===== no tests ran in 0.01s =====\n', true],
    ['?   \texample.com/a\t[no test files]\n', true],
    ['ok  \texample.com/a\t0.2s [no tests to run]\n', true],
    ['?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.2s\n', false],
    ['Ran 0 tests in 0.000s\n\nOK\n', true],
    ['[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n', true],
    ['No test matches the given testcase filter `x` in a.dll\n', true],
    ['Result: NOTESTS\n', true],
    ['> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\nBUILD SUCCESSFUL in 1s\n', true],
    ['> Task :a:test NO-SOURCE\n> Task :b:test\nBUILD SUCCESSFUL in 1s\n', false],
    ['Scope: 0 of 3 workspace projects\nNo projects matched the filters in "/x"\n', true],
    ['all good\n', false],
  ])('is read from %j', (output, none) => {
    expect(saysNoTest(output)).toBe(none)
  })
})
