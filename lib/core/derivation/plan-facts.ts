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

/** Number of SUMMARYs that count: all if the phase is over, else one for each finished plan. */
export const summaryCount = (files: PhaseFiles | null, plans: readonly PlanFacts[] | 'over'): number =>
  plans !== 'over' ? plans.filter(isSummarised).length : files === null ? 0 : summariesIn(files).length

export interface PlanContext {
  readonly inputs: Inputs
  readonly finished: Pick<Finished, 'plans' | 'begun'>
}

/** All plans except superseded ones that were not executed. */
export function livePlans(files: PhaseFiles | null, context: PlanContext): readonly PlanFacts[] {
  if (files === null) return []
  return files.plans
    .map((file) => new GatheredPlan(file, context))
    .filter((plan) => isComplete(plan) || !plan.superseded)
}

export interface Ratio {
  readonly done: number
  readonly total: number
}

export const countsOf = (plans: readonly PlanFacts[]): Ratio => ({
  done: plans.filter(isComplete).length,
  total: plans.length,
})

/** The plans of one directory, regardless of the roadmap. */
export interface DirectoryPlans {
  readonly files: PhaseFiles
  readonly plans: readonly PlanFacts[]
  readonly waves: Waves
}

/** For verbs about one phase: reads no other phase. */
export function gatherPlans(view: View, directory: PhaseDirectory): DirectoryPlans {
  const inputs = new Inputs(view)
  const files = listPhaseFiles(view, directory)
  const plans = livePlans(files, { inputs, finished: finishedIn(readLedger(view)) })
  return { files, plans, waves: wavesOf(directory.id, plans) }
}

export const wavesOf = (phase: PhaseId, plans: readonly PlanFacts[]): Waves =>
  planWaves(
    phase,
    plans.map(({ id, file, plan, cut }) => ({
      id,
      stem: file.stem,
      dependsOn: plan.dependsOn,
      cut,
      declaredWave: plan.wave,
    })),
  )

const SUPERSEDED = 'superseded'

class GatheredPlan implements PlanFacts {
  readonly id: PlanId
  readonly file: PlanFile
  readonly evidence: PlanEvidence
  readonly completedAt: string | null
  readonly proven: boolean
  /** The SUMMARY, not yet parsed. */
  readonly #said: Source | null
  readonly #context: PlanContext

  constructor(file: PlanFile, context: PlanContext) {
    const { inputs, finished } = context
    const said = file.summary === null ? null : inputs.meaning(file.summary)
    // Stamp and status are in the front matter, so the body need not be parsed.
    const front = said?.text == null || said.text.trim() === '' ? null : readFrontMatter(said).data
    const evidence = evidenceOf(front)
    this.id = file.id
    this.file = file
    this.evidence = evidence === 'claimed' && !finished.begun.has(file.id) ? 'done' : evidence
    this.completedAt = stampIn(front)
    this.proven = this.completedAt !== null && finished.plans.has(`${file.id} ${this.completedAt}`)
    this.#said = said
    this.#context = context
  }

  get hasBlockers() {
    return this.#said !== null && holds(this.#said, 'blockers')
  }
  get superseded() {
    const { inputs } = this.#context
    const source = this.evidence === 'complete' ? null : inputs.meaning(this.file.path)
    return source !== null && holds(source, SUPERSEDED) && this.plan.status === SUPERSEDED
  }
  get cut() {
    const source = this.#context.inputs.meaning(this.file.path)
    return source === null ? CUT.empty : cutOf(source)
  }
  get plan() {
    return this.#context.inputs.listed('plan', this.file.path)
  }
  get summary() {
    const { summary } = this.file
    return summary === null ? null : (this.#context.inputs.parse('summary', summary)?.value ?? null)
  }
  get pendingActions() {
    return this.#left?.actions ?? []
  }
  get tickedActions() {
    return this.#left?.ticked ?? []
  }

  get #left(): { readonly actions: readonly string[]; readonly ticked: readonly string[] } | null {
    const source = this.#said
    const summary = source !== null && holds(source, PENDING_WORD) ? this.summary : null
    return summary && { actions: summary.pendingActions, ticked: summary.tickedActions }
  }
}

const CUT = {
  empty: 'unreadable: the file is empty',
  unclosed: 'unreadable: its front matter is not closed',
} as const

function cutOf(source: Source): string | null {
  if (source.text === null || source.text.trim() === '') return CUT.empty
  return readFrontMatter(source).unclosed ? CUT.unclosed : null
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

export interface VerificationFacts extends Pick<VerificationValue, 'status' | 'statusText'> {
  readonly path: string
  readonly gaps: number
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
  const { status, statusText, covers, gaps } = value
  return {
    path,
    status,
    statusText,
    gaps: gaps.length,
    get covers() {
      return (
        covers !== null && covers === coveredDigest(files, section, inputs.view, (summary) => inputs.digestOf(summary))
      )
    },
    proven: finished.verifications.has(`${id} ${status} ${covers}`),
    value,
  }
}
