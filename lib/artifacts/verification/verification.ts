// VERIFICATION.md: the verdict on a phase, and what supports it.
import type { Issue } from '../../errors.js'
import { type FrontMap, type FrontValue, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { labelNamed, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { any, listOf, mapOf, oneOf, orNull, record, type Shape, text, textOrNull, texts } from '../../std/shape.js'
import type { Codec, Parsed } from '../codec.js'
import type { Draft } from '../parts/draft.js'
import { draftIssue } from '../parts/draft-issues.js'
import {
  entryText,
  extraOf,
  type Front,
  type FrontTable,
  freshFront,
  mapsOf,
  partOf,
  textOf,
  textsOf,
  wordInput,
  wordOf,
} from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'
import { changeTitle, phaseFile } from '../parts/phase-file.js'
import { realText } from '../parts/placeholders.js'
import { document, titleOf } from '../parts/prose.js'
import { type GapArtifact, gapArtifactsInput, gapArtifactsOf } from './gap-artifacts.js'
import { type HumanTest, humanTestsIn } from './human-tests.js'
import { contradictions } from './verification-truths.js'

const WORDS = ['passed', 'gaps_found', 'human_needed'] as const

export interface VerificationGap {
  readonly truth: string
  /** As written, e.g. `failed`, `partial`. */
  readonly status: string | null
  readonly reason: string | null
  readonly artifacts: readonly GapArtifact[]
  readonly missing: readonly string[]
}
export type { HumanTest } from './human-tests.js'
export interface Override {
  readonly mustHave: string
  readonly reason: string | null
  readonly acceptedBy: string | null
  readonly acceptedAt: string | null
}
export interface Deferred {
  readonly truth: string
  readonly addressedIn: string | null
  readonly evidence: string | null
}

export interface VerificationValue {
  readonly phase: string | null
  /** Time stamp as written. */
  readonly verified: string | null
  /** Typed status; null when there is none. */
  readonly status: (typeof WORDS)[number] | 'other' | null
  /** The word as written (`passed`, `approved`, `Resolved`, …). */
  readonly statusText: string | null
  /** `N/M must-haves verified`, as written. */
  readonly score: string | null
  /** Digest of the phase's SUMMARYs this verdict is about, stamped by `unit finish`. */
  readonly covers: string | null
  readonly gaps: readonly VerificationGap[]
  /** From the front matter, or from `## Human Verification` when the key is absent. */
  readonly humanVerification: readonly HumanTest[]
  readonly overrides: readonly Override[]
  readonly deferred: readonly Deferred[]
  readonly reVerification: FrontMap | null
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly goal: string | null
}

const shape = record({
  phase: textOrNull(),
  verified: textOrNull('Time stamp'),
  status: orNull(oneOf([...WORDS, 'other'])),
  statusText: textOrNull('The word as written'),
  score: textOrNull('N/M must-haves verified'),
  covers: textOrNull('Digest of the summaries this speaks about'),
  gaps: listOf(
    record({
      truth: text(),
      status: textOrNull(),
      reason: textOrNull(),
      artifacts: listOf(record({ path: text(), issue: textOrNull() })),
      missing: texts(),
    }),
  ),
  humanVerification: listOf(record({ test: text(), expected: textOrNull(), whyHuman: textOrNull() })),
  overrides: listOf(
    record({ mustHave: text(), reason: textOrNull(), acceptedBy: textOrNull(), acceptedAt: textOrNull() }),
  ),
  deferred: listOf(record({ truth: text(), addressedIn: textOrNull(), evidence: textOrNull() })),
  reVerification: orNull(mapOf(any())),
  extra: mapOf(any(), 'Other keys of the front matter'),
  title: textOrNull(),
  goal: textOrNull(),
}) as Shape<VerificationValue>

const empty: VerificationValue = {
  phase: null,
  verified: null,
  status: null,
  statusText: null,
  score: null,
  covers: null,
  gaps: [],
  humanVerification: [],
  overrides: [],
  deferred: [],
  reVerification: null,
  extra: {},
  title: null,
  goal: null,
}

const TABLE: FrontTable<VerificationValue> = {
  fields: [
    { paths: ['phase'], input: ({ phase }) => phase, required: true, hint: '[02-name-of-the-phase]' },
    { paths: ['verified'], input: ({ verified }) => verified },
    {
      paths: ['status'],
      input: ({ status, statusText }) => wordInput(WORDS, status, statusText),
      required: true,
      hint: '[passed, gaps_found or human_needed]',
    },
    { paths: ['score'], input: ({ score }) => score, required: true, hint: '[N/M must-haves verified]' },
    { paths: ['covers'], input: ({ covers }) => covers },
    { paths: ['re_verification', 're-verification'], input: ({ reVerification }) => reVerification as FrontInput },
    {
      paths: ['gaps'],
      input: ({ gaps }) => gaps.map(gapInput),
      hint: [
        {
          truth: '[what is false; without gaps remove this key]',
          status: '[failed or partial]',
          reason: '[why, with evidence]',
          artifacts: [{ path: '[file]', issue: '[what is wrong in it]' }],
          missing: ['[what must be done]'],
        },
      ],
    },
    { paths: ['deferred'], input: ({ deferred }) => deferred.map(deferredInput) },
    {
      paths: ['human_verification', 'human-verification'],
      input: ({ humanVerification }) => humanVerification.map(humanInput),
      hint: [
        {
          test: '[what a person must try; without such items remove this key]',
          expected: '[what should happen]',
          why_human: '[why no program can tell]',
        },
      ],
    },
    { paths: ['overrides'], input: ({ overrides }) => overrides.map(overrideInput) },
  ],
}

const gapInput = (gap: VerificationGap): FrontInput => ({
  truth: gap.truth,
  status: gap.status,
  reason: gap.reason,
  artifacts: gapArtifactsInput(gap.artifacts),
  missing: gap.missing.length === 0 ? null : gap.missing,
})

const humanInput = (test: HumanTest): FrontInput => ({
  test: test.test,
  expected: test.expected,
  why_human: test.whyHuman,
})

const overrideInput = (override: Override): FrontInput => ({
  must_have: override.mustHave,
  reason: override.reason,
  accepted_by: override.acceptedBy,
  accepted_at: override.acceptedAt,
})

const deferredInput = (item: Deferred): FrontInput => ({
  truth: item.truth,
  addressed_in: item.addressedIn,
  evidence: item.evidence,
})

function gapOf(value: FrontValue): VerificationGap | null {
  const truth = entryText(value, 'truth', 'gap', 'must_have', 'description')
  if (truth === null) return null
  return {
    truth,
    status: textOf(partOf(value, 'status')),
    reason: textOf(partOf(value, 'reason')),
    artifacts: gapArtifactsOf(partOf(value, 'artifacts')),
    missing: textsOf(partOf(value, 'missing')),
  }
}

function humanOf(value: FrontValue): HumanTest | null {
  const test = entryText(value, 'test', 'name', 'what', 'item')
  if (test === null) return null
  return {
    test,
    expected: textOf(partOf(value, 'expected')),
    whyHuman: textOf(partOf(value, 'why_human', 'why-human', 'why', 'reason')),
  }
}

function overrideOf(value: FrontValue): Override | null {
  const mustHave = entryText(value, 'must_have', 'must-have', 'truth')
  if (mustHave === null) return null
  return {
    mustHave,
    reason: textOf(partOf(value, 'reason')),
    acceptedBy: textOf(partOf(value, 'accepted_by', 'accepted-by')),
    acceptedAt: textOf(partOf(value, 'accepted_at', 'accepted-at')),
  }
}

function deferredOf(value: FrontValue): Deferred | null {
  const truth = entryText(value, 'truth', 'item')
  if (truth === null) return null
  return {
    truth,
    addressedIn: textOf(partOf(value, 'addressed_in', 'addressed-in')),
    evidence: textOf(partOf(value, 'evidence')),
  }
}

const allOf = <T>(value: FrontValue | undefined, read: (item: FrontValue) => T | null): readonly T[] =>
  mapsOf(value).flatMap((item) => read(item) ?? [])

function read(source: Source, front: Front): Parsed<VerificationValue> {
  const listed = front.at('human_verification', 'human-verification')
  const again = front.at('re_verification', 're-verification')
  const statusText = front.text('status')
  const value: VerificationValue = {
    phase: front.text('phase'),
    verified: front.text('verified'),
    status: wordOf(WORDS, statusText),
    statusText,
    score: front.text('score'),
    covers: front.text('covers'),
    gaps: allOf(front.at('gaps'), gapOf),
    humanVerification: listed === undefined ? humanTestsIn(source) : allOf(listed, humanOf),
    overrides: allOf(front.at('overrides'), overrideOf),
    deferred: allOf(front.at('deferred'), deferredOf),
    reVerification: isFrontMap(again) && Object.keys(again).length > 0 ? again : null,
    extra: extraOf(TABLE, front.data),
    title: titleOf(source),
    goal: realText(labelNamed(source, 'Phase Goal')?.value ?? labelNamed(source, 'Goal')?.value ?? ''),
  }
  return { value, issues: statusIssues(source, value) }
}

function statusIssues(source: Source, value: VerificationValue): readonly Issue[] {
  if (value.status !== 'other') return []
  const key = readFrontMatter(source).keys.find(({ path }) => path.join('.') === 'status')
  return [
    issueAt(source, key?.valueStart ?? 0, {
      code: 'VERDICT',
      severity: 'notice',
      expected: WORDS.join(' | '),
      received: value.statusText ?? '',
      message: `the status "${value.statusText}" is none of ours; it counts as a claim`,
      fix: 'Run the verification again, or write one of the three words.',
    }),
  ]
}

function change(draft: Draft, previous: Source, before: VerificationValue, value: VerificationValue): void {
  changeTitle(draft, previous, before.title, value.title)
  if (!same(before.goal, value.goal))
    draft.refuse('the goal as it is', 'a change of it', `Edit the goal in ${previous.path} by hand.`)
}

const TRUTHS = `## Observable Truths

| # | Truth | Status | Evidence |
|---|-------|--------|----------|`

/** The tables are the verifier's own; a new file holds their heads, and in a template a row that shows the form. */
function fresh(value: VerificationValue): string {
  const template = value.status === null
  return (
    freshFront(TABLE, value, template) +
    '\n' +
    document([
      `# ${value.title ?? '[Phase N: name, verification report]'}`,
      value.goal === null
        ? template
          ? '**Phase Goal:** [Goal from the roadmap]'
          : null
        : `**Phase Goal:** ${value.goal}`,
      template
        ? `${TRUTHS}\n| 1 | [Observable truth] | [VERIFIED or FAILED] | [file and line, or command and its result] |`
        : null,
      template ? '## Gaps Summary\n\n[What is missing and why it matters, or None]' : null,
    ])
  )
}

function lacks(source: Source, value: VerificationValue): readonly Issue[] {
  const found: Issue[] = []
  const lack = (code: string, what: string, fix: string) => found.push(draftIssue(source, code, what, fix))
  if (value.phase === null) lack('KEY_MISSING', 'phase in the front matter', 'Add phase: to the front matter.')
  if (value.status === null || value.status === 'other')
    lack('VERDICT', `status: ${WORDS.join(' | ')}`, `Set status: to one of ${WORDS.join(', ')}.`)
  if (value.score === null || !/^\d+\/\d+\b/.test(value.score))
    lack('SCORE', 'score: verified/total', 'Set score: e.g. 5/5 must-haves verified.')
  if (value.status === 'passed' && value.gaps.length > 0)
    lack('VERDICT_GAPS', 'no gaps, as the status is passed', 'Set status: gaps_found, or remove the gaps.')
  if (value.status === 'passed' && value.humanVerification.length > 0)
    lack('VERDICT_HUMAN', 'no human items, as the status is passed', 'Set status: human_needed, or remove the items.')
  if (value.status === 'gaps_found' && value.gaps.length === 0)
    lack(
      'VERDICT_GAPS',
      'gaps in the front matter, as the status is gaps_found',
      'List each gap below gaps: with truth, status, reason and missing.',
    )
  if (value.status === 'human_needed' && value.humanVerification.length === 0)
    lack(
      'VERDICT_HUMAN',
      'human_verification in the front matter',
      'List each item below human_verification: with test, expected and why_human.',
    )
  if (tablesOf(source).every(({ rows }) => rows.length === 0))
    lack(
      'EVIDENCE',
      'a table of observable truths with evidence',
      'Add "## Observable Truths" with one row for each truth.',
    )
  return [...found, ...contradictions(source, value)]
}

export const verification: Codec<VerificationValue> = phaseFile({
  id: 'verification',
  about: 'The verdict on a phase and what supports it',
  path: 'phases/{dir}/{pp}-VERIFICATION.md',
  shape,
  empty,
  table: TABLE,
  read,
  fresh,
  change,
  lacks,
})
