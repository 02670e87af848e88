// Verbs that say whether a phase, a workflow or a delivery may go on, from the derived state. They only look.
import { treeDigestStep } from '../../core/builtin-steps.js'
import { type Derivation, derive, unmetDependencies } from '../../core/derivation/derive.js'
import {
  FACT_READS,
  isComplete,
  isSummarised,
  type PhaseFacts,
  type ProjectFacts,
  receiptsOf,
} from '../../core/derivation/facts.js'
import { debtOf } from '../../core/derivation/phase-debt.js'
import { derivePhase } from '../../core/derivation/phase-rules.js'
import { VERIFICATION_WORDS, type VerificationWord, verificationWord } from '../../core/derivation/verification-word.js'
import { isLive, readClaims } from '../../core/dispatch/claims.js'
import type { Step } from '../../core/dispatch/units.js'
import { indicatorsOf } from '../../core/judging/phase-kinds.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { RunResult } from '../../ports.js'
import { any, bool, int, listOf, mapOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { type Finding, findingsShape, unknownShape } from '../findings.js'
import { query, task } from '../verb.js'

const PHASE = { type: 'text', positional: true, required: true, about: 'Phase, or its directory' } as const
const READS = [...FACT_READS, 'claim'] as const

/** A claim that says itself that no person is beside it. */
const chainActive = (view: View): boolean =>
  readClaims(view).some((claim) => claim.session?.startsWith('auto') === true && isLive(claim, view.clock.now()))

export const checkAutoMode = query({
  name: 'check.auto-mode',
  about: 'Whether work goes on without asking between steps',
  args: {},
  result: record({
    active: bool(),
    source: oneOf(['none', 'auto_chain', 'auto_advance', 'both']),
    auto_chain_active: bool('A live claim was made with --session auto…'),
    auto_advance: bool('The setting'),
  }),
  reads: ['config', 'claim'],
  run(_args, view) {
    const settings = readSettings(view)
    const advance = settings.get('workflow.auto_advance') === true
    const chain = chainActive(view)
    const result = {
      active: advance || chain,
      source:
        advance && chain
          ? ('both' as const)
          : chain
            ? ('auto_chain' as const)
            : advance
              ? ('auto_advance' as const)
              : ('none' as const),
      auto_chain_active: chain,
      auto_advance: advance,
    }
    return settings.problem === null ? { result } : { result, error: settings.problem }
  },
})

/** Field of the answer and the setting behind it. */
const GATES: readonly (readonly [field: string, key: string])[] = [
  ['research_enabled', 'workflow.research'],
  ['plan_checker_enabled', 'workflow.plan_check'],
  ['nyquist_validation', 'workflow.nyquist_validation'],
  ['security_enforcement', 'workflow.security_enforcement'],
  ['security_asvs_level', 'workflow.security_asvs_level'],
  ['security_block_on', 'workflow.security_block_on'],
  ['ui_phase', 'workflow.ui_phase'],
  ['ui_safety_gate', 'workflow.ui_safety_gate'],
  ['ui_review', 'workflow.ui_review'],
  ['text_mode', 'workflow.text_mode'],
  ['auto_advance', 'workflow.auto_advance'],
  ['code_review', 'workflow.code_review'],
  ['code_review_depth', 'workflow.code_review_depth'],
  ['context_window', 'context_window'],
  ['discuss_mode', 'workflow.discuss_mode'],
  ['use_worktrees', 'workflow.use_worktrees'],
  ['skip_discuss', 'workflow.skip_discuss'],
  ['max_discuss_passes', 'workflow.max_discuss_passes'],
  ['node_repair', 'workflow.node_repair'],
  ['research_before_questions', 'workflow.research_before_questions'],
  ['verifier', 'workflow.verifier'],
  ['plan_check', 'workflow.plan_check'],
  ['subagent_timeout', 'workflow.subagent_timeout'],
  ['context_coverage_gate', 'workflow.context_coverage_gate'],
]

export const checkConfigGates = query({
  name: 'check.config-gates',
  about: 'Settings that switch steps of the workflows on and off',
  args: { workflow: { type: 'text', positional: true, about: 'Workflow that asks' } },
  result: mapOf(any()),
  reads: ['config', 'claim'],
  run({ workflow }, view) {
    const settings: Settings = readSettings(view)
    if (settings.problem !== null) return { result: {}, error: settings.problem }
    const values = GATES.map(([field, key]) => [field, settings.get(key)] as const)
    return {
      result: { workflow: workflow ?? null, ...Object.fromEntries(values), auto_chain_active: chainActive(view) },
    }
  },
})

const hasFile = (view: View, { directory }: PhaseFacts, suffix: string): boolean =>
  directory !== null &&
  view
    .list(directory.path)
    .some(({ name, kind }) => kind === 'file' && (name === suffix || name.endsWith(`-${suffix}`)))

const filesOf = (phase: PhaseFacts): readonly string[] =>
  phase.plans.flatMap(({ plan }) => [...plan.filesModified, ...plan.tasks.flatMap((task) => task.files)])

const hasScreens = (phase: PhaseFacts): boolean => indicatorsOf('frontend', phase.section, filesOf(phase)).length > 0

/** Steps at which nothing about a phase can go on by itself. */
const STOPPED: ReadonlySet<Step> = new Set<Step>(['blocked', 'paused'])

export const checkPhaseReady = query({
  name: 'check.phase-ready',
  about: 'Whether work on a phase can go on, and with which step',
  args: { phase: PHASE },
  result: record({
    found: bool(),
    ready: bool(),
    phase: text(),
    phase_name: orNull(text()),
    phase_dir: orNull(text()),
    has_context: bool(),
    has_research: bool(),
    has_plans: bool(),
    plan_count: int(),
    incomplete_plans: int(),
    has_verification: bool(),
    has_ui_spec: bool(),
    has_ui_indicators: bool(),
    dependencies_met: bool(),
    blockers: findingsShape,
    next_step: orNull(text('Derived')),
  }),
  reads: READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    if ('error' in found) return { result: nothingOf(given), error: found.error }
    const { derivation, phase } = found
    const unmet = unmetDependencies(derivation.facts, phase, derivation.done)
    const isDone = derivation.done.has(phase.id)
    const { outcome } = derivePhase(derivation.facts, phase)
    const blockers = [...projectBlockers(derivation), ...phaseBlockers(derivation, phase)]
    const ready = blockers.length === 0
    return {
      result: {
        found: true,
        ready,
        phase: phase.id,
        phase_name: phase.title,
        phase_dir: phase.directory?.path ?? null,
        has_context: phase.files?.context != null,
        has_research: phase.files?.research != null,
        has_plans: phase.plans.length > 0,
        plan_count: phase.plans.length,
        incomplete_plans: phase.plans.filter((plan) => !isComplete(plan)).length,
        has_verification: phase.files?.verification != null,
        has_ui_spec: hasFile(view, phase, 'UI-SPEC.md'),
        has_ui_indicators: hasScreens(phase),
        dependencies_met: unmet.length === 0,
        blockers,
        next_step: isDone ? 'done' : outcome.step,
      },
      exit: ready ? 0 : 1,
    }
  },
})

