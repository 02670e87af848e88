// Derives the state: the first rule of a numbered table that fires names the next step. Read-only verbs start no
// programs, so rules use records: all receipts must be for one tree, and a ledger line says if the tree has changed since.
import { openLinesWithoutSection } from '../../artifacts/roadmap/roadmap.js'
import { PHASE_UNREAD, ROADMAP_UNREAD } from '../../artifacts/roadmap/roadmap-check.js'
import { repeatsIn } from '../../std/grouped.js'
import { once, withLater } from '../../std/once.js'
import { slugOf } from '../../std/slug.js'
import { isLater } from '../../std/text.js'
import { waitingTodos } from '../captures/notes.js'
import { displayPhaseId, type PhaseId } from '../ids.js'
import { nextInteger } from '../phases/phase-numbers.js'
import type { View } from '../view.js'
import { stuckText, unmetDependencies } from './dependences.js'
import { auditName, gatherFacts, type PhaseFacts, type ProjectFacts } from './facts.js'
import type { InputProblem } from './inputs.js'
import { hasArchive, linkedPath, plannedFolders } from './missing-files.js'
import { activeOf, derivePhase, PHASE_RULES, type PhaseDerivation, type RuleTrace } from './phase-rules.js'
import { countsOf, type PlanFacts } from './plan-facts.js'
import { isFinished, type Progress, phaseStatus, progressOf } from './statuses.js'
import { blocked, fires, type Outcome, passes, stops, type Verdict } from './steps.js'
import { pendingActions } from './triggers.js'

export type PhaseRef = ReturnType<typeof phaseRef>
export type GsdState = ReturnType<typeof stateOf>

interface ProjectRule {
  readonly id: string
  readonly about: string
  test(facts: ProjectFacts): Verdict
}

const PROJECT_RULES: readonly ProjectRule[] = [
  {
    id: 'D01',
    about: 'no project',
    test: (facts) => {
      if (facts.hasProject) return passes('PROJECT.md exists')
      const path = linkedPath(facts)
      if (path !== undefined) return stops('LINK', `${path} is a link out of the project, so it is not read`, path)
      if (facts.scope === 'empty') return fires('no PROJECT.md', { step: 'no-project' })
      const text =
        'PROJECT.md is missing, but ROADMAP.md has phases: restore it from git, or write it (gsd-tools template show project)'
      return stops('INPUT', text, '.planning/PROJECT.md')
    },
  },
  {
    id: 'D02',
    about: 'a consulted file cannot be read',
    test: (facts) => unreadable(facts) ?? passes('all consulted files can be read'),
  },
  {
    id: 'D03',
    about: 'the settings are invalid',
    test: ({ settings }) => {
      const [first] = settings.errors
      if (first === undefined) return passes('config.json is valid or missing')
      return stops('CONFIG', `${first.path}:${first.line}:${first.column} ${first.message}`, first.fix)
    },
  },
  {
    id: 'D04',
    about: 'a stop note',
    test(facts) {
      const stop = waitingTodos(facts.view).find((note) => note.class === 'stop')
      if (stop === undefined) return passes('no stop note')
      return fires(`stopped by ${stop.path}`, {
        step: 'paused',
        blockers: [{ code: 'STOP', text: stop.text, source: stop.path }],
      })
    },
  },
  {
    id: 'D05',
    about: 'no roadmap to work on, or a phase listed twice',
    test(facts) {
      const path = facts.view.at('ROADMAP.md')
      const [repeated] = repeatsIn(facts.phases, ({ id }) => id)
      if (repeated !== undefined) return stops('INPUT', repeatedIdText(facts, repeated), path)
      if (facts.phases.length > 0) return passes(`${facts.phases.length} phases in the active milestone`)
      if (facts.scope === 'truncated')
        return stops('INPUT', 'ROADMAP.md lists phases, but has no section for any of them', path)
      if (facts.scope === 'between_milestones' || hasArchive(facts))
        return passes('no open phase, but milestones are closed or archived')
      if (facts.view.base.includes('/workstreams/'))
        return passes('the project exists, but the workstream has no roadmap yet')
      const reason = facts.roadmap === null ? 'no ROADMAP.md' : 'ROADMAP.md has no phase'
      const planned = plannedFolders(facts)
      if (planned.length > 0) {
        const repair =
          facts.roadmap === null
            ? 'restore it'
            : 'give each phase a heading such as "### Phase 1: Title", or restore the file'
        const text = `${reason}, but phases are planned in ${planned.join(', ')}: ${repair} from git; to start over, move these folders away`
        return stops('INPUT', text, path)
      }
      const unread = roadmapIssue(facts, ROADMAP_UNREAD)
      return unread === null ? fires(reason, { step: 'needs-roadmap' }) : stops('INPUT', unread, path)
    },
  },
  {
    id: 'D05b',
    about: 'between milestones',
    test: (facts) =>
      facts.phases.length > 0
        ? passes('the active milestone has phases')
        : fires('every milestone is closed or archived and no phase is open', { step: 'between-milestones' }),
  },
]

