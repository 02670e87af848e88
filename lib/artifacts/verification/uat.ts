// UAT.md: tests for the user, the user's answers, and the gaps that were found.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { lazily } from '../../std/once.js'
import { brokenRules, type DraftRule, draftIssue, markdownKind } from '../document/frame.js'
import { Front, knownWord } from '../parts/front-fields.js'
import { sectionOf } from '../parts/prose.js'
import { isOpenGap, readGaps, readTests, type UatTest } from './uat-parts.js'

const STATUSES = ['testing', 'partial', 'complete', 'diagnosed', 'resolved'] as const

function read(source: Source) {
  const front = new Front(source)
  return lazily({
    status: () => knownWord(STATUSES, front.text('status')),
    /** The word as written. */
    statusText: () => front.text('status'),
    phase: () => front.text('phase'),
    updated: () => front.text('updated'),
    tests: () => readTests(source),
    gaps: () => readGaps(source),
  })
}
export type UatValue = ReturnType<typeof read>

const hasPending = (value: UatValue): boolean => value.tests.some(({ result }) => result === 'pending')

const RULES: readonly DraftRule<UatValue>[] = [
  ['KEY_MISSING', 'phase in the front matter', 'Add phase: to the front matter.', (value) => value.phase === null],
  [
    'UAT_STATUS',
    'status: testing | partial | complete | diagnosed | resolved',
    'Set status: to one of these words.',
    (value) => value.status === null || value.status === 'other',
  ],
  [
    'NO_TESTS',
    'a test',
    'Add "### 1. Name" with expected: and result: below "## Tests".',
    (value) => value.tests.length === 0,
  ],
  [
    'UAT_OPEN',
    'an answer to every test',
    'Answer the pending tests, or set status: partial.',
    (value) => value.status === 'complete' && hasPending(value),
    'the status is complete, but some tests are unanswered',
  ],
  [
    'UAT_FAILED',
    'a status other than complete',
    'Set status: diagnosed and record the cause of each gap, or correct the result of the test.',
    (value) =>
      value.status === 'complete' &&
      (value.tests.some(({ result }) => result === 'issue') || value.gaps.some(isOpenGap)),
    'the status is complete, but a test failed or a gap is open',
  ],
  [
    'UAT_GAPS',
    'gaps below "## Gaps"',
    'List each gap below "## Gaps" with truth, reason, severity and root_cause.',
    (value) => value.status === 'diagnosed' && value.gaps.length === 0,
    'the status is diagnosed, but no gap is listed',
  ],
]

const draftIssues = (source: Source, value: UatValue): readonly Issue[] => [
  ...brokenRules(RULES, source, value),
  ...value.tests.flatMap((test) => testIssues(source, test)),
]

function testIssues(source: Source, test: UatTest): readonly Issue[] {
  const found: Issue[] = []
  const lack = (what: string, fix: string) =>
    found.push(draftIssue(source, 'TEST_PART', `${what} of test ${test.number}`, fix))
  if (test.name === '') lack('the name', `Write "### ${test.number}. Name".`)
  if (test.expected === null) lack('expected:', 'Add expected: with one sentence that can be observed.')
  if (test.result === 'other') lack('a known result', 'Write result: [pending], pass, issue, skipped or blocked.')
  if (test.result === 'issue' && test.reported === null) lack('reported:', "Add reported: with the user's words.")
  return found
}

export const uat = markdownKind({
  read,
  id: 'uat',
  about: 'Tests for the user, their answers and the gaps found',
  draftIssues,
  // The gaps are YAML, in which a list with one entry looks like a placeholder.
  proseEnd: (source) => sectionOf(source, 'gaps')?.start ?? (source.text ?? '').length,
})
