// Facts of a phase's plans and verification: evidence of completion, and lazily the content of its files.
import type { PlanValue } from '../../artifacts/plan/plan.js'
import type { PhaseSection } from '../../artifacts/roadmap/roadmap.js'
import { PENDING_WORD } from '../../artifacts/summary/pending-actions.js'
import type { SummaryValue } from '../../artifacts/summary/summary.js'
import type { VerificationValue } from '../../artifacts/verification/verification.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { baseName } from '../../std/paths.js'
import { type Finished, finishedIn, readLedger } from '../history/ledger.js'
import type { PhaseId, PlanId } from '../ids.js'
import { listPhaseFiles, type PhaseDirectory, type PhaseFiles, type PlanFile, summariesIn } from '../layout.js'
import type { View } from '../view.js'
import { digestAt, holds, Inputs } from './inputs.js'
import { planWaves, type Waves } from './waves.js'

/**
 * State by the plan's SUMMARY. `complete`: finished by the CLI · `done`: by another tool · `halted`: stopped early ·
 * `claimed`: begun here, not accepted by the CLI · `open`: no SUMMARY, or an empty one.
 */
export type PlanEvidence = 'complete' | 'done' | 'halted' | 'claimed' | 'open'

export interface PlanFacts {
  readonly id: PlanId
  readonly file: PlanFile
  readonly evidence: PlanEvidence
  /** RFC 3339 stamp of the CLI; null if the CLI did not finish it. */
  readonly completedAt: string | null
  /** A unit finished the plan; a stamp alone could be written by hand. */
  readonly proven: boolean
  readonly superseded: boolean
  /** Why the PLAN is unusable (empty, or ends within its front matter), else null. */
  readonly cut: string | null
  readonly plan: PlanValue
  readonly summary: SummaryValue | null
  /** Whether the SUMMARY contains the word: a cheap test, without parsing. */
  readonly hasBlockers: boolean
  readonly pendingActions: readonly string[]
  /** Leftovers of this or earlier plans that the SUMMARY calls done or no longer needed. */
  readonly tickedActions: readonly string[]
}

export const isComplete = ({ evidence }: PlanFacts): boolean => evidence === 'complete' || evidence === 'done'

/** The plan has a SUMMARY that calls it finished, by any author. */
export const isSummarised = ({ evidence, file }: PlanFacts): boolean =>
  file.summary !== null && evidence !== 'open' && evidence !== 'halted'

export interface PlanContext {
  readonly inputs: Inputs
  readonly finished: Pick<Finished, 'plans' | 'begun'>
}

/** All plans except superseded ones that were not executed. */
export function livePlans(files: PhaseFiles | null, context: PlanContext): readonly PlanFacts[] {
  if (files === null) return []
  return files.plans.map((file) => gathered(file, context)).filter((plan) => isComplete(plan) || !plan.superseded)
}

export interface Ratio {
  readonly done: number
  readonly total: number
}

export const countsOf = (plans: readonly PlanFacts[]): Ratio => ({
  done: plans.filter(isComplete).length,
  total: plans.length,
})

/** The plans of one directory, regardless of the roadmap: reads no other phase. */
export function gatherPlans(view: View, directory: PhaseDirectory) {
  const inputs = new Inputs(view)
  const files = listPhaseFiles(view, directory)
  const plans = livePlans(files, { inputs, finished: finishedIn(readLedger(view)) })
  return { files, plans, waves: wavesOf(directory.id, plans) }
}

export const wavesOf = (phase: PhaseId, plans: readonly PlanFacts[]): Waves =>
  planWaves(
    phase,
    plans.map(({ id, file: { stem }, plan: { dependsOn, wave }, cut }) => ({ id, stem, dependsOn, wave, cut })),
  )

const SUPERSEDED = 'superseded'

