// What a person still has to test: open items of acceptance tests and of verifications.
import type { UatTest, UatValue } from '../../artifacts/verification/uat.js'
import { isOpenGap } from '../../artifacts/verification/uat-gaps.js'
import type { VerificationValue } from '../../artifacts/verification/verification.js'
import { type Infer, orNull, record, text } from '../../std/shape.js'

export const debtShape = record({
  test: orNull(text('Number of the test')),
  name: text(),
  expected: orNull(text()),
  result: text(),
  reason: orNull(text()),
  why_human: orNull(text()),
})
export type DebtItem = Infer<typeof debtShape>

const FINISHED: ReadonlySet<string> = new Set(['complete', 'completed', 'passed', 'all_pass', 'resolved'])

export const isFinishedUat = ({ statusText }: Pick<UatValue, 'statusText'>): boolean =>
  FINISHED.has((statusText ?? '').toLowerCase())

/** What a verification left to a person was answered by the tests behind it; what failed there is debt of theirs. */
export const isTested = (uat: UatValue | null | undefined): boolean =>
  uat != null && uat.tests.length > 0 && uat.tests.every(({ result }) => result === 'pass' || result === 'issue')

interface Gap {
  readonly test: string | null
  readonly truth: string
  readonly status: string | null
  readonly reason: string | null
}

const gapDebt = ({ test, truth, status, reason }: Gap): DebtItem => ({
  test,
  name: truth,
  expected: null,
  result: status ?? 'failed',
  reason,
  why_human: null,
})

/** Tests that nobody passed. A session that is resolved has settled its failures, and nobody has looked at what was skipped. */
export const openTests = ({ status, tests }: UatValue): readonly UatTest[] =>
  tests.filter(
    ({ result }) => result !== 'pass' && !(status === 'resolved' && (result === 'issue' || result === 'other')),
  )

/** Open tests, then open gaps that no test of the list stands for. */
export function debtInUat(value: UatValue): readonly DebtItem[] {
  const tests = openTests(value).map(
    (test): DebtItem => ({
      test: test.number,
      name: test.name,
      expected: test.expected,
      result: test.resultText ?? test.result,
      reason: test.reason ?? test.blockedBy ?? test.reported,
      why_human: null,
    }),
  )
  const numbers = new Set(value.tests.map(({ number }) => number))
  if (value.status === 'resolved') return tests
  const gaps = value.gaps.filter((gap) => isOpenGap(gap) && (gap.test === null || !numbers.has(gap.test))).map(gapDebt)
  return [...tests, ...gaps]
}

/** What a verification leaves to a person, and the gaps it found. */
export function debtInVerification(value: VerificationValue): readonly DebtItem[] {
  const human =
    value.status === 'human_needed' || value.status === 'gaps_found'
      ? value.humanVerification.map(
          ({ test, expected, whyHuman }): DebtItem => ({
            test: null,
            name: test,
            expected,
            result: 'human_needed',
            reason: null,
            why_human: whyHuman,
          }),
        )
      : []
  const gaps = value.status === 'gaps_found' ? value.gaps.map((gap) => gapDebt({ ...gap, test: null })) : []
  return [...human, ...gaps]
}