const nothingOf = (phase: string) => ({
  found: false,
  ready: false,
  phase,
  phase_name: null,
  phase_dir: null,
  has_context: false,
  has_research: false,
  has_plans: false,
  plan_count: 0,
  incomplete_plans: 0,
  has_verification: false,
  has_ui_spec: false,
  has_ui_indicators: false,
  dependencies_met: false,
  blockers: [],
  next_step: null,
})

/** What stops every phase: an unreadable file, invalid settings, a stop directive, work nobody has decided about. */
const projectBlockers = ({ state, active }: Derivation): readonly Finding[] =>
  active === null && STOPPED.has(state.step)
    ? state.blockers.map(({ code, text: message, source }) => ({
        code,
        message,
        path: source,
        fix: `settle ${source} first`,
      }))
    : []

function phaseBlockers({ facts, done }: Derivation, phase: PhaseFacts): readonly Finding[] {
  const { outcome } = derivePhase(facts, phase)
  const stopped = STOPPED.has(outcome.step) && !done.has(phase.id)
  return [
    ...unmetDependencies(facts, phase, done).map((id) => ({
      code: 'DEPS',
      message: `phase ${phase.id} waits for phase ${id}`,
      fix: `finish phase ${id}`,
    })),
    ...phase.duplicates.map(({ path }) => ({
      code: 'PHASE_AMBIGUOUS',
      path,
      message: `several directories carry the number ${phase.id}`,
      fix: 'rename or remove all but one',
    })),
    ...(stopped
      ? (outcome.blockers ?? []).map(({ code, text: message, source }) => ({
          code,
          message,
          path: source,
          fix: `settle ${source} first`,
        }))
      : []),
  ]
}

