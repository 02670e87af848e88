// UAT.md: tests that a person does, their answers, and the gaps they found.
import type { Issue } from '../../errors.js'
import type { FrontMap } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { any, listOf, mapOf, oneOf, orNull, record, type Shape, text, textOrNull, texts } from '../../std/shape.js'
import type { Codec, Parsed } from '../codec.js'
import type { Draft } from '../parts/draft.js'
import { draftIssue } from '../parts/draft-issues.js'
import { extraOf, type Front, type FrontTable, freshFront, idsOf, wordInput, wordOf } from '../parts/front-fields.js'
import { changeTitle, phaseFile } from '../parts/phase-file.js'
import { document, sectionOf, titleOf } from '../parts/prose.js'
import { isOpenGap, readGaps, renderGaps, type UatGap } from './uat-gaps.js'
import {
  readCurrent,
  readTests,
  renderCounters,
  renderCurrent,
  renderTest,
  UAT_RESULTS,
  type UatCurrent,
  type UatTest,
} from './uat-tests.js'

export { isOpenGap, type UatGap } from './uat-gaps.js'
export { UAT_RESULTS, type UatCurrent, type UatResult, type UatTest } from './uat-tests.js'

const WORDS = ['testing', 'partial', 'complete', 'diagnosed', 'resolved'] as const
type UatStatus = (typeof WORDS)[number] | 'other'

export interface UatValue {
  readonly phase: string | null
  readonly source: readonly string[]
  readonly started: string | null
  readonly updated: string | null
  readonly status: UatStatus | null
  readonly statusText: string | null
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly current: UatCurrent | null
  readonly tests: readonly UatTest[]
  readonly gaps: readonly UatGap[]
}

const shape = record({
  phase: textOrNull(),
  source: texts('Summaries the tests come from'),
  started: textOrNull(),
  updated: textOrNull(),
  status: orNull(oneOf([...WORDS, 'other'])),
  statusText: textOrNull('The word as written'),
  extra: mapOf(any(), 'Other keys of the front matter'),
  title: textOrNull(),
  current: orNull(record({ number: textOrNull(), name: textOrNull(), expected: textOrNull(), awaiting: textOrNull() })),
  tests: listOf(
    record({
      number: text(),
      name: text(),
      expected: textOrNull(),
      result: oneOf(UAT_RESULTS),
      resultText: textOrNull('The word as written'),
      reported: textOrNull(),
      severity: textOrNull(),
      reason: textOrNull(),
      blockedBy: textOrNull(),
    }),
  ),
  gaps: listOf(
    record({
      truth: text(),
      status: textOrNull(),
      reason: textOrNull(),
      severity: textOrNull(),
      test: textOrNull(),
      rootCause: textOrNull(),
      artifacts: listOf(record({ path: text(), issue: textOrNull() })),
      missing: texts(),
      debugSession: textOrNull(),
    }),
  ),
}) as Shape<UatValue>

const empty: UatValue = {
  phase: null,
  source: [],
  started: null,
  updated: null,
  status: null,
  statusText: null,
  extra: {},
  title: null,
  current: null,
  tests: [],
  gaps: [],
}

const TABLE: FrontTable<UatValue> = {
  fields: [
    {
      paths: ['status'],
      input: ({ status, statusText }) => wordInput(WORDS, status, statusText),
      required: true,
      hint: '[testing]',
    },
    { paths: ['phase'], input: ({ phase }) => phase, required: true, hint: '[02-name-of-the-phase]' },
    { paths: ['source'], input: ({ source }) => source, required: true, hint: ['[summaries the tests come from]'] },
    { paths: ['started'], input: ({ started }) => started },
    { paths: ['updated'], input: ({ updated }) => updated },
  ],
}

function read(source: Source, front: Front): Parsed<UatValue> {
  const statusText = front.text('status')
  const value: UatValue = {
    phase: front.text('phase'),
    source: idsOf(front.at('source')),
    started: front.text('started'),
    updated: front.text('updated'),
    status: wordOf(WORDS, statusText),
    statusText,
    extra: extraOf(TABLE, front.data),
    title: titleOf(source),
    current: readCurrent(source),
    tests: readTests(source),
    gaps: readGaps(source),
  }
  return { value, issues: [] }
}

function change(draft: Draft, previous: Source, before: UatValue, value: UatValue): void {
  changeTitle(draft, previous, before.title, value.title)
  const body = (part: UatValue) => [part.current, part.tests, part.gaps]
  if (!same(body(before), body(value)))
    draft.refuse('the tests as they are', 'a change of them', `Edit the tests in ${previous.path} by hand.`)
}

const TEST_TEMPLATE = `### 1. [Name of the test]
expected: [One sentence that can be observed]
result: [pending]

<!-- an issue has two more lines below its result:
reported: words of the user
severity: blocker, major, minor or cosmetic
-->`

const GAP_FORM = `<!-- one entry for each gap, in place of [none yet]:
- truth: what should be so
  status: failed
  reason: words of the user
  severity: blocker, major, minor or cosmetic
  test: 1
  root_cause: what makes it fail, or unknown
  artifacts:
    - path: src/file.ts
      issue: what is wrong in it
  missing: [what must be done]
-->`

/** Without any test the text is the template. */
function fresh(value: UatValue): string {
  const template = value.tests.length === 0
  return (
    freshFront(TABLE, value, template) +
    '\n' +
    document([
      `# ${value.title ?? '[Phase N: name, acceptance tests]'}`,
      '## Current Test',
      renderCurrent(value.current, template || hasPending(value) ? '[none yet]' : '[testing complete]'),
      '## Tests',
      ...(template ? [TEST_TEMPLATE] : value.tests.map(renderTest)),
      '## Summary',
      renderCounters(value.tests),
      '## Gaps',
      value.gaps.length === 0 ? '[none yet]' : renderGaps(value.gaps),
      template ? GAP_FORM : null,
    ])
  )
}

const hasPending = (value: UatValue): boolean => value.tests.some(({ result }) => result === 'pending')

const NEEDED: readonly (readonly [string, string, string, (value: UatValue) => boolean])[] = [
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
    'an answer to every test, as the status is complete',
    'Answer the pending tests, or set status: partial.',
    (value) => value.status === 'complete' && hasPending(value),
  ],
  [
    'UAT_FAILED',
    'no failed test and no open gap, as the status is complete',
    'Set status: diagnosed and record the cause of each gap, or correct the result of the test.',
    (value) =>
      value.status === 'complete' &&
      (value.tests.some(({ result }) => result === 'issue') || value.gaps.some(isOpenGap)),
  ],
  [
    'UAT_GAPS',
    'gaps, as the status is diagnosed',
    'List each gap below "## Gaps" with truth, reason, severity and root_cause.',
    (value) => value.status === 'diagnosed' && value.gaps.length === 0,
  ],
]

const lacks = (source: Source, value: UatValue): readonly Issue[] => [
  ...NEEDED.filter(([, , , isMissing]) => isMissing(value)).map(([code, what, fix]) =>
    draftIssue(source, code, what, fix),
  ),
  ...value.tests.flatMap((test) => testIssues(source, test)),
]

/** The gaps are YAML, in which a list of one looks like a placeholder. */
const proseEnd = (source: Source): number => sectionOf(source, 'gaps')?.start ?? (source.text ?? '').length

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

export const uat: Codec<UatValue> = phaseFile({
  id: 'uat',
  about: 'Tests a person does, their answers and the gaps they found',
  path: 'phases/{dir}/{pp}-UAT.md',
  shape,
  empty,
  table: TABLE,
  read,
  fresh,
  change,
  lacks,
  proseEnd,
})