/** Returns a predicate for files that cannot affect the decision: their phase is done, or another phase is active. */
function irrelevanceTest(
  facts: ProjectFacts,
  { rule, active }: Decided,
  done: () => ReadonlySet<PhaseId>,
): (path: string) => boolean {
  const folders = once(() =>
    facts.phases.flatMap((phase) => {
      const needed = active === null && rule !== MILESTONE_RULE ? !done().has(phase.id) : phase === active
      return phase.directory === null || needed ? [] : [`${phase.directory.path}/`]
    }),
  )
  return (path) => folders().some((folder) => path.startsWith(folder))
}

function unreadable(facts: ProjectFacts, ignored: readonly InputProblem[] = []): Verdict | null {
  const problems = facts.inputs.problems.filter((problem) => !ignored.includes(problem))
  if (problems.length === 0) return null
  const blockers = problems.map(({ path, line, reason }) => ({
    code: 'INPUT',
    text: `${path}${line > 0 ? `:${line}` : ''}: ${reason}`,
    source: path,
  }))
  return fires(blockers.map(({ text }) => text).join('; '), { step: 'blocked', blockers })
}

/** Whether the phase's transition was finished here (`isClosedOut`) and its evidence is still complete. */
const isProven = (facts: ProjectFacts, phase: PhaseFacts): boolean =>
  isClosedOut(facts, phase) && derivePhase(facts, phase, 'done').rule === 'D18'

/** Whether the transition was finished here after all plans, and the ROADMAP (if it lists the phase) still ticks it. */
function isClosedOut(facts: ProjectFacts, phase: PhaseFacts): boolean {
  const at = facts.finished.transitions.get(phase.id)
  if (at === undefined || (!phase.isTicked && phase.isListed)) return false
  return phase.plans.every(({ completedAt }) => completedAt === null || !isLater(completedAt, at))
}

export interface Derivation {
  readonly state: GsdState
  readonly facts: ProjectFacts
  /** The active phase; null if the step is not about a phase. */
  readonly active: PhaseFacts | null
  readonly done: ReadonlySet<PhaseId>
  /** Open phases whose dependencies are done, without several or unreadable folders; empty if a project rule decides. */
  readonly candidates: readonly PhaseDerivation[]
  readonly outcome: Outcome
  readonly reason: string
  readonly trace: readonly RuleTrace[]
  /** Unreadable files that do not affect the decision. */
  readonly unread: readonly InputProblem[]
  /** Whether a file cannot affect the decision, so that a notice is enough if the file is unreadable. */
  isIrrelevant(path: string): boolean
}

interface Decided {
  readonly rule: string
  readonly outcome: Outcome
  readonly active: PhaseFacts | null
  /** Null if the rule fired before any phase was examined. */
  readonly done: ReadonlySet<PhaseId> | null
  readonly candidates?: readonly PhaseDerivation[]
}

/** Returns the phases that another tool finished, or whose transition was finished here with all evidence. */
const doneIn = (facts: ProjectFacts): ReadonlySet<PhaseId> =>
  new Set(facts.phases.filter((phase) => phase.isDoneElsewhere || isProven(facts, phase)).map(({ id }) => id))