export const checkCompletion = query({
  name: 'check.completion',
  about: 'Whether a phase or a milestone is complete by evidence',
  args: {
    kind: { type: 'choice', values: ['phase', 'milestone'], positional: true, required: true, about: 'Of what' },
    id: { type: 'text', positional: true, about: 'Phase, or milestone; default: the active one' },
  },
  result: record({
    complete: bool(),
    id: orNull(text()),
    plans_total: int(),
    plans_with_summaries: int(),
    missing_summaries: texts('Plans without a SUMMARY'),
    verification_status: orNull(oneOf(VERIFICATION_WORDS)),
    uat_status: orNull(text()),
    debt: record({ uat_gaps: int(), verification_failures: int(), human_needed: bool() }),
    reason: text('What is missing, or what makes it complete'),
  }),
  reads: READS,
  run({ kind, id }, view) {
    const derivation = derive(view)
    if (kind === 'milestone') return milestoneCompletion(derivation, id)
    const given = id ?? derivation.active?.id
    const found = given === undefined ? null : subjectPhase(view, given)
    if (found === null || 'error' in found)
      return {
        result: completionOf(derivation.facts, [], false, given ?? null, 'there is no such phase'),
        error: found?.error ?? { code: 'PHASE_NOT_FOUND', message: 'no phase is active', fix: 'name one' },
      }
    const { phase } = found
    const { rule, trace } = derivePhase(derivation.facts, phase)
    const complete = phase.adopted || rule === 'D18'
    const reason = phase.adopted ? 'a person adopted it' : (trace.at(-1)?.reason ?? '')
    return { result: completionOf(derivation.facts, [phase], complete, phase.id, reason), exit: complete ? 0 : 1 }
  },
})

function milestoneCompletion(derivation: Derivation, id: string | undefined) {
  const { facts, done } = derivation
  const version = facts.milestone?.id ?? null
  if (id !== undefined && id !== version)
    return {
      result: completionOf(facts, [], false, id, 'it is not the active milestone'),
      error: {
        code: 'MILESTONE_UNKNOWN' as const,
        message: `${id} is not the active milestone${version === null ? '' : `, which is ${version}`}`,
        fix: 'closed milestones are complete; name the active one or leave the name out',
      },
    }
  const open = facts.phases.filter((phase) => !done.has(phase.id))
  const complete = facts.phases.length > 0 && open.length === 0
  const reason = complete
    ? 'every phase is done'
    : facts.phases.length === 0
      ? 'no phase is open, so there is nothing to judge'
      : `not done: ${open.map((phase) => phase.id).join(', ')}`
  return {
    result: completionOf(facts, facts.phases, complete, version, reason),
    exit: complete ? (0 as const) : (1 as const),
  }
}

/** From the worst word to the best. */
const WORST: readonly VerificationWord[] = [
  'missing',
  'unknown',
  'gaps_found',
  'stale',
  'human_needed',
  'claimed',
  'adopted',
  'passed',
]

