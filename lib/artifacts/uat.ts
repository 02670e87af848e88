// UAT.md: tests that a person does, their answers, and the gaps they found.
import type { Issue } from '../errors.js'
import { type FrontMap, readFrontMatter } from '../markdown/frontmatter.js'
import type { Source } from '../ports.js'
import { same } from '../std/same.js'
import { any, listOf, mapOf, oneOf, orNull, record, type Shape, text } from '../std/shape.js'
import type { Codec, Parsed, Rendered } from './codec.js'
import { Draft } from './draft.js'
import { draftIssue, frontDraftIssues } from './draft-issues.js'
import { editFront, extraOf, Front, type FrontTable, freshFront, idsOf } from './front-fields.js'
import { notText } from './issues.js'
import { placeholderIssues } from './placeholders.js'
import { allHeadings, document, sectionOf, titleOf } from './prose.js'
import { readGaps, renderGaps, type UatGap } from './uat-gaps.js'
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

export const UAT_STATUSES = ['testing', 'partial', 'complete', 'diagnosed', 'resolved', 'other'] as const
export type UatStatus = (typeof UAT_STATUSES)[number]
export interface UatValue {
  readonly phase: string | null
  readonly source: readonly string[]
  readonly started: string | null
  readonly updated: string | null
  /** `complete`, `passed`, `all_pass` and `resolved` count as finished: `isFinishedUat`. */
  readonly status: UatStatus | null
  readonly statusText: string | null
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly current: UatCurrent | null
  readonly tests: readonly UatTest[]
  readonly gaps: readonly UatGap[]
}

const texts = (about = '') => listOf(text(), about)
const maybeText = (about = '') => orNull(text(about))

const shape = record({
  phase: maybeText(),
  source: texts('Summaries the tests come from'),
  started: maybeText(),
  updated: maybeText(),
  status: orNull(oneOf(UAT_STATUSES)),
  statusText: maybeText('The word as written'),
  extra: mapOf(any(), 'Other keys of the front matter'),
  title: maybeText(),
  current: orNull(record({ number: maybeText(), name: maybeText(), expected: maybeText(), awaiting: maybeText() })),
  tests: listOf(
    record({
      number: text(),
      name: text(),
      expected: maybeText(),
      result: oneOf(UAT_RESULTS),
      resultText: maybeText('The word as written'),
      reported: maybeText(),
      severity: maybeText(),
      reason: maybeText(),
      blockedBy: maybeText(),
    }),
  ),
  gaps: listOf(
    record({
      truth: text(),
      status: maybeText(),
      reason: maybeText(),
      severity: maybeText(),
      test: maybeText(),
      rootCause: maybeText(),
      artifacts: listOf(record({ path: text(), issue: maybeText() })),
      missing: texts(),
      debugSession: maybeText(),
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
    { paths: ['status'], input: statusInput, required: true, hint: '[testing]' },
    { paths: ['phase'], input: ({ phase }) => phase, required: true, hint: '[02-name-of-the-phase]' },
    { paths: ['source'], input: ({ source }) => source, required: true, hint: ['[summaries the tests come from]'] },
    { paths: ['started'], input: ({ started }) => started },
    { paths: ['updated'], input: ({ updated }) => updated },
  ],
}

/** One of our five words, else `other`. */
export function uatStatusOf(text: string | null): UatStatus | null {
  if (text === null) return null
  const word = text.trim().toLowerCase()
  return word !== 'other' && (UAT_STATUSES as readonly string[]).includes(word) ? (word as UatStatus) : 'other'
}

function statusInput({ status, statusText }: UatValue): string | null {
  return status === null || status === 'other' || uatStatusOf(statusText) === status ? statusText : status
}

const FINISHED: ReadonlySet<string> = new Set(['complete', 'passed', 'all_pass', 'resolved'])

/** Nothing is left to test, whatever came of it. */
export const isFinishedUat = ({ statusText }: UatValue): boolean => FINISHED.has(statusText?.trim().toLowerCase() ?? '')

/** Tests that wait for a person. */
export const openTests = ({ tests }: UatValue): readonly UatTest[] =>
  tests.filter(({ result }) => result === 'pending' || result === 'blocked' || result === 'other')

function parse(source: Source): Parsed<UatValue> {
  if (source.text === null) return { value: empty, issues: [notText(source)] }
  const front = new Front(source)
  const statusText = front.text('status')
  const value: UatValue = {
    phase: front.text('phase'),
    source: idsOf(front.at('source')),
    started: front.text('started'),
    updated: front.text('updated'),
    status: uatStatusOf(statusText),
    statusText,
    extra: extraOf(TABLE, front.data),
    title: titleOf(source),
    current: readCurrent(source),
    tests: readTests(source),
    gaps: readGaps(source),
  }
  return { value, issues: readFrontMatter(source).issues }
}

function render(value: UatValue, previous?: Source): Rendered {
  if (previous === undefined) return { text: fresh(value) }
  const before = parse(previous).value
  const draft = new Draft(previous)
  const front = editFront(TABLE, previous, before, value)
  if ('refused' in front) return front
  draft.splice(front.splices)
  const heading = allHeadings(previous).find(({ level }) => level === 1)
  if (before.title !== value.title) {
    if (heading === undefined || value.title === null)
      draft.refuse('a heading of level 1', 'none', `Add a title to ${previous.path}, then repeat the command.`)
    else draft.replace({ start: heading.contentStart, end: heading.contentEnd }, value.title)
  }
  const body = (part: UatValue) => [part.current, part.tests, part.gaps]
  if (!same(body(before), body(value)))
    draft.refuse('the tests as they are', 'a change of them', `Edit the tests in ${previous.path} by hand.`)
  return draft.finish()
}

const TEST_TEMPLATE = `### 1. [Name of the test]
expected: [One sentence that can be observed]
result: [pending]`

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
      renderCurrent(value.current, '[testing complete]'),
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
    'UAT_GAPS',
    'gaps, as the status is diagnosed',
    'List each gap below "## Gaps" with truth, reason, severity and root_cause.',
    (value) => value.status === 'diagnosed' && value.gaps.length === 0,
  ],
]

function checkDraft(source: Source): readonly Issue[] {
  if (source.text === null) return [notText(source)]
  const { value } = parse(source)
  return [
    ...frontDraftIssues(source),
    ...NEEDED.filter(([, , , lacks]) => lacks(value)).map(([code, what, fix]) => draftIssue(source, code, what, fix)),
    ...value.tests.flatMap((test) => testIssues(source, test)),
    ...placeholderIssues(source, { start: readFrontMatter(source).bodyStart, end: bodyEnd(source) }),
  ]
}

/** The gaps are YAML, in which a list of one looks like a placeholder. */
const bodyEnd = (source: Source): number => sectionOf(source, 'gaps')?.start ?? (source.text ?? '').length

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

export const uat: Codec<UatValue> = {
  id: 'uat',
  about: 'Tests a person does, their answers and the gaps they found',
  path: 'phases/{dir}/{pp}-UAT.md',
  shape,
  empty,
  parse,
  checkDraft,
  render,
}