export function derive(view: View): Derivation {
  const facts = gatherFacts(view)
  const trace: RuleTrace[] = []
  const decided = decide(facts, trace)
  // An unreadable file overrides the outcome of the rules, even if only later rules read the file.
  const done = once(() => decided.done ?? doneIn(facts))
  const isIrrelevant = irrelevanceTest(facts, decided, done)
  const unread = facts.inputs.problems.filter(({ kind, path }) => kind === 'bytes' && isIrrelevant(path))
  const lateProblem = decided.rule === 'D01' ? null : unreadable(facts, unread)
  const final: Decided =
    lateProblem?.outcome === undefined || decided.rule === 'D02'
      ? decided
      : { ...decided, rule: 'D02', outcome: lateProblem.outcome }
  if (final !== decided) trace.push({ id: 'D02', fired: true, reason: lateProblem?.reason ?? '' })
  const reason = trace.at(-1)?.reason ?? ''
  const isUnread = ({ directory }: PhaseFacts) =>
    directory !== null && unread.some(({ path }) => path.startsWith(`${directory.path}/`))
  const now = {
    state: stateOf(facts, final, done),
    facts,
    active: final.active,
    candidates: final === decided ? (decided.candidates ?? []).filter(({ phase }) => !isUnread(phase)) : [],
    outcome: final.outcome,
    reason,
    trace,
    unread,
    isIrrelevant,
  }
  return withLater(now, { done })
}

function decide(facts: ProjectFacts, trace: RuleTrace[]): Decided {
  for (const { id, test } of PROJECT_RULES) {
    const { reason, outcome } = test(facts)
    trace.push({ id, fired: outcome !== undefined, reason })
    if (outcome !== undefined) return { rule: id, outcome, active: null, done: null }
  }
  const done = doneIn(facts)
  const open = facts.phases.filter(({ id }) => !done.has(id))
  const finished = milestoneVerdict(facts, open)
  trace.push({ id: MILESTONE_RULE, fired: finished.outcome !== undefined, reason: finished.reason })
  if (finished.outcome !== undefined) return { rule: MILESTONE_RULE, outcome: finished.outcome, active: null, done }
  const [first, ...others] = open.filter((phase) => unmetDependencies(facts, phase, done).length === 0)
  const stuck = first === undefined ? stuckText(facts, done) : duplicateText(first)
  const free = [first, ...others].map((phase) => phase?.id).join(', ')
  trace.push({ id: 'D07', fired: stuck !== null, reason: stuck ?? `independent: phase ${free}` })
  if (first === undefined || stuck !== null)
    return { rule: 'D07', outcome: blocked('DEPS', stuck ?? '', first?.id ?? 'ROADMAP.md'), active: null, done }
  const unambiguous = others.filter((phase) => duplicateText(phase) === null)
  const candidates = [derivePhase(facts, first), ...unambiguous.map((phase) => derivePhase(facts, phase, 'beside'))]
  const { rule, outcome, phase, trace: tried } = activeOf(facts, candidates)
  trace.push(...tried)
  return { rule, outcome, active: phase, done, candidates }
}

/** Explains a repeated number, which arises if two clones use the number at the same time. */
function repeatedIdText({ view, phases, roadmap }: ProjectFacts, { id }: PhaseFacts): string {
  const shown = displayPhaseId(id)
  const titles = phases.filter((phase) => phase.id === id).map(({ title }) => title)
  const free = displayPhaseId(String(nextInteger(view, roadmap)) as PhaseId)
  return `ROADMAP.md has phase ${shown} twice (${titles.join(', ')}): keep one, and rename the other to phase ${free} in its heading, folder and file names`
}

export function duplicateText({ id, duplicates }: PhaseFacts): string | null {
  return duplicates.length === 0
    ? null
    : `phase ${id} has ${duplicates.length} directories: ${duplicates.map(({ path }) => path).join(', ')}; rename all but the right one`
}