function completionOf(
  facts: ProjectFacts,
  phases: readonly PhaseFacts[],
  complete: boolean,
  id: string | null,
  reason: string,
) {
  const plans = phases.flatMap((phase) => phase.plans)
  const debts = phases.map((phase) => debtOf(facts, phase))
  const words = new Set(phases.map((phase) => verificationWord(facts, phase).status))
  const sum = (of: (debt: (typeof debts)[number]) => number) => debts.reduce((total, debt) => total + of(debt), 0)
  return {
    complete,
    id,
    plans_total: plans.length,
    plans_with_summaries: plans.filter(isSummarised).length,
    missing_summaries: plans.filter((plan) => !isSummarised(plan)).map((plan) => plan.id),
    verification_status: WORST.find((word) => words.has(word)) ?? null,
    uat_status: debts.length === 1 ? (debts[0]?.uatStatus ?? null) : null,
    debt: {
      uat_gaps: sum(({ uatGaps }) => uatGaps),
      verification_failures: sum(({ verificationFailures }) => verificationFailures),
      human_needed: debts.some(({ humanNeeded }) => humanNeeded),
    },
    reason,
  }
}

export const checkVerificationStatus = query({
  name: 'check.verification-status',
  about: 'What the verification of a phase found',
  args: { phase: PHASE },
  result: record({
    status: oneOf(VERIFICATION_WORDS),
    reason: text(),
    score: orNull(text('verified/total')),
    gaps: listOf(record({ truth: text(), status: orNull(text()), reason: orNull(text()), missing: texts() })),
    human_items: listOf(record({ test: text(), expected: orNull(text()), why_human: orNull(text()) })),
    deferred: listOf(record({ truth: text(), addressed_in: orNull(text()) })),
    unknown: unknownShape,
  }),
  reads: READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    if ('error' in found)
      return {
        result: {
          status: 'missing' as const,
          reason: found.error.message,
          score: null,
          gaps: [],
          human_items: [],
          deferred: [],
          unknown: [],
        },
        error: found.error,
      }
    const { status, reason } = verificationWord(found.derivation.facts, found.phase)
    const value = found.phase.verification?.value ?? null
    const score = value?.score ?? null
    return {
      result: {
        status,
        reason,
        score,
        gaps: (value?.gaps ?? []).map((gap) => ({
          truth: gap.truth,
          status: gap.status,
          reason: gap.reason,
          missing: gap.missing,
        })),
        human_items: (value?.humanVerification ?? []).map(({ test, expected, whyHuman }) => ({
          test,
          expected,
          why_human: whyHuman,
        })),
        deferred: (value?.deferred ?? []).map(({ truth, addressedIn }) => ({ truth, addressed_in: addressedIn })),
        unknown:
          score !== null
            ? []
            : [
                {
                  path: 'score',
                  code: 'NO_SCORE',
                  reason: value === null ? 'there is no VERIFICATION' : 'the file has none',
                },
              ],
      },
    }
  },
})

/** Steps of a phase at which each workflow has something to do; an empty list: at any. */
const WORKFLOWS: Readonly<Record<string, readonly Step[]>> = {
  'discuss-phase': ['needs-discussion', 'needs-research', 'needs-plan'],
  'research-phase': ['needs-research', 'needs-plan'],
  'plan-phase': ['needs-research', 'needs-plan', 'plan-check', 'replanning'],
  'execute-phase': ['executing', 'verifying'],
  'verify-work': ['verifying', 'human-uat', 'phase-complete'],
  transition: ['phase-complete'],
  ship: ['phase-complete'],
  'audit-milestone': [],
  'complete-milestone': [],
}

