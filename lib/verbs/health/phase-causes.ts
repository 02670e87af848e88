// Causes in phases and plans: folders, dependencies, unreadable plans, and missing evidence.
import { isBacklog } from '../../artifacts/parts/phase-token.js'
import { stuckFix, stuckPhases, stuckReason } from '../../core/derivation/dependences.js'
import { isHistory, isOn, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { parsePhaseId, phaseKey, resolvePlanRef } from '../../core/ids.js'
import { listPhaseDirectories } from '../../core/layout.js'
import { grouped } from '../../std/grouped.js'
import type { Cause, CauseFinding } from './cause.js'

const perPhase =
  (find: (facts: ProjectFacts, phase: PhaseFacts, isDone: boolean) => readonly CauseFinding[]): Cause['find'] =>
  ({ facts, done }) =>
    facts.phases.flatMap((phase) => find(facts, phase, done.has(phase.id)))

export const PHASE_CAUSES: readonly Cause[] = [
  { code: 'PHASE_AMBIGUOUS', level: 'error', find: ({ facts }) => sharedNumbers(facts) },
  {
    code: 'PLAN_CYCLE',
    level: 'error',
    find: perPhase((_, { id, waves: { cycle } }) => {
      const message = `circular dependency of plans in phase ${id}: ${cycle?.join(' → ')}`
      return cycle === null
        ? []
        : [{ message, fix: "decide which plan comes first, and correct the plan's depends_on" }]
    }),
  },
  {
    code: 'PLAN_CUT',
    level: 'error',
    // An undecodable file has its own finding, and finished work no longer needs its plan.
    find: perPhase(({ view }, { plans }) =>
      plans
        .filter((plan) => plan.unreadable !== null && !isComplete(plan) && view.source(plan.file.path)?.text !== null)
        .map(({ id, file: { path }, unreadable }) => ({
          path,
          message: `plan ${id} is ${unreadable}`,
          fix: `restore ${path} from git, or write it again`,
        })),
    ),
  },
  { code: 'PLAN_REF', level: 'error', find: perPhase((_, phase) => unknownPlans(phase)) },
  {
    code: 'PHASE_DEPS',
    level: 'error',
    find({ facts, done }) {
      const path = facts.view.at('ROADMAP.md')
      return stuckPhases(facts, done).map((stuck) => ({ path, message: stuckReason(stuck), fix: stuckFix(stuck) }))
    },
  },
  { code: 'W007', level: 'warning', find: ({ facts }) => strayFolders(facts) },
  {
    code: 'TICK_WITHOUT_EVIDENCE',
    level: 'warning',
    find: perPhase(({ view }, { id, isTicked }, isDone) => {
      const message = `ROADMAP.md ticks phase ${id}, but there is no evidence that the phase is done`
      const fix = `run gsd-tools verification status ${id}, which shows the missing evidence`
      return isDone || !isTicked ? [] : [{ path: view.at('ROADMAP.md'), message, fix }]
    }),
  },
  { code: 'W009', level: 'note', find: perPhase(missingValidation) },
]

/** Reports folders with the same number: an error unless the title in the roadmap picks one of them. */
function sharedNumbers({ view, phases }: ProjectFacts): readonly CauseFinding[] {
  const groups = grouped(listPhaseDirectories(view), ({ id }) => phaseKey(id))
  return [...groups].flatMap(([key, same]) => {
    if (same.length < 2) return []
    const isUndecided = phases.some((phase) => phase.duplicates.length > 0 && phaseKey(phase.id) === key)
    const message = `phase ${same[0]?.id} has ${same.length} directories: ${same.map(({ path }) => path).join(', ')}`
    const fix = 'rename all but one; the folders of closed milestones belong in .planning/milestones/<version>-phases/'
    return { level: isUndecided ? 'error' : 'warning', message, fix }
  })
}

function unknownPlans(phase: PhaseFacts): readonly CauseFinding[] {
  const broken = new Set(phase.plans.flatMap((plan) => (plan.unreadable === null ? [] : [plan.id])))
  const readable = phase.waves.plans.filter(({ id }) => !broken.has(id))
  return readable.flatMap(({ id, unresolved }) =>
    unresolved.map((ref) => {
      const message = `plan ${id} depends on "${ref}", which is not a plan`
      const restore = `restore ${ref}-PLAN.md, which is missing, from git`
      return { message, fix: isKnownPlan(phase, ref) ? restore : `correct depends_on of plan ${id}` }
    }),
  )
}

/** Whether the roadmap lists the plan or its SUMMARY exists, although the plan file is missing. */
function isKnownPlan({ id, section, files }: PhaseFacts, ref: string): boolean {
  const plan = resolvePlanRef(id, ref)
  const stems = [...section.plans.map((line) => line.id), ...(files?.orphanSummaries ?? [])]
  return plan !== null && stems.some((stem) => resolvePlanRef(id, stem) === plan)
}

/** Reports folders that match no phase of the roadmap, except history and backlog. */
function strayFolders(facts: ProjectFacts): readonly CauseFinding[] {
  const { view, roadmap, scope } = facts
  if (roadmap === null || scope === 'between_milestones') return []
  const named = new Set(roadmap.phases.flatMap(({ id }) => parsePhaseId(id) ?? []).map(phaseKey))
  return listPhaseDirectories(view)
    .filter(({ id }) => !isBacklog(id) && !named.has(phaseKey(id)) && !isHistory(facts, id))
    .map(({ id, path }) => ({
      path,
      message: `${path} belongs to no phase of ROADMAP.md`,
      fix: `add a section "### Phase ${id}: <title>" to ROADMAP.md, or move the directory away`,
    }))
}

/** Reports a planned phase whose research has a validation architecture, but which has no VALIDATION.md. */
function missingValidation(facts: ProjectFacts, { id, directory, files, plans }: PhaseFacts): readonly CauseFinding[] {
  const { view } = facts
  const path = files?.research
  if (directory === null || path == null || plans.length === 0) return []
  if (!isOn(facts, 'workflow.nyquist_validation')) return []
  if (view.source(path)?.text?.toLowerCase().includes('validation architecture') !== true) return []
  if (view.list(directory.path).some(({ name }) => /(?:^|-)VALIDATION\.md$/.test(name))) return []
  const message = `phase ${id} has research on validation, but no VALIDATION.md`
  const off = 'gsd-tools config set workflow.nyquist_validation false'
  return [{ path, message, fix: `write it (gsd-tools template show validation), or disable validation: ${off}` }]
}
