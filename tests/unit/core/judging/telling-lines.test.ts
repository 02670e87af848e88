import { describe, expect, it } from 'vitest'
import { tellingLines } from '../../../../lib/core/judging/telling-lines.js'

const TALLIES = ['tests 31', 'suites 0', 'pass 30', 'fail 1', 'cancelled 0', 'skipped 0', 'todo 0', 'duration_ms 433.1']
const PASSED = Array.from({ length: 30 }, (_, index) => index + 1)
const STACK = Array.from(
  { length: 8 },
  (_, index) => `      at Test.run${index} (node:internal/test_runner/test:${index})`,
)

const TAP = [
  'TAP version 13',
  ...PASSED.map((n) => `ok ${n} - t${n}\n  ---\n  duration_ms: 0.1\n  ...`),
  'not ok 31 - adds two days',
  '  ---',
  '  duration_ms: 1.17',
  "  location: '/p/a.test.mjs:2:24'",
  "  failureType: 'testCodeFailure'",
  '  error: |-',
  '    Expected values to be strictly equal:',
  '    ',
  '    3 !== 4',
  '    ',
  "  code: 'ERR_ASSERTION'",
  "  name: 'AssertionError'",
  '  expected: 4',
  '  actual: 3',
  "  operator: 'strictEqual'",
  '  stack: |-',
  ...STACK,
  '  ...',
  'not ok 32 - later # TODO',
  '1..32',
  ...TALLIES.map((line) => `# ${line}`),
]
const SPEC_FAILURE = [
  '✖ adds two days (0.98ms)',
  '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
  '  ',
  '  3 !== 4',
  '  ',
  ...STACK,
  '    generatedMessage: true,',
  "    code: 'ERR_ASSERTION',",
  '    actual: 3,',
  '    expected: 4,',
  "    operator: 'strictEqual'",
  '  }',
]
const SPEC = [
  ...PASSED.map((n) => `✔ t${n} (1.01ms)`),
  ...SPEC_FAILURE,
  ...TALLIES.map((line) => `ℹ ${line}`),
  '✖ failing tests:',
  'test at a.test.mjs:2:24',
  ...SPEC_FAILURE,
]
const VITEST = [
  ' \u001b[31m❯\u001b[39m zz.test.ts (31 tests | 1 failed) 11ms',
  ...PASSED.map((n) => `   \u001b[32m✓\u001b[39m t${n} 1ms`),
  '\u001b[31m   \u001b[31m×\u001b[31m adds two days\u001b[39m\u001b[32m 9\u001b[2mms\u001b[22m\u001b[39m',
  '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯',
  '\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m zz.test.ts > adds two days',
  '\u001b[1mAssertionError\u001b[22m: expected 3 to be 4 // Object.is equality',
  '- Expected',
  '+ Received',
  '- 4',
  '+ 3',
  ' ❯ zz.test.ts:2:53',
  ...PASSED.map((n) => `    ${n}| code`),
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 30 passed (31)',
]
const JEST = [
  'FAIL ./days.test.js',
  ...PASSED.map((n) => `  ✓ t${n} (1 ms)`),
  '  ✕ adds two days (2 ms)',
  '  ● adds two days',
  '    expect(received).toBe(expected) // Object.is equality',
  '    Expected: 4',
  '    Received: 3',
  ...PASSED.map((n) => `    > ${n} | code`),
  ...STACK,
  'Tests:       1 failed, 30 passed, 31 total',
]
const PYTEST = [
  '=== test session starts ===',
  '=== FAILURES ===',
  '____ test_adds_two_days ____',
  '    def test_adds_two_days():',
  '>       assert days == 4',
  'E       assert 3 == 4',
  'test_days.py:4: AssertionError',
  ...PASSED.map((n) => `--- captured line ${n}`),
  '=== short test summary info ===',
  'FAILED test_days.py::test_adds_two_days - assert 3 == 4',
  '=== 1 failed, 30 passed in 0.04s ===',
]
const GO = [
  '--- FAIL: TestAddsTwoDays (0.00s)',
  '    days_test.go:4: got 3, want 4',
  'FAIL',
  'FAIL\texample.com/days\t0.002s',
  ...PASSED.map((n) => `ok  \texample.com/p${n}\t0.002s`),
  'FAIL',
]
const CARGO = [
  'running 31 tests',
  'test adds_two_days ... FAILED',
  ...PASSED.map((n) => `test t${n} ... ok`),
  '---- adds_two_days stdout ----',
  "thread 'adds_two_days' (9627) panicked at src/lib.rs:2:30:",
  'assertion `left == right` failed',
  '  left: 3',
  ' right: 4',
  ...PASSED.map((n) => `  ${n}: core::panicking::frame`),
  'failures:',
  '    adds_two_days',
  'test result: FAILED. 30 passed; 1 failed',
  'error: test failed, to rerun pass `--lib`',
]

/** runner, its output, what is to be shown of it, what is not */
const OUTPUTS: readonly (readonly [string, readonly string[], readonly string[], RegExp])[] = [
  ['node:test, tap', TAP, ['not ok 31 - adds two days', '    3 !== 4', '  expected: 4', '  actual: 3'], /later/],
  ['node:test, spec', SPEC, ['✖ adds two days (0.98ms)', '  3 !== 4', '    actual: 3,', '    expected: 4,'], /✔/],
  ['vitest', VITEST, [' FAIL  zz.test.ts > adds two days', '- 4', '+ 3'], /✓|❯ zz.test.ts \(/],
  ['jest', JEST, ['  ● adds two days', '    Expected: 4', '    Received: 3'], /✓/],
  ['pytest', PYTEST, ['E       assert 3 == 4', 'FAILED test_days.py::test_adds_two_days - assert 3 == 4'], /starts/],
  ['go test', GO, ['--- FAIL: TestAddsTwoDays (0.00s)', '    days_test.go:4: got 3, want 4'], /p1\b/],
  ['cargo test', CARGO, ['test adds_two_days ... FAILED', '  left: 3', ' right: 4'], /t1 /],
  [
    'a program',
    ['a', ...STACK, 'TypeError: x is undefined', ...STACK, ...STACK],
    ['TypeError: x is undefined'],
    /^a$/m,
  ],
]

describe('what is shown of a failed check', () => {
  for (const [runner, output, wanted, unwanted] of OUTPUTS)
    it(`names what failed: ${runner}`, () => {
      const shown = tellingLines(output.join('\n'), { lines: 12, characters: 2000 })
      expect(shown).toEqual(expect.arrayContaining([...wanted]))
      expect(shown.join('\n')).not.toMatch(unwanted)
      expect(shown.length).toBeLessThanOrEqual(12)
      expect(tellingLines(shown.join('\n'), { lines: 12, characters: 2000 })).toEqual(shown)
    })

  it('is the end of the output where nothing is known in it', () => {
    const lines = PASSED.map((n) => `line ${n}`)
    expect(tellingLines(lines.join('\n\n'), { lines: 3, characters: 2000 })).toEqual(['line 28', 'line 29', 'line 30'])
    expect(tellingLines('', { lines: 3, characters: 2000 })).toEqual([])
  })

  it('keeps both limits, and the first of many failures', () => {
    const output = PASSED.map((n) => `not ok ${n} - ${'x'.repeat(90)}`).join('\n')
    const shown = tellingLines(output, { lines: 12, characters: 500 })
    expect(shown[0]).toMatch(/^not ok 1 /)
    expect(shown.join('\n').length).toBeLessThanOrEqual(500)
    expect(tellingLines('y'.repeat(900), { lines: 12, characters: 500 })).toEqual(['y'.repeat(500)])
  })
})