export const checkGates = query({
  name: 'check.gates',
  about: 'Whether a workflow may begin now, and what stands in its way',
  args: {
    workflow: { type: 'text', positional: true, required: true, about: 'Workflow, e.g. execute-phase' },
    phase: { type: 'text', about: 'Phase; default: the active one' },
  },
  result: record({ passed: bool(), blockers: findingsShape, warnings: findingsShape }),
  reads: READS,
  run({ workflow, phase: given }, view) {
    const none = { passed: false, blockers: [], warnings: [] }
    const steps = Object.hasOwn(WORKFLOWS, workflow) ? WORKFLOWS[workflow] : undefined
    if (steps === undefined) {
      const near = nearest(workflow, Object.keys(WORKFLOWS))
      return {
        result: none,
        error: {
          code: 'NOT_FOUND',
          message: `no gates are known for "${workflow}"`,
          fix: near === null ? `name one of ${Object.keys(WORKFLOWS).join(', ')}` : `did you mean ${near}?`,
        },
      }
    }
    const derivation = derive(view)
    const found = given === undefined ? null : subjectPhase(view, given)
    if (found !== null && 'error' in found) return { result: none, error: found.error }
    const phase = found?.phase ?? derivation.active
    const blockers = [...projectBlockers(derivation), ...workflowBlockers(derivation, phase, workflow, steps)]
    return {
      result: { passed: blockers.length === 0, blockers, warnings: [...handoffs(view), ...debtWarnings(derivation)] },
      exit: blockers.length === 0 ? 0 : 1,
    }
  },
})

function workflowBlockers(
  derivation: Derivation,
  phase: PhaseFacts | null,
  workflow: string,
  steps: readonly Step[],
): readonly Finding[] {
  const fix = 'gsd-tools next says what comes next'
  if (steps.length === 0) {
    const open = derivation.facts.phases.filter(({ id }) => !derivation.done.has(id))
    return open.map(({ id }) => ({ code: 'PHASE_OPEN', message: `phase ${id} is not done`, fix }))
  }
  if (phase === null) return [{ code: 'NO_PHASE', message: 'no phase is active', fix }]
  if (derivation.done.has(phase.id)) return [{ code: 'PHASE_DONE', message: `phase ${phase.id} is done`, fix }]
  const { outcome, trace } = derivePhase(derivation.facts, phase)
  const early = steps.includes(outcome.step) || STOPPED.has(outcome.step)
  return [
    ...phaseBlockers(derivation, phase),
    ...(early
      ? []
      : [
          {
            code: 'STEP',
            message: `phase ${phase.id} is at "${outcome.step}", not where ${workflow} works: ${trace.at(-1)?.reason ?? ''}`,
            fix,
          },
        ]),
  ]
}

/** Notes that say where somebody stopped: whoever goes on should read them first. */
const handoffs = (view: View): readonly Finding[] =>
  ['.continue-here.md', 'HANDOFF.json', 'HANDOFF.md']
    .filter((name) => view.list(view.base).some((entry) => entry.name === name))
    .map((name) => ({
      code: 'CONTINUE_HERE',
      path: view.at(name),
      message: `${name} says where the work was interrupted`,
      fix: 'read it, then remove it',
    }))

function debtWarnings({ facts, active }: Derivation): readonly Finding[] {
  return facts.phases
    .filter(({ id }) => id !== active?.id)
    .flatMap((phase) => {
      const { verificationFailures, uatGaps } = debtOf(facts, phase)
      return verificationFailures + uatGaps === 0
        ? []
        : [
            {
              code: 'DEBT',
              message: `phase ${phase.id} has ${verificationFailures} open verification gaps and ${uatGaps} open acceptance items`,
              fix: 'gsd-tools audit-uat lists them',
            },
          ]
    })
}

const CHANGED = 'changed'
const BRANCH = 'branch'
const REMOTES = 'remotes'
const TREE = 'tree'

