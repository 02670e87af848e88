// Finds manual tests still to do: open items of acceptance tests (UAT) and verifications.
import type { UatValue } from '../../artifacts/verification/uat.js'
import { isOpenGap, type UatTest } from '../../artifacts/verification/uat-parts.js'
import type { VerificationValue } from '../../artifacts/verification/verification.js'
import { type Infer, orNull, record, text } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'

export const debtShape = record({
  test: orNull(text('Number of the test')),
  name: text(),
  expected: orNull(text()),
  result: text(),
  reason: orNull(text()),
})
export type DebtItem = Infer<typeof debtShape>

const FINISHED: ReadonlySet<string> = new Set(['complete', 'completed', 'passed', 'all_pass', 'resolved'])

export const isFinishedUat = ({ statusText }: Pick<UatValue, 'statusText'>): boolean =>
  FINISHED.has((statusText ?? '').toLowerCase())

/** Whether the UAT has tests and the user ran them all. A failed test counts as run here, because it is debt of the UAT. */
const isTested = (uat: UatValue | null): boolean =>
  uat !== null && uat.tests.length > 0 && uat.tests.every(({ result }) => result === 'pass' || result === 'issue')

/** Whether the verification found gaps, or leaves manual tests that have not all been run. */
export const isOpenVerification = (status: VerificationValue['status'], uat: UatValue | null): boolean =>
  status === 'gaps_found' || (status === 'human_needed' && !isTested(uat))

const gapDebt = ({ test, truth, status, reason }: UatValue['gaps'][number]): DebtItem => ({
  test,
  name: truth,
  expected: null,
  result: status ?? 'failed',
  reason,
})

/** Returns tests that have not passed. In a resolved session, failures and unknown results count as settled. */
export const openTests = ({ status, tests }: UatValue): readonly UatTest[] =>
  tests.filter(
    ({ result }) => result !== 'pass' && !(status === 'resolved' && (result === 'issue' || result === 'other')),
  )

/** Lists open tests, then (unless the session is resolved) open gaps that belong to none of the tests. */
export function debtInUat(value: UatValue): readonly DebtItem[] {
  const tests = openTests(value).map(
    (test): DebtItem => ({
      test: test.number,
      name: test.name,
      expected: test.expected,
      result: test.resultText ?? test.result,
      reason: test.reason ?? test.blockedBy ?? test.reported,
    }),
  )
  if (value.status === 'resolved') return tests
  const numbers = new Set(value.tests.map(({ number }) => number))
  const gaps = value.gaps.filter((gap) => isOpenGap(gap) && (gap.test === null || !numbers.has(gap.test))).map(gapDebt)
  return [...tests, ...gaps]
}

export function debtInVerification({ status, humanVerification, gaps }: VerificationValue): readonly DebtItem[] {
  const human = humanVerification.map(
    ({ test, expected, whyHuman }): DebtItem => ({
      test: null,
      name: test,
      expected,
      result: 'human_needed',
      reason: whyHuman,
    }),
  )
  return status === 'gaps_found' ? [...human, ...gaps.map((gap) => gapDebt({ ...gap, test: null }))] : human
}

export const uatOf = ({ inputs }: ProjectFacts, { files }: PhaseFacts): UatValue | null =>
  files?.uat == null ? null : (inputs.parse('uat', files.uat)?.value ?? null)

export function openAcceptance(facts: ProjectFacts, phase: PhaseFacts): readonly DebtItem[] {
  const uat = uatOf(facts, phase)
  return uat === null ? [] : debtInUat(uat)
}

/** Describes open items in a finished phase's VERIFICATION and UAT. They block no work, only the close of the milestone. */
export function openItemsOf(facts: ProjectFacts, phase: PhaseFacts): readonly string[] {
  const { files, verification } = phase
  const tests = openAcceptance(facts, phase)
  const isOpen = verification !== null && isOpenVerification(verification.status, uatOf(facts, phase))
  const found = verification?.status === 'gaps_found' ? `found ${counted(verification.value.gaps.length, 'gap')}` : null
  return [
    ...(isOpen ? [`${verification.path} ${found ?? 'leaves tests to the user'}`] : []),
    ...(tests.length === 0 ? [] : [`${files?.uat} has ${counted(tests.length, 'open test')}`]),
  ]
}

/** Returns the command that settles a phase's open items: it plans repairs of gaps, or tests with the user. */
export const openItemsCall = ({ id, verification }: PhaseFacts): string =>
  `gsd-tools begin ${verification?.status === 'gaps_found' ? 'plan-phase' : 'verify-work'} ${id}`