/** Lazy: most callers need only the evidence of a plan. */
function gathered(file: PlanFile, { inputs, finished }: PlanContext): PlanFacts {
  const said = file.summary === null ? null : inputs.meaning(file.summary)
  // Stamp and status are in the front matter, so the body need not be parsed.
  const front = said?.text == null || said.text.trim() === '' ? null : readFrontMatter(said).data
  const found = evidenceOf(front)
  const evidence = found === 'claimed' && !finished.begun.has(file.id) ? 'done' : found
  const completedAt = stampIn(front)
  const says = (word: string) => said !== null && holds(said, word)
  return {
    id: file.id,
    file,
    evidence,
    completedAt,
    proven: completedAt !== null && finished.plans.has(`${file.id} ${completedAt}`),
    get hasBlockers() {
      return says('blockers')
    },
    get superseded() {
      const source = evidence === 'complete' ? null : inputs.meaning(file.path)
      return source !== null && holds(source, SUPERSEDED) && this.plan.status === SUPERSEDED
    },
    get cut() {
      return cutIn(inputs.meaning(file.path))
    },
    get plan() {
      return inputs.listed('plan', file.path)
    },
    get summary() {
      return file.summary === null ? null : (inputs.parse('summary', file.summary)?.value ?? null)
    },
    get pendingActions() {
      return (says(PENDING_WORD) ? this.summary?.pendingActions : null) ?? []
    },
    get tickedActions() {
      return (says(PENDING_WORD) ? this.summary?.tickedActions : null) ?? []
    },
  }
}

function cutIn(source: Source | null): string | null {
  if (source?.text == null || source.text.trim() === '') return 'unreadable: the file is empty'
  return readFrontMatter(source).unclosed ? 'unreadable: its front matter is not closed' : null
}

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

function stampIn(front: FrontMap | null): string | null {
  const stamp = front?.['completed_at']
  return typeof stamp === 'string' && STAMP.test(stamp) ? stamp : null
}

/** SUMMARY statuses for work that stopped early; `blocked` is another tool's word. */
const STOPPED = new Set(['halted', 'blocked'])

function evidenceOf(front: FrontMap | null): Exclude<PlanEvidence, 'done'> {
  if (front === null) return 'open'
  const status = front['status']
  if (typeof status === 'string' && STOPPED.has(status.trim().toLowerCase())) return 'halted'
  return stampIn(front) === null ? 'claimed' : 'complete'
}

export interface VerificationFacts extends Pick<VerificationValue, 'status'> {
  readonly path: string
  /** The file's `covers` matches the current SUMMARYs and promises. */
  readonly covers: boolean
  /** The ledger records that a unit finished it with this verdict about these SUMMARYs. */
  readonly proven: boolean
  readonly value: VerificationValue
}

const PROMISES = ['requirements', 'must_haves', 'must-haves', 'verify']

/** Digest of what a VERIFICATION covers: the SUMMARYs, and the promises (as values) in plans and roadmap section. */
export function coveredDigest(
  files: PhaseFiles,
  { goal, successCriteria, requirements }: PhaseSection,
  view: View,
  digestOf = (path: string) => digestAt(view, path),
): string {
  const summaries = [...new Set(summariesIn(files))].map((path) => [baseName(path), digestOf(path)].join(' ')).sort()
  const plans = files.plans.map(({ path }) => {
    const source = view.source(path)
    const front = source?.text == null ? {} : readFrontMatter(source).data
    return [baseName(path), ...PROMISES.map((key) => front[key] ?? null)]
  })
  const promised = JSON.stringify([summaries, plans, goal, successCriteria, requirements])
  return view.digest(promised.replaceAll('\\r\\n', '\\n'))
}

export function verificationFacts(
  files: PhaseFiles,
  id: PhaseId,
  section: PhaseSection,
  { inputs, finished }: { readonly inputs: Inputs; readonly finished: Pick<Finished, 'verifications'> },
): VerificationFacts | null {
  const path = files.verification
  const value = path === null ? null : (inputs.parse('verification', path)?.value ?? null)
  if (path === null || value === null) return null
  const { status, covers } = value
  return {
    path,
    status,
    get covers() {
      return (
        covers !== null && covers === coveredDigest(files, section, inputs.view, (summary) => inputs.digestOf(summary))
      )
    },
    proven: finished.verifications.has(`${id} ${status} ${covers}`),
    value,
  }
}
