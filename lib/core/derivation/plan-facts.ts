// Facts about a phase's plans and verification: evidence of completion, and the files' content, parsed on demand.
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
import { containsWord, digestAt, Inputs } from './inputs.js'
import { planWaves, type Waves } from './waves.js'

/**
 * The plan's state according to its SUMMARY. `complete`: finished by the CLI · `done`: by another tool · `halted`: stopped
 * early · `claimed`: begun here, but the CLI has not accepted the SUMMARY · `open`: no SUMMARY, or an empty one.
 */
export type PlanEvidence = 'complete' | 'done' | 'halted' | 'claimed' | 'open'

export interface PlanFacts {
  readonly id: PlanId
  readonly file: PlanFile
  readonly evidence: PlanEvidence
  /** RFC 3339 timestamp from the CLI; null if the CLI did not finish the plan. */
  readonly completedAt: string | null
  /** Whether the ledger records that a unit finished the plan; a timestamp alone could be written by hand. */
  readonly isProven: boolean
  readonly isSuperseded: boolean
  /** Why the PLAN cannot be read (it is empty, or ends within its front matter), else null. */
  readonly unreadable: string | null
  readonly plan: PlanValue
  readonly summary: SummaryValue | null
  /** Whether the SUMMARY contains the word "blockers": a cheap test, without parsing. */
  readonly hasBlockers: boolean
  readonly pendingActions: readonly string[]
  /** Pending actions of this or earlier plans that the SUMMARY reports as done or no longer needed. */
  readonly tickedActions: readonly string[]
}

export const isComplete = ({ evidence }: PlanFacts): boolean => evidence === 'complete' || evidence === 'done'

/** Whether the plan has a SUMMARY, from any tool, that is not empty and does not report the plan as halted. */
export const isSummarised = ({ evidence, file }: PlanFacts): boolean =>
  file.summary !== null && evidence !== 'open' && evidence !== 'halted'

export interface PlanContext {
  readonly inputs: Inputs
  readonly finished: Pick<Finished, 'plans' | 'begun'>
}

/** Returns all plans except superseded ones that were not executed. */
export function livePlans(files: PhaseFiles | null, context: PlanContext): readonly PlanFacts[] {
  if (files === null) return []
  return files.plans.map((file) => planFactsOf(file, context)).filter((plan) => isComplete(plan) || !plan.isSuperseded)
}

export interface Ratio {
  readonly done: number
  readonly total: number
}

export const countsOf = (plans: readonly PlanFacts[]): Ratio => ({
  done: plans.filter(isComplete).length,
  total: plans.length,
})

/** Gathers the plans of one directory, regardless of the roadmap. Reads no other phase. */
export function gatherPlans(view: View, directory: PhaseDirectory) {
  const inputs = new Inputs(view)
  const files = listPhaseFiles(view, directory)
  const plans = livePlans(files, { inputs, finished: finishedIn(readLedger(view)) })
  return { files, plans, waves: wavesOf(directory.id, plans) }
}

export const wavesOf = (phase: PhaseId, plans: readonly PlanFacts[]): Waves =>
  planWaves(
    phase,
    plans.map(({ id, file: { stem }, plan: { dependsOn, wave }, unreadable }) => ({
      id,
      stem,
      dependsOn,
      wave,
      unreadable,
    })),
  )

const SUPERSEDED = 'superseded'

/** Returns the facts of a plan. Getters parse the files on demand, because most callers need only the evidence. */
function planFactsOf(file: PlanFile, { inputs, finished }: PlanContext): PlanFacts {
  const summarySource = file.summary === null ? null : inputs.checkedSource(file.summary)
  // The timestamp and status are in the front matter, so the body need not be parsed.
  const front =
    summarySource?.text == null || summarySource.text.trim() === '' ? null : readFrontMatter(summarySource).data
  const found = evidenceOf(front)
  const evidence = found === 'claimed' && !finished.begun.has(file.id) ? 'done' : found
  const completedAt = stampIn(front)
  const contains = (word: string) => summarySource !== null && containsWord(summarySource, word)
  return {
    id: file.id,
    file,
    evidence,
    completedAt,
    isProven: completedAt !== null && finished.plans.has(`${file.id} ${completedAt}`),
    get hasBlockers() {
      return contains('blockers')
    },
    get isSuperseded() {
      const source = evidence === 'complete' ? null : inputs.checkedSource(file.path)
      return source !== null && containsWord(source, SUPERSEDED) && this.plan.status === SUPERSEDED
    },
    get unreadable() {
      return unreadableReason(inputs.checkedSource(file.path))
    },
    get plan() {
      return inputs.parseListed('plan', file.path)
    },
    get summary() {
      return file.summary === null ? null : (inputs.parse('summary', file.summary)?.value ?? null)
    },
    get pendingActions() {
      return (contains(PENDING_WORD) ? this.summary?.pendingActions : null) ?? []
    },
    get tickedActions() {
      return (contains(PENDING_WORD) ? this.summary?.tickedActions : null) ?? []
    },
  }
}

function unreadableReason(source: Source | null): string | null {
  if (source?.text == null || source.text.trim() === '') return 'unreadable: the file is empty'
  return readFrontMatter(source).unclosed ? 'unreadable: its front matter is not closed' : null
}

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

function stampIn(front: FrontMap | null): string | null {
  const stamp = front?.['completed_at']
  return typeof stamp === 'string' && STAMP.test(stamp) ? stamp : null
}

/** SUMMARY statuses of work that stopped early; other tools write `blocked`. */
const HALTED_STATUSES = new Set(['halted', 'blocked'])

function evidenceOf(front: FrontMap | null): Exclude<PlanEvidence, 'done'> {
  if (front === null) return 'open'
  const status = front['status']
  if (typeof status === 'string' && HALTED_STATUSES.has(status.trim().toLowerCase())) return 'halted'
  return stampIn(front) === null ? 'claimed' : 'complete'
}

export interface VerificationFacts extends Pick<VerificationValue, 'status'> {
  readonly path: string
  /** Whether the file's `covers` matches the current SUMMARYs, and what plans and roadmap promise (see `coveredDigest`). */
  readonly isCurrent: boolean
  /** Whether the ledger records that a unit finished the file with this verdict about these SUMMARYs. */
  readonly isProven: boolean
  readonly value: VerificationValue
}

const PROMISE_KEYS = ['requirements', 'must_haves', 'must-haves', 'verify']

/** Digests what a VERIFICATION covers: SUMMARYs, the plans' `PROMISE_KEYS`, and the section's goal, criteria, requirements. */
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
    return [baseName(path), ...PROMISE_KEYS.map((key) => front[key] ?? null)]
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
    get isCurrent() {
      return (
        covers !== null && covers === coveredDigest(files, section, inputs.view, (summary) => inputs.digestOf(summary))
      )
    },
    isProven: finished.verifications.has(`${id} ${status} ${covers}`),
    value,
  }
}
