// Causes in phases and plans: folders, dependencies, and missing evidence.
import { isBacklog } from '../../artifacts/parts/phase-token.js'
import { stuckFix, stuckPhases, stuckReason } from '../../core/derivation/dependences.js'
import { isHistory, isOn, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { parsePhaseId, phaseKey, resolvePlanRef } from '../../core/ids.js'
import { listPhaseDirectories, ROLES } from '../../core/layout.js'
import { deltaOfPhase } from '../../core/specs/places.js'
import { deltaAt } from '../../core/specs/specs.js'
import { grouped } from '../../std/grouped.js'
import type { Cause, CauseFinding } from './cause.js'

const each =
  (find: (facts: ProjectFacts, phase: PhaseFacts, isDone: boolean) => readonly CauseFinding[]): Cause['find'] =>
  ({ facts, done }) =>
    facts.phases.flatMap((phase) => find(facts, phase, done.has(phase.id)))

export const PHASE_CAUSES: readonly Cause[] = [
  { code: 'PHASE_AMBIGUOUS', level: 'error', find: ({ facts }) => sharedNumbers(facts) },
  {
    code: 'PLAN_CYCLE',
    level: 'error',
    find: each((_, { id, waves: { cycle } }) =>
      cycle === null
        ? []
        : [
            {
              message: `circular dependency of plans in phase ${id}: ${cycle.join(' → ')}`,
              fix: 'decide which comes first, and correct its depends_on',
            },
          ],
    ),
  },
  {
    code: 'PLAN_CUT',
    level: 'error',
    // An undecodable file has its own finding, and finished work no longer needs its plan.
    find: each(({ view }, { plans }) =>
      plans
        .filter((plan) => plan.cut !== null && !isComplete(plan) && view.source(plan.file.path)?.text !== null)
        .map(({ id, file: { path }, cut }) => ({
          path,
          message: `plan ${id} is ${cut}`,
          fix: `restore ${path} from git, or write it again`,
        })),
    ),
  },
  { code: 'PLAN_REF', level: 'error', find: each((_, phase) => unknownPlans(phase)) },
  {
    code: 'PHASE_DEPS',
    level: 'error',
    find: ({ facts, done }) =>
      stuckPhases(facts, done).map((stuck) => ({
        path: facts.view.at('ROADMAP.md'),
        message: stuckReason(stuck),
        fix: stuckFix(stuck),
      })),
  },
  { code: 'W007', level: 'warning', find: ({ facts }) => strayFolders(facts) },
  {
    code: 'TICK_WITHOUT_EVIDENCE',
    level: 'warning',
    find: each(({ view }, { id, ticked }, isDone) =>
      isDone || !ticked
        ? []
        : [
            {
              path: view.at('ROADMAP.md'),
              message: `ROADMAP.md ticks phase ${id}, but no evidence proves it`,
              fix: `gsd-tools verification status ${id} shows the missing evidence and the next step`,
            },
          ],
    ),
  },
  {
    code: 'FILE_AMBIGUOUS',
    level: 'warning',
    find: each((_, { files }) =>
      (files?.ambiguous ?? []).map(({ role, paths }) => ({
        message: `several files claim to be the ${role} of one phase: ${paths.join(', ')}`,
        fix: 'keep the one with the phase number in front; move the others to .planning/notes/',
      })),
    ),
  },
  { code: 'SPECS_NOT_MERGED', level: 'warning', find: each(unmergedSpecs) },
  { code: 'NAME_CASE', level: 'note', find: each(otherCase) },
  { code: 'W009', level: 'note', find: each(noValidation) },
]

/** Several folders with one number: an error unless the title in the roadmap picks one. */
function sharedNumbers({ view, phases }: ProjectFacts): readonly CauseFinding[] {
  const groups = grouped(listPhaseDirectories(view), ({ id }) => phaseKey(id))
  return [...groups].flatMap(([key, same]) => {
    if (same.length < 2) return []
    const isOpen = phases.some((phase) => phase.duplicates.length > 0 && phaseKey(phase.id) === key)
    const message = `phase ${same[0]?.id} has ${same.length} directories: ${same.map(({ path }) => path).join(', ')}`
    const fix = 'rename the others; closed milestones have theirs in .planning/milestones/<version>-phases/'
    return { level: isOpen ? 'error' : 'warning', message, fix }
  })
}

function unknownPlans(phase: PhaseFacts): readonly CauseFinding[] {
  const cut = new Set(phase.plans.flatMap((plan) => (plan.cut === null ? [] : [plan.id])))
  return phase.waves.plans
    .filter(({ id }) => !cut.has(id))
    .flatMap(({ id, unresolved }) =>
      unresolved.map((ref) => ({
        message: `plan ${id} depends on "${ref}", which is not a plan`,
        fix: isKnownPlan(phase, ref)
          ? `restore ${ref}-PLAN.md from git: it is missing`
          : `correct depends_on of plan ${id}`,
      })),
    )
}

/** The file is missing, but the roadmap lists the plan or its SUMMARY exists. */
function isKnownPlan({ id, section, files }: PhaseFacts, ref: string): boolean {
  const plan = resolvePlanRef(id, ref)
  const stems = [...section.plans.map((line) => line.id), ...(files?.orphanSummaries ?? []).map(({ path }) => path)]
  return plan !== null && stems.some((stem) => resolvePlanRef(id, stem) === plan)
}

/** Folders of no roadmap phase, except history and backlog. */
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

/** Spec changes added after the close of the phase, which merges them. */
function unmergedSpecs(facts: ProjectFacts, phase: PhaseFacts, isDone: boolean): readonly CauseFinding[] {
  const path = deltaOfPhase(facts, phase)
  const delta = isDone ? deltaAt(facts.view, path) : null
  if (delta === null || delta.value.merged !== null || delta.value.changes.length === 0) return []
  const message = `phase ${phase.id} is closed, but its changes to the specs are not merged`
  return [{ path, message, fix: `gsd-tools specs merge ${phase.id}` }]
}

const KINDS = ['PLAN.md', 'SUMMARY.md', ...Object.values(ROLES).flat()]
/** The phase and plan ids before the kind. */
const FRONT = /^(?:\d[\w.]*-)*$/

/** Files skipped because their kind is not in capitals; `rollout-plan.md` is a note. */
function otherCase({ view }: ProjectFacts, { directory }: PhaseFacts): readonly CauseFinding[] {
  const names = directory === null ? [] : view.list(directory.path).map(({ name }) => name)
  return names.flatMap((name) => {
    const kind = KINDS.find((one) => name.toLowerCase().endsWith(one.toLowerCase()))
    if (kind === undefined || KINDS.some((one) => name.endsWith(one))) return []
    const front = name.slice(0, -kind.length)
    const path = `${directory?.path}/${name}`
    const message = `${name} is ignored: the kind of a planning file must be in capitals`
    return FRONT.test(front) ? [{ path, message, fix: `git mv "${path}" "${directory?.path}/${front}${kind}"` }] : []
  })
}

/** Research with a test strategy requires a VALIDATION.md. */
function noValidation(facts: ProjectFacts, { id, directory, files, plans }: PhaseFacts): readonly CauseFinding[] {
  const { view } = facts
  const path = files?.research
  if (directory === null || path == null || plans.length === 0) return []
  if (!isOn(facts, 'workflow.nyquist_validation')) return []
  if (view.source(path)?.text?.toLowerCase().includes('validation architecture') !== true) return []
  if (view.list(directory.path).some(({ name }) => /(?:^|-)VALIDATION\.md$/.test(name))) return []
  const message = `phase ${id} has research on validation, but no VALIDATION.md`
  const off = 'gsd-tools config set workflow.nyquist_validation false'
  return [{ path, message, fix: `write it (gsd-tools template show validation), or disable it: ${off}` }]
}
