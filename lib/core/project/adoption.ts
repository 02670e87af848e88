// Finished work of older tools: what waits for a person's decision, what a decision records, and whether recorded files still are what they were.
import { baseName } from '../../std/paths.js'
import type { PhaseFacts, ProjectFacts } from '../derivation/facts.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { countsOf, isComplete, isSummarised, type PlanFacts } from '../derivation/plan-facts.js'
import type { AdoptedLine, AdoptedPhase } from '../history/ledger-lines.js'
import { type PhaseId, resolvePlanRef, samePlan } from '../ids.js'
import { workPaths } from '../layout.js'

/** Name (not path) and digest of the files an adoption speaks about: a directory may be renamed without changing the work. */
interface AdoptedFile {
  readonly path: string
  readonly sha256: string | null
}

const adoptedFiles = (facts: ProjectFacts, phase: PhaseFacts): readonly AdoptedFile[] =>
  [...adoptedPaths(phase)].sort().map((path) => ({ path, sha256: facts.inputs.digestOf(path) }))

const adoptedPaths = ({ files }: PhaseFacts): readonly string[] => (files === null ? [] : workPaths(files))

const phaseDigest = ({ inputs, view }: ProjectFacts, phase: PhaseFacts): string =>
  view.digest(
    adoptedPaths(phase)
      .map((path) => `${baseName(path)}\0${inputs.digestOf(path)}\n`)
      .sort()
      .join(''),
  )

export interface Undecided {
  readonly id: string
  /** What says that it is finished and what is missing behind it, by plan; then the plans that are not part of the question. */
  readonly reason: string
}

/** Phases of the active milestone with finished work that has no evidence, while nobody decided about adoption whose word counts here. */
export function undecidedWork(facts: ProjectFacts): readonly Undecided[] {
  const { decided } = facts.adoptions
  return facts.phases.flatMap((phase): readonly Undecided[] => {
    if (phase.adopted) return []
    if (!isAskedOf(facts, phase)) {
      countsOf(phase.plans)
      return []
    }
    if (decided && !isClosedElsewhere(facts, phase)) return []
    const claimed = phase.plans.filter(({ evidence }) => evidence === 'claimed')
    const lacking = phase.ticked ? lackOf(facts, phase) : null
    return claimed.length === 0 && lacking === null
      ? []
      : [{ id: phase.id, reason: `${contradictions(phase, claimed, lacking).join('; ')}` }]
  })
}

/** Whether somebody has to look at plans to say that nothing of a phase waits for a decision. */
const isAskedOf = (facts: ProjectFacts, { ticked }: PhaseFacts): boolean => isAnyAsked(facts) || ticked

/** The same of all phases. */
const isAnyAsked = ({ adoptions }: ProjectFacts): boolean => !adoptions.decided

/** Somebody closed it on another machine, or by an older version, and nobody here has said anything about it. */
export function isClosedElsewhere(
  { adoptions: { answered }, finished }: ProjectFacts,
  { id, ticked, plans }: PhaseFacts,
): boolean {
  if (!ticked || finished.transitions.has(id) || answered.has(id)) return false
  return (
    plans.length > 0 &&
    plans.every((plan) => isComplete(plan) && !answered.has(plan.id)) &&
    plans.some(({ evidence, proven }) => evidence === 'complete' && !proven)
  )
}

/** What a ticked phase lacks; null when it has all its evidence. */
function lackOf(facts: ProjectFacts, phase: PhaseFacts): string | null {
  const { rule, trace } = derivePhase(facts, phase, 'done')
  if (rule === 'D18') return null
  if (phase.plans.length === 0) return 'it has no plan'
  const without = phase.plans.filter(({ file }) => file.summary === null)
  return without.length > 0 ? `${idsOf(without)} ${has(without)} no SUMMARY` : (trace.at(-1)?.reason ?? '')
}

function contradictions(phase: PhaseFacts, claimed: readonly PlanFacts[], lacking: string | null): readonly string[] {
  const open = phase.plans.filter((plan) => !isSummarised(plan) && !isComplete(plan))
  const boxed = open.filter((plan) => plan.file.summary === null && isTicked(phase, plan))
  return [
    ...(claimed.length === 0
      ? []
      : [`${idsOf(claimed)} ${has(claimed)} a SUMMARY and no evidence (not finished through this CLI)`]),
    ...(lacking === null ? [] : [`ROADMAP.md ticks the phase, but ${lacking}`]),
    ...(boxed.length === 0 ? [] : [`ROADMAP.md ticks ${idsOf(boxed)} without a SUMMARY`]),
    ...(open.length === 0 ? [] : [`not part of the question, because not finished: ${idsOf(open)}`]),
  ]
}

const idsOf = (plans: readonly PlanFacts[]): string => plans.map(({ id }) => id).join(', ')
const has = ({ length }: readonly PlanFacts[]): string => (length === 1 ? 'has' : 'have')

