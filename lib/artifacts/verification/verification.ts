// VERIFICATION.md: the verdict on a phase, and its evidence.
import type { FrontValue } from '../../markdown/frontmatter.js'
import type { FrontChanges, FrontInput } from '../../markdown/frontmatter-edit.js'
import { tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lazily } from '../../std/once.js'
import { brokenRules, type DraftRule, markdownKind } from '../document/frame.js'
import { type EntryOf, entryOf, Front, knownWord, mapsOf, partOf, textsOf } from '../parts/front-fields.js'
import { type Proof, proofIssues, readProof } from './proof.js'
import { HUMAN_TEST, humanTestsIn } from './uat-parts.js'

const STATUSES = ['passed', 'gaps_found', 'human_needed'] as const

const GAP = entryOf('truth', {
  truth: ['truth', 'gap', 'must_have', 'description'],
  status: ['status'],
  reason: ['reason'],
})
const GAP_FILE = entryOf('path', { path: ['path', 'file'] })
/** A gap; `status` is the word as written, e.g. `failed` or `partial`. */
interface VerificationGap extends EntryOf<typeof GAP> {
  readonly artifacts: readonly EntryOf<typeof GAP_FILE>[]
  readonly missing: readonly string[]
}

const OVERRIDE = entryOf('mustHave', { mustHave: ['must_have', 'must-have', 'truth'], reason: ['reason'] })

const DEFERRED = entryOf('truth', { truth: ['truth', 'item'], addressedIn: ['addressed_in', 'addressed-in'] })

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

const HUMAN_KEYS = ['human_verification', 'human-verification']

function read(source: Source) {
  const front = new Front(source)
  return lazily({
    phase: () => front.text('phase'),
    status: () => knownWord(STATUSES, front.text('status')),
    /** The word as written. */
    statusText: () => front.text('status'),
    /** The number of verified must-haves, as N/M. */
    score: () => front.text('score'),
    /** Digest of the verified summaries, set by `unit finish`. */
    covers: () => front.text('covers'),
    gaps: () => front.entries(['gaps'], gapOf),
    deferred: () => front.entries(['deferred'], DEFERRED.read),
    /** The tests for a human: from the front matter, or from `## Human Verification` if it lacks the key. */
    humanVerification: () =>
      front.at(...HUMAN_KEYS) === undefined ? humanTestsIn(source) : front.entries(HUMAN_KEYS, HUMAN_TEST.read),
    overrides: () => front.entries(['overrides'], OVERRIDE.read),
  })
}
export type VerificationValue = ReturnType<typeof read>

/** The body's proof lines, which outrank a verdict in the front matter. Null for such a verdict with a table or no lines. */
export function proofOf(source: Source, { status }: Pick<VerificationValue, 'status'>): Proof | null {
  const proof = status === null || !hasRows(source) ? readProof(source) : null
  return status === null || (proof?.lines.length ?? 0) > 0 ? proof : null
}

const hasRows = (source: Source): boolean => tablesOf(source).some(({ rows }) => rows.length > 0)

/** Rules for a verification whose front matter states the verdict. */
const RULES: readonly DraftRule<VerificationValue>[] = [
  [
    'VERDICT',
    'a status that follows from the lists',
    'Set `status` to `gaps_found` and list each gap under `gaps`; or to `human_needed` and list each test under `human_verification`; or to `passed`, with neither list.',
    ({ status, gaps, humanVerification }) =>
      status !== (gaps.length > 0 ? 'gaps_found' : humanVerification.length > 0 ? 'human_needed' : 'passed'),
    'the status does not follow from gaps and human_verification',
  ],
  [
    'EVIDENCE',
    'observable truths with evidence',
    'Add "## Observable Truths" with a line or a row for each truth.',
    (_value, source) => !hasRows(source),
  ],
]

export const verification = markdownKind({
  read,
  id: 'verification',
  about: 'The verdict on a phase and its evidence',
  draftIssues: (source, value) =>
    proofOf(source, value) === null ? brokenRules(RULES, source, value) : proofIssues(source),
})