/** Id of the rule that decides what follows when all phases of the milestone are done. */
export const MILESTONE_RULE = 'D06'

/** Describes a phase that would never be reached, because it has no section or an unreadable number; null if there is none. */
function incompletePhase(facts: ProjectFacts): string | null {
  if (facts.roadmap === null) return null
  const [line] = openLinesWithoutSection(facts.roadmap)
  if (line !== undefined)
    return `every phase with a section is done, but ${facts.view.at('ROADMAP.md')} lists phase ${line.id} without one: give it a heading "### Phase ${line.id}: ${line.title}", or remove its line`
  return roadmapIssue(facts, PHASE_UNREAD)
}

function roadmapIssue({ view }: ProjectFacts, wanted: string): string | null {
  const path = view.at('ROADMAP.md')
  const issue = view.parse('roadmap', path)?.issues.find(({ code }) => code === wanted)
  return issue === undefined ? null : `${path}:${issue.line} ${issue.message}. ${issue.fix}`
}

function milestoneVerdict(facts: ProjectFacts, open: readonly PhaseFacts[]): Verdict {
  if (open.length > 0) return passes(`${open.length} phases are open`)
  const missing = incompletePhase(facts)
  if (missing !== null) return stops('INPUT', missing, facts.view.at('ROADMAP.md'))
  const name = auditName(facts)
  const front = facts.inputs.frontMatter(facts.view.at(name))
  if (front === null) return fires('every phase is done', { step: 'milestone-audit' })
  return front['status'] === 'passed'
    ? fires(`every phase is done and ${name} passed`, { step: 'milestone-complete' })
    : fires(`${name} did not pass`, { step: 'milestone-audit' })
}

function stateOf(facts: ProjectFacts, decided: Decided, done: () => ReadonlySet<PhaseId>) {
  // Files that are read later do not affect the decision.
  const revision = facts.inputs.revision()
  const now = { schema: 1, milestone: facts.milestone, ...placeOf(facts, decided) } as const
  // Lazy: it examines every phase, and `next` does not need it.
  return withLater(now, { revision, progress: () => progressIn(facts, done()) })
}

/** Returns the part of the state that is about the active phase and the rule that fired. */
export function placeOf(facts: ProjectFacts, { rule, outcome, active }: Pick<Decided, 'rule' | 'outcome' | 'active'>) {
  const plan = outcome.ready?.[0]
  return {
    phase: active && phaseRef(active),
    plan: active === null || plan === undefined ? null : planRef(active, plan),
    step: outcome.step,
    rule,
    blockers: outcome.blockers ?? [],
    pendingActions: active === null ? [] : pendingActions(facts, active),
  }
}

/** Returns a reference to the phase. `dir` is null until the phase has a directory. */
export const phaseRef = ({ id, title, directory }: PhaseFacts) => ({
  id: String(id),
  slug: directory?.slug ?? slugOf(title),
  dir: directory?.path ?? null,
})

const planRef = (phase: PhaseFacts, plan: PlanFacts) => ({
  id: plan.id,
  phase: phase.id,
  file: plan.file.path,
  wave: phase.waves.plans.find(({ id }) => id === plan.id)?.wave ?? null,
})

function progressIn(facts: ProjectFacts, done: ReadonlySet<PhaseId>): Progress {
  const plans = countsOf(facts.phases.flatMap((phase) => phase.plans))
  const finished = facts.phases.map((phase) => phaseStatus({ facts, done }, phase)).filter(isFinished)
  const verified = finished.filter((status) => status === 'verified').length
  return progressOf({ done: finished.length, total: facts.phases.length, verified }, plans)
}

/** All rules in order of evaluation, for tables and documentation. */
export const RULES: readonly { readonly id: string; readonly about: string }[] = [
  ...PROJECT_RULES.map(({ id, about }) => ({ id, about })),
  { id: MILESTONE_RULE, about: 'every phase of the milestone is done' },
  { id: 'D07', about: 'no open phase has its dependencies done, or the first has several folders' },
  ...PHASE_RULES.map(({ id, about }) => ({ id, about })),
]
