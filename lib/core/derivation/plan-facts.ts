// Facts of the plans of one phase: how finished each is, and what it and its SUMMARY say, as far as that is asked for.
import type { PlanValue } from '../../artifacts/plan/plan.js'
import { PENDING_WORD, readLabelledActions } from '../../artifacts/summary/pending-actions.js'
import type { SummaryValue } from '../../artifacts/summary/summary.js'
import { type FrontMap, readFrontBlock, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { readLedger } from '../history/ledger.js'
import { type Finished, finishedIn } from '../history/ledger-says.js'
import type { PhaseId, PlanId } from '../ids.js'
import { listPhaseFiles, type PhaseDirectory, type PhaseFiles, type PlanFile, summariesIn } from '../layout.js'
import type { View } from '../view.js'
import { holds, Inputs } from './inputs.js'
import { planWaves, type Waves } from './waves.js'

/**
 * How finished a plan is. `complete`: its SUMMARY was finished through the CLI · `done`: another tool finished it ·
 * `halted`: its SUMMARY says that it stopped before the end · `claimed`: it was begun here, and has a SUMMARY that did not pass the CLI ·
 * `open`: no SUMMARY, or an empty one.
 */
export type PlanEvidence = 'complete' | 'done' | 'halted' | 'claimed' | 'open'

export interface PlanFacts {
  readonly id: PlanId
  readonly file: PlanFile
  readonly evidence: PlanEvidence
  /** RFC 3339 stamp of the CLI; null when it was not finished through it. */
  readonly completedAt: string | null
  /** A unit finished it: a stamp alone may be written by hand. */
  readonly proven: boolean
  readonly superseded: boolean
  /** Why the PLAN cannot be relied on, null when it can: it is empty, or ends within its front matter. */
  readonly cut: string | null
  readonly plan: PlanValue
  /** Null without one. */
  readonly summary: SummaryValue | null
  /** Whether the SUMMARY's text speaks of blockers at all: a cheap no before it is parsed. */
  readonly hasBlockers: boolean
  /** Required leftovers that its SUMMARY lists. */
  readonly pendingActions: readonly string[]
  /** Leftovers, its own or of earlier plans, that its SUMMARY calls done or no longer needed. */
  readonly tickedActions: readonly string[]
}

export const isComplete = ({ evidence }: PlanFacts): boolean => evidence === 'complete' || evidence === 'done'

/** It has a SUMMARY that calls it finished, whoever wrote it. */
export const isSummarised = ({ evidence, file }: PlanFacts): boolean =>
  file.summary !== null && evidence !== 'open' && evidence !== 'halted'

/** How many SUMMARYs count: each file of a phase that is over, else those that call a plan finished. */
export const summaryCount = (files: PhaseFiles | null, plans: readonly PlanFacts[] | 'over'): number =>
  plans !== 'over' ? plans.filter(isSummarised).length : files === null ? 0 : summariesIn(files).length

export interface PlanContext {
  readonly inputs: Inputs
  /** Words that announce pending actions beside our own. */
  readonly labels: readonly string[]
  readonly finished: Pick<Finished, 'plans' | 'begun'>
}

/** Superseded plans are left out, unless they were carried out. */
export function livePlans(files: PhaseFiles | null, context: PlanContext): readonly PlanFacts[] {
  if (files === null) return []
  return files.plans
    .map((file) => new GatheredPlan(file, context))
    .filter((plan) => isComplete(plan) || !plan.superseded)
}

/** How many plans of a phase are carried out, of how many. */
export interface PlanCounts {
  readonly done: number
  readonly total: number
}

export const countsOf = (plans: readonly PlanFacts[]): PlanCounts => ({
  done: plans.filter(isComplete).length,
  total: plans.length,
})

/** The plans of one directory, whatever the roadmap says about it. */
export interface DirectoryPlans {
  readonly files: PhaseFiles
  readonly plans: readonly PlanFacts[]
  readonly waves: Waves
}

/** For verbs about one phase: reads nothing of the others. */
export function gatherPlans(view: View, directory: PhaseDirectory): DirectoryPlans {
  const inputs = new Inputs(view)
  const files = listPhaseFiles(view, directory)
  const plans = livePlans(files, { inputs, labels: [], finished: finishedIn(readLedger(view)) })
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
  /** The SUMMARY, unread. */
  readonly #said: Source | null
  readonly #context: PlanContext

  constructor(file: PlanFile, context: PlanContext) {
    const { inputs, finished } = context
    const said = file.summary === null ? null : inputs.meaning(file.summary)
    // Stamp and status stand in the front matter: a finished plan is told from an open one without reading its body.
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
    const [source, { labels }] = [this.#said, this.#context]
    if (source === null || ![PENDING_WORD, ...labels].some((word) => holds(source, word.toLowerCase()))) return null
    if (labels.length > 0) return readLabelledActions(source, labels)
    const summary = this.summary
    return summary && { actions: summary.pendingActions, ticked: summary.tickedActions }
  }
}

const CUT = {
  empty: 'what nobody can read: the file is empty',
  unclosed: 'what nobody can read: its front matter is not closed',
} as const

function cutOf(source: Source): string | null {
  if (source.text === null || source.text.trim() === '') return CUT.empty
  return readFrontBlock(source).unclosed ? CUT.unclosed : null
}

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

function stampIn(front: FrontMap | null): string | null {
  const stamp = front?.['completed_at']
  return typeof stamp === 'string' && STAMP.test(stamp) ? stamp : null
}

/** Words of a SUMMARY for work that stopped before its end; the second one is that of another tool. */
const STOPPED = new Set(['halted', 'blocked'])

function evidenceOf(front: FrontMap | null): Exclude<PlanEvidence, 'done'> {
  if (front === null) return 'open'
  const status = front['status']
  if (typeof status === 'string' && STOPPED.has(status.trim().toLowerCase())) return 'halted'
  return stampIn(front) === null ? 'claimed' : 'complete'
}