/** The box of the plan in its phase's section. */
const isTicked = ({ id, section }: PhaseFacts, { id: own, file }: PlanFacts): boolean =>
  section.plans.some((line) => {
    const ref = resolvePlanRef(id, line.id)
    return line.done && (file.stem === line.id || (ref !== null && samePlan(ref, own)))
  })

export interface AdoptedChange {
  readonly id: string
  readonly path: string
}

/** Adopted files of the active milestone that are no longer as they were. */
export function changedAdoptions(facts: ProjectFacts): readonly AdoptedChange[] {
  const { phases } = facts.adoptions
  return facts.phases.flatMap((phase) => {
    const recorded = phases.get(phase.id)
    return recorded === undefined ? changedPlans(facts, phase) : changedPhase(facts, phase, recorded)
  })
}

function changedPhase(facts: ProjectFacts, phase: PhaseFacts, recorded: AdoptedPhase): readonly AdoptedChange[] {
  if (recorded.digest === phaseDigest(facts, phase)) return []
  const files = adoptedFiles(facts, phase)
  const known = new Map(recorded.files?.map(({ path, sha256 }) => [path, sha256]))
  const changed = files.filter(({ path, sha256 }) => known.get(baseName(path)) !== sha256).map(({ path }) => path)
  const gone = [...known.keys()].filter((name) => !files.some(({ path }) => baseName(path) === name))
  const differing = [...changed, ...gone.map((name) => `${phase.directory?.path ?? facts.view.at('phases')}/${name}`)]
  return (differing.length > 0 ? differing : [phase.directory?.path ?? phase.id]).map((path) => ({
    id: phase.id,
    path,
  }))
}

function changedPlans(facts: ProjectFacts, phase: PhaseFacts): readonly AdoptedChange[] {
  // Adopted plans are never left out as superseded, so the names of the files are enough to find them.
  if (phase.adopted || facts.adoptions.plans.size === 0) return []
  return (phase.files?.plans ?? []).flatMap((plan) => {
    const recorded = facts.adoptions.plans.get(plan.id)
    if (recorded === undefined) return []
    const { path, summary } = plan
    const planChanged = recorded.plan !== null && recorded.plan !== facts.inputs.digestOf(path)
    const summaryChanged = summary === null || recorded.summary !== facts.inputs.digestOf(summary)
    return [
      ...(planChanged ? [{ id: plan.id, path }] : []),
      ...(summaryChanged ? [{ id: plan.id, path: summary ?? `${path.slice(0, -'PLAN.md'.length)}SUMMARY.md` }] : []),
    ]
  })
}

export interface AdoptionPlan {
  readonly phases: AdoptedLine['phases']
  readonly plans: AdoptedLine['plans']
  readonly skipped: readonly { readonly id: string; readonly reason: string }[]
}

/** Without names: every finished phase, and in an unfinished one every plan with a SUMMARY that calls it finished. A phase that is only ticked is taken when it is named. */
export function planAdoption(facts: ProjectFacts, named: ReadonlySet<PhaseId> | null): AdoptionPlan {
  const phases: AdoptedLine['phases'][number][] = []
  const plans: AdoptedLine['plans'][number][] = []
  const skipped: { id: string; reason: string }[] = []
  for (const phase of facts.phases) {
    if (named !== null && !named.has(phase.id)) continue
    const all = phase.files?.plans ?? []
    const finished = all.length > 0 && phase.plans.every(isSummarised)
    const proven = phase.plans.every(({ evidence }) => evidence === 'complete')
    if (finished && proven && !(phase.ticked && derivePhase(facts, phase, 'done').rule !== 'D18')) {
      skipped.push({ id: phase.id, reason: 'it has evidence of its own' })
    } else if (finished || (named !== null && phase.ticked && all.length === 0)) {
      phases.push(adoptedPhase(facts, phase))
    } else {
      const taken = phase.plans.filter((plan) => plan.evidence !== 'complete' && isSummarised(plan))
      plans.push(...taken.map((plan) => adoptedPlan(facts, plan)))
      if (taken.length === 0) skipped.push({ id: phase.id, reason: whySkipped(phase) })
    }
  }
  return { phases, plans, skipped }
}

const adoptedPhase = (facts: ProjectFacts, phase: PhaseFacts): AdoptedLine['phases'][number] => ({
  id: phase.id,
  digest: phaseDigest(facts, phase),
  files: adoptedFiles(facts, phase).map(({ path, sha256 }) => ({ path: baseName(path), sha256 })),
})

const adoptedPlan = (facts: ProjectFacts, { id, file }: PlanFacts): AdoptedLine['plans'][number] => ({
  id,
  plan: facts.inputs.digestOf(file.path),
  summary: facts.inputs.digestOf(file.summary as string) as string,
})

function whySkipped(phase: PhaseFacts): string {
  if (phase.ticked && (phase.files?.plans.length ?? 0) === 0)
    return 'ticked, but it has no plan files: name it to adopt it'
  return phase.plans.some(isComplete) ? 'nothing in it waits for a decision' : 'no plan of it has a SUMMARY'
}
