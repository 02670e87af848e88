// VERIFICATION.md: the verdict on a phase, and its evidence.
import type { Issue } from '../../errors.js'
import { type FrontValue, readFrontMatter } from '../../markdown/frontmatter.js'
import type { FrontChanges, FrontInput } from '../../markdown/frontmatter-edit.js'
import { tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Infer, listOf, record, text, textOrNull, texts } from '../../std/shape.js'
import { entriesField, entryOf, orInBody, textField, wordFields } from '../document/document-fields.js'
import { framed, type PageValue, page } from '../document/frame.js'
import { draftIssue } from '../parts/draft-issues.js'
import { mapsOf, partOf, textsOf } from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'
import { HUMAN_TEST, humanTestsIn } from './human-tests.js'
import { type Proof, proofIssues, readProof } from './proof.js'
import { contradictions, unseenRow } from './verification-truths.js'

const WORDS = ['passed', 'gaps_found', 'human_needed'] as const

const GAP = entryOf('truth', {
  truth: ['truth', 'gap', 'must_have', 'description'],
  status: ['status'],
  reason: ['reason'],
})
const GAP_FILE = entryOf('path', { path: ['path', 'file'], issue: ['issue', 'problem'] })
const WHOLE_GAP = record({
  truth: text(),
  /** As written, e.g. `failed`, `partial`. */
  status: textOrNull(),
  reason: textOrNull(),
  artifacts: listOf(GAP_FILE.shape),
  missing: texts(),
})
type VerificationGap = Infer<typeof WHOLE_GAP>

const OVERRIDE = entryOf('mustHave', {
  mustHave: ['must_have', 'must-have', 'truth'],
  reason: ['reason'],
  acceptedBy: ['accepted_by', 'accepted-by'],
  acceptedAt: ['accepted_at', 'accepted-at'],
})

const DEFERRED = entryOf('truth', {
  truth: ['truth', 'item'],
  addressedIn: ['addressed_in', 'addressed-in'],
  evidence: ['evidence'],
})

export const gapInput = ({ artifacts, missing, ...gap }: VerificationGap): FrontInput => ({
  ...(GAP.write(gap) as FrontChanges),
  artifacts: artifacts.length === 0 ? null : artifacts.map(GAP_FILE.write),
  missing: missing.length === 0 ? null : missing,
})
export const { write: humanInput } = HUMAN_TEST
export const { write: overrideInput } = OVERRIDE
export const { write: deferredInput } = DEFERRED

function gapOf(value: FrontValue): VerificationGap | null {
  const gap = GAP.read(value)
  const files = mapsOf(partOf(value, 'artifacts')).flatMap((file) => GAP_FILE.read(file) ?? [])
  return gap && { ...gap, artifacts: files, missing: textsOf(partOf(value, 'missing')) }
}

const humanTests = entriesField(['human_verification', 'human-verification'], HUMAN_TEST.shape, HUMAN_TEST.read)

const verificationPage = page(
  {
    phase: textField(['phase']),
    /** Time stamp. */
    verified: textField(['verified']),
    ...wordFields('status', WORDS),
    /** N/M must-haves verified. */
    score: textField(['score']),
    /** Digest of the verified summaries, set by `unit finish`. */
    covers: textField(['covers']),
    gaps: entriesField(['gaps'], WHOLE_GAP, gapOf),
    deferred: entriesField(['deferred'], DEFERRED.shape, DEFERRED.read),
    /** Read from `## Human Verification` if the key is absent. */
    humanVerification: orInBody(humanTests, humanTestsIn),
    overrides: entriesField(['overrides'], OVERRIDE.shape, OVERRIDE.read),
  },
  {},
)
export type VerificationValue = PageValue<typeof verificationPage>

function statusIssues(source: Source, value: VerificationValue): readonly Issue[] {
  if (value.status !== 'other') return []
  const key = readFrontMatter(source).keys.find(({ path }) => path.join('.') === 'status')
  return [
    issueAt(source, key?.valueStart ?? 0, {
      code: 'VERDICT',
      severity: 'notice',
      expected: WORDS.join(' | '),
      received: value.statusText ?? '',
      message: `the status "${value.statusText}" is unknown; it counts as a claim`,
      fix: 'Run the verification again, or write one of the three statuses.',
    }),
  ]
}

/**
 * The lines a verdict follows from; null for a table, whose verdict the front matter states. `unit finish` writes what
 * follows from lines into the front matter, and the lines still decide.
 */
export function proofOf(source: Source, { status }: Pick<VerificationValue, 'status'>): Proof | null {
  const proof = status === null || !hasRows(source) ? readProof(source) : null
  return status === null || (proof?.lines.length ?? 0) > 0 ? proof : null
}

const hasRows = (source: Source): boolean => tablesOf(source).some(({ rows }) => rows.length > 0)

function lacks(source: Source, value: VerificationValue): readonly Issue[] {
  if (proofOf(source, value) !== null) return proofIssues(source)
  const found: Issue[] = []
  const lack = (...[code, what, fix, message]: readonly [string, string, string, string?]) =>
    found.push(draftIssue(source, code, what, fix, message))
  if (value.status === 'other')
    lack('VERDICT', `status: ${WORDS.join(' | ')}`, `Set status: to one of ${WORDS.join(', ')}.`)
  if (value.score === null || !/^\d+\/\d+\b/.test(value.score))
    lack('SCORE', 'score: verified/total', 'Set score: e.g. 5/5 must-haves verified.')
  if (value.status === 'passed' && value.gaps.length > 0)
    lack(
      'VERDICT_GAPS',
      'no gaps with status passed',
      'Set status: gaps_found, or remove the gaps.',
      'the status is passed, but the front matter lists gaps',
    )
  if (value.status === 'passed' && value.humanVerification.length > 0)
    lack(
      'VERDICT_HUMAN',
      'no tests for the user with status passed',
      'Set status: human_needed, or remove the items.',
      'the status is passed, but the front matter lists tests for the user',
    )
  if (value.status === 'gaps_found' && value.gaps.length === 0)
    lack(
      'VERDICT_GAPS',
      'gaps in the front matter',
      'List each gap below gaps: with truth, status, reason and missing.',
      'the status is gaps_found, but the front matter lists no gap',
    )
  if (value.status === 'human_needed' && value.humanVerification.length === 0)
    lack(
      'VERDICT_HUMAN',
      'human_verification in the front matter',
      'List each item below human_verification: with test, expected and why_human.',
      'the status is human_needed, but the front matter lists no tests for the user',
    )
  if (!hasRows(source))
    lack(
      'EVIDENCE',
      'observable truths with evidence',
      'Add "## Observable Truths" with a line or a row for each truth.',
    )
  const unseen = value.status === 'passed' ? unseenRow(source) : null
  if (unseen !== null)
    lack(
      'EVIDENCE',
      `what was seen, in the row ${JSON.stringify(unseen.map(({ text }) => text.trim()).join(' | '))}`,
      'Add a column Evidence: what was tried, in the ordinary and in an awkward way, with the result.',
    )
  return [...found, ...contradictions(source, value)]
}

export const verification = framed({
  ...verificationPage,
  id: 'verification',
  about: 'The verdict on a phase and its evidence',
  odd: statusIssues,
  lacks,
})