export const checkShipReady = task({
  name: 'check.ship-ready',
  about: 'Whether a phase can be delivered: verified, committed, on a branch of its own',
  args: { phase: PHASE },
  reads: READS,
  writes: [],
  result: record({ ready: bool(), blockers: findingsShape, warnings: texts() }),
  plan: (_args, view) =>
    view.hasGit
      ? [
          { name: CHANGED, argv: ['git', 'status', '--porcelain', '--untracked-files=normal'], looks: true },
          { name: BRANCH, argv: ['git', 'symbolic-ref', '--quiet', '--short', 'HEAD'], looks: true },
          { name: REMOTES, argv: ['git', 'remote'], looks: true },
          treeDigestStep(TREE),
        ]
      : [],
  finish({ phase: given }, view, results) {
    const found = subjectPhase(view, given)
    if ('error' in found) return { result: { ready: false, blockers: [], warnings: [] }, error: found.error, edits: [] }
    const { derivation, phase } = found
    const blockers = [...verificationBlockers(derivation, phase, results), ...gitBlockers(view, results)]
    const warnings = [
      ...(view.hasGit && (results.get(REMOTES)?.stdout.trim() ?? '') === ''
        ? ['the repository has no remote to push to']
        : []),
      ...(verificationWord(derivation.facts, phase).status === 'adopted'
        ? ['the phase was adopted, so no check of it ran']
        : []),
    ]
    return {
      result: { ready: blockers.length === 0, blockers, warnings },
      exit: blockers.length === 0 ? 0 : 1,
      edits: [],
    }
  },
})

function verificationBlockers(
  { facts }: Derivation,
  phase: PhaseFacts,
  results: ReadonlyMap<string, RunResult>,
): readonly Finding[] {
  const { status, reason } = verificationWord(facts, phase)
  const open = phase.plans.filter((plan) => !isComplete(plan)).map(({ id }) => id)
  const now = results.get(TREE)
  const stored = new Set(receiptsOf(facts, phase).receipts.map(({ file }) => file.treeDigest))
  const isOther = status === 'passed' && now?.exitCode === 0 && !stored.has(now.stdout)
  const debt = debtOf(facts, phase)
  return [
    ...(open.length === 0
      ? []
      : [{ code: 'PLANS_OPEN', message: `not carried out: ${open.join(', ')}`, fix: 'execute them' }]),
    ...(status === 'passed' || status === 'adopted'
      ? []
      : [
          {
            code: 'NOT_VERIFIED',
            message: `the phase is "${status}": ${reason}`,
            fix: 'verify the phase with checks that run',
          },
        ]),
    ...(isOther
      ? [
          {
            code: 'TREE_CHANGED',
            message: 'the code is not the one that was verified',
            fix: `gsd-tools check run ${phase.id}, then verify again`,
          },
        ]
      : []),
    ...(debt.uatGaps === 0
      ? []
      : [
          {
            code: 'UAT_OPEN',
            message: `${debt.uatGaps} acceptance items are open`,
            fix: 'gsd-tools audit-uat lists them',
          },
        ]),
  ]
}

const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(['main', 'master', 'trunk', 'develop'])

function gitBlockers(view: View, results: ReadonlyMap<string, RunResult>): readonly Finding[] {
  if (!view.hasGit)
    return [{ code: 'NO_GIT', message: 'there is no git repository', fix: 'git init, and commit the work' }]
  const changed = (results.get(CHANGED)?.stdout ?? '').split('\n').filter((line) => line !== '')
  const branch = results.get(BRANCH)?.stdout.trim() ?? ''
  const base = readSettings(view).get('git.base_branch')
  const isBase = typeof base === 'string' && base !== '' ? branch === base : DEFAULT_BRANCHES.has(branch)
  return [
    ...(changed.length === 0
      ? []
      : [
          {
            code: 'UNCOMMITTED',
            message: `${changed.length} files are not committed: ${changed
              .slice(0, 5)
              .map((line) => line.slice(3))
              .join(', ')}`,
            fix: 'commit or remove them',
          },
        ]),
    ...(branch === ''
      ? [{ code: 'DETACHED', message: 'HEAD is on no branch', fix: 'git switch -c <branch>' }]
      : isBase
        ? [
            {
              code: 'BASE_BRANCH',
              message: `${branch} is the branch a delivery goes to`,
              fix: 'git switch -c <branch>',
            },
          ]
        : []),
  ]
}
