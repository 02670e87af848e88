// VERIFICATION.md: the verdict on a phase, and its evidence.
import type { FrontValue } from '../../markdown/frontmatter.js'
import type { FrontChanges, FrontInput } from '../../markdown/frontmatter-edit.js'
import { tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lazily } from '../../std/once.js'
import { framed, missingIn, type Need } from '../document/frame.js'
import { type EntryOf, entryOf, Front, mapsOf, partOf, textsOf, wordOf } from '../parts/front-fields.js'
import { type Proof, proofIssues, readProof } from './proof.js'
import { HUMAN_TEST, humanTestsIn } from './uat-parts.js'

const WORDS = ['passed', 'gaps_found', 'human_needed'] as const

const GAP = entryOf('truth', {
  truth: ['truth', 'gap', 'must_have', 'description'],
  status: ['status'],
  reason: ['reason'],
})
const GAP_FILE = entryOf('path', { path: ['path', 'file'] })
/** A gap. `status` is the word as written, e.g. `failed`, `partial`. */
interface VerificationGap extends EntryOf<typeof GAP> {
  readonly artifacts: readonly EntryOf<typeof GAP_FILE>[]
  readonly missing: readonly string[]
}

const OVERRIDE = entryOf('mustHave', {
  mustHave: ['must_have', 'must-have', 'truth'],
  reason: ['reason'],
})

const DEFERRED = entryOf('truth', {
  truth: ['truth', 'item'],
  addressedIn: ['addressed_in', 'addressed-in'],
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

const HUMAN_KEYS = ['human_verification', 'human-verification']

function read(source: Source) {
  const front = new Front(source)
  return lazily({
    phase: () => front.text('phase'),
    status: () => wordOf(WORDS, front.text('status')),
    /** The word as written. */
    statusText: () => front.text('status'),
    /** N/M must-haves verified. */
    score: () => front.text('score'),
    /** Digest of the verified summaries, set by `unit finish`. */
    covers: () => front.text('covers'),
    gaps: () => front.entries(['gaps'], gapOf),
    deferred: () => front.entries(['deferred'], DEFERRED.read),
    /** Read from `## Human Verification` if the key is absent. */
    humanVerification: () =>
      front.at(...HUMAN_KEYS) === undefined ? humanTestsIn(source) : front.entries(HUMAN_KEYS, HUMAN_TEST.read),
    overrides: () => front.entries(['overrides'], OVERRIDE.read),
  })
}
export type VerificationValue = ReturnType<typeof read>

/** The body's lines decide, even after `unit finish` wrote the verdict. Null if only the front matter states one. */
export function proofOf(source: Source, { status }: Pick<VerificationValue, 'status'>): Proof | null {
  const proof = status === null || !hasRows(source) ? readProof(source) : null
  return status === null || (proof?.lines.length ?? 0) > 0 ? proof : null
}

const hasRows = (source: Source): boolean => tablesOf(source).some(({ rows }) => rows.length > 0)

/** Needs of a verification whose front matter states the verdict. */
const NEEDED: readonly Need<VerificationValue>[] = [
  [
    'VERDICT',
    'a status that follows from the lists',
    'Set status: gaps_found and list each gap below gaps:, human_needed and list each test below human_verification:, or passed without either.',
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

export const verification = framed({
  read,
  id: 'verification',
  about: 'The verdict on a phase and its evidence',
  lacks: (source, value) => (proofOf(source, value) === null ? missingIn(NEEDED, source, value) : proofIssues(source)),
})
