// Rules D08–D18: the next step of one phase, from the evidence in its directory, open decisions and notes.
import { isJsonObject, objectIn } from '../../std/json.js'
import { counted, isLater } from '../../std/text.js'
import { whySkipped } from '../depth.js'
import { ANSWERED } from '../history/ledger.js'
import { type PlanId, phaseOfPlan, samePlan } from '../ids.js'
import { isFinishedUat, openTests, uatOf } from './acceptance-debt.js'
import { isOn, type PhaseFacts, type ProjectFacts, phaseNumbered } from './facts.js'
import { screensVerdict, threatsVerdict } from './gates.js'
import { isComplete, type PlanFacts } from './plan-facts.js'
import { blocked, fires, type Outcome, passes, stops, type Verdict } from './steps.js'
import {
  type Asking,
  blockerTriggers,
  handledKeys,
  isAbout,
  openDecisions,
  pendingTriggers,
  replanLoop,
  type Trigger,
  triageTriggers,
} from './triggers.js'
import { verificationWord } from './verification-word.js'
import type { Waves } from './waves.js'

export interface RuleTrace {
  readonly id: string
  readonly fired: boolean
  readonly reason: string
}

interface PhaseRule {
  readonly id: string
  readonly about: string
  test(facts: ProjectFacts, phase: PhaseFacts, asking: Asking): Verdict
}

export const PHASE_RULES: readonly PhaseRule[] = [
  {
    id: 'D08',
    about: 'an open decision',
    test(facts, phase, asking) {
      const open = openDecisions(facts).filter((decision) => isAbout(decision.phase ?? '', phase, asking))
      if (open.length === 0) return passes('no open decision')
      return fires(`${counted(open.length, 'decision')} ${open.length === 1 ? 'waits' : 'wait'} for the user`, {
        step: 'blocked',
        blockers: open.map(({ question, path }) => ({ code: 'DECISION', text: question, source: path })),
      })
    },
  },
  {
    id: 'D09',
    about: 'a finished or halted plan reports a blocker',
    test: (facts, phase) => replanVerdict(facts, phase, blockerTriggers(facts, phase), 'no unhandled blocker'),
  },
  {
    id: 'D10',
    about: 'a finished or halted plan left required actions open',
    test: (facts, phase) => replanVerdict(facts, phase, pendingTriggers(facts, phase), 'no unhandled pending action'),
  },
  {
    id: 'D11',
    about: 'triage requires replanning',
    test: (facts, phase, asking) =>
      replanVerdict(facts, phase, triageTriggers(facts, phase, asking), 'no unhandled triage trigger'),
  },
  {
    id: 'D12',
    about: 'not discussed',
    test(facts, phase) {
      if (isOn(facts, 'workflow.skip_discuss')) return passes('workflow.skip_discuss is on')
      if (phase.plans.length > 0) return passes('the phase is already planned')
      const skipped = whySkipped(facts, phase, 'discussion')
      if (skipped !== null) return passes(skipped)
      const path = phase.files?.context
      if (path == null) return fires('not discussed yet', { step: 'needs-discussion' })
      return hasContext(facts, path)
        ? passes(`${path} exists`)
        : fires(`${path} is empty`, { step: 'needs-discussion' })
    },
  },
  {
    id: 'D13',
    about: 'not researched',
    test(facts, phase) {
      if (!isOn(facts, 'workflow.research')) return passes('workflow.research is off')
      if (phase.plans.length > 0) return passes('the phase is already planned')
      const path = phase.files?.research
      const research = path == null ? null : facts.inputs.parse('research', path)
      if (path == null || research === null) {
        const skipped = whySkipped(facts, phase, 'research')
        return skipped === null ? fires('not researched yet', { step: 'needs-research' }) : passes(skipped)
      }
      const questions = research.value.openQuestions
      if (questions.length === 0) return passes(`${path} has no open questions`)
      return fires(`${path} has ${counted(questions.length, 'open question')}`, {
        step: 'blocked',
        blockers: questions.map((text) => ({ code: 'OPEN_QUESTIONS', text, source: path })),
      })
    },
  },
  { id: 'D13b', about: 'screens without a contract', test: screensVerdict },
  {
    id: 'D14',
    about: 'no plans, or unchecked plans',
    test(facts, phase) {
      if (phase.plans.length === 0) return fires('no plan yet', { step: 'needs-plan', mode: 'full' })
      const open = phase.plans.filter((plan) => !isComplete(plan))
      if (open.length === 0) return passes('every plan is executed')
      if (!isOn(facts, 'workflow.plan_check')) return passes('workflow.plan_check is off')
      const skipped = whySkipped(facts, phase, 'plan check')
      if (skipped !== null) return passes(skipped)
      return checkVerdict(facts, phase, open)
    },
  },
  { id: 'D15', about: 'a plan without a valid SUMMARY', test: executionVerdict },
  { id: 'D16', about: 'not verified', test: verificationVerdict },
  { id: 'D17', about: 'the user must test', test: humanVerdict },
  {
    id: 'D17b',
    about: 'threats are open',
    // A phase closed before any threat review stays closed.
    test: (facts, phase, asking) => (asking === 'done' ? passes('already closed') : threatsVerdict(facts, phase)),
  },
  {
    id: 'D18',
    about: 'all evidence exists',
    test: (_facts, phase) => fires(`phase ${phase.id} has all its evidence`, { step: 'phase-complete' }),
  },
]

function hasContext(facts: ProjectFacts, path: string): boolean {
  const value = facts.inputs.parse('context', path)?.value
  if (value === undefined) return false
  const parts = [value.decisions, value.discretion, value.openQuestions]
  if (value.domain !== null || parts.some((part) => part.length > 0)) return true
  // Files of other tools may be plain prose.
  return (facts.view.source(path)?.text ?? '').length > 600
}

function replanVerdict(facts: ProjectFacts, phase: PhaseFacts, triggers: readonly Trigger[], nothing: string): Verdict {
  const handled = handledKeys(facts, phase)
  const open = triggers.filter(({ key }) => !handled.has(key))
  if (open.length === 0) return passes(nothing)
  const loop = replanLoop(facts, phase, open)
  if (loop !== null)
    return fires(loop, blocked('REPLAN_LOOP', `${loop}: ${open.flatMap(({ texts }) => texts).join('; ')}`, phase.id))
  const [first] = open
  return fires(`required by ${first?.source}: ${first?.texts[0] ?? ''}`, { step: 'replanning', mode: 'replan' })
}

export type CheckRecord = NonNullable<ReturnType<typeof parseCheckRecord>>

export function parseCheckRecord(text: string) {
  const { plans, verdict, issues } = objectIn(text) ?? {}
  if (!isJsonObject(plans) || (verdict !== 'passed' && verdict !== 'issues')) return null
  return { plans: plans as Readonly<Record<string, string>>, verdict, issues: Array.isArray(issues) ? issues : [] }
}

function checkVerdict(facts: ProjectFacts, phase: PhaseFacts, open: readonly PlanFacts[]): Verdict {
  const path = phase.files?.check
  const text = path == null ? null : facts.inputs.checkedSource(path)?.text
  const record = text == null ? null : parseCheckRecord(text)
  if (record === null)
    return phase.plans.some(({ evidence }) => evidence === 'done')
      ? passes('another tool planned the phase and executed some of its plans')
      : fires('its plans are unchecked', { step: 'plan-check' })
  const changed = open.filter(({ id, file }) => record.plans[id] !== facts.inputs.digestOf(file.path))
  if (changed.length > 0)
    return fires(`changed since their check: ${changed.map(({ id }) => id).join(', ')}`, { step: 'plan-check' })
  if (record.verdict === 'passed') return passes('the plans passed their check')
  return fires(`the plan check found ${counted(record.issues.length, 'issue')}`, { step: 'needs-plan', mode: 'revise' })
}

function executionVerdict(facts: ProjectFacts, phase: PhaseFacts): Verdict {
  const open = phase.plans.filter((plan) => !isComplete(plan))
  if (open.length === 0) return passes(`${phase.plans.length} of ${phase.plans.length} plans have a valid SUMMARY`)
  const { cycle, plans: waves } = phase.waves
  if (cycle !== null)
    return stops('PLAN_CYCLE', `circular dependency of plans: ${[...cycle, cycle[0]].join(' → ')}`, phase.id)
  const isDone = (id: PlanId) => phase.plans.some((plan) => plan.id === id && isComplete(plan))
  const runnable = waves.filter(({ wave, dependsOn }) => wave !== null && dependsOn.every(isDone))
  const ready = runnable.flatMap(({ id, external }) =>
    external.every((other) => isOver(facts, other)) ? open.filter((plan) => plan.id === id) : [],
  )
  if (ready.length > 0) return fires(readyText(ready), { step: 'executing', ready })
  const text = `no plan can run: ${waves.flatMap((plan) => waitText(facts, phase, plan)).join(', ') || 'their dependencies do not resolve'}`
  return stops('DEPS', text, phase.id)
}

/** Returns text such as `plan 02-01 is ready`, with the plan's evidence unless that is `open`. */
function readyText(ready: readonly PlanFacts[]): string {
  const named = ready.map(({ id, evidence }) => (evidence === 'open' ? id : `${id} (${evidence})`))
  return ready.length === 1 ? `plan ${named[0]} is ready` : `plans ${named.join(', ')} are ready`
}

function waitText(facts: ProjectFacts, { plans }: PhaseFacts, { id, external, unresolved }: Waves['plans'][number]) {
  const problem = plans.find((plan) => plan.id === id)?.unreadable
  return [
    ...unresolved.map((ref) => (ref === problem ? `${id} is ${ref}` : `${id} depends on "${ref}"`)),
    ...external.filter((other) => !isOver(facts, other)).map((other) => `${id} depends on ${other}`),
  ]
}

/** Whether a plan of another phase is finished, or is no longer in the active milestone. */
function isOver(facts: ProjectFacts, id: PlanId): boolean {
  const found = phaseNumbered(facts, phaseOfPlan(id))?.plans.find((other) => samePlan(other.id, id))
  return found === undefined || isComplete(found)
}

function verificationVerdict(facts: ProjectFacts, phase: PhaseFacts): Verdict {
  const { verification } = phase
  if (!isOn(facts, 'workflow.verifier')) {
    const foreign = phase.plans.filter(({ evidence, isProven }) => evidence === 'complete' && !isProven)
    if (foreign.length === 0) return passes('workflow.verifier is off')
    if (verification === null)
      return fires(
        `a verification must cover plans that were not finished through a claim: ${foreign.map(({ id }) => id).join(', ')}`,
        { step: 'verifying' },
      )
  }
  if (verification === null) return fires('not verified yet', { step: 'verifying' })
  const { status, reason, receipt } = verificationWord(facts, phase)
  // Gaps, including those another tool found in its own work, are planned before another verification.
  if (verification.status === 'gaps_found' && (verification.isCurrent || phase.isDoneElsewhere))
    return fires(`${verification.path} found ${counted(verification.value.gaps.length, 'gap')}`, {
      step: 'needs-plan',
      mode: 'gaps',
    })
  return receipt !== null && verification.isProven && (status === 'passed' || status === 'human_needed')
    ? passes('verified with receipts')
    : fires(reason, { step: 'verifying' })
}

function humanVerdict(facts: ProjectFacts, phase: PhaseFacts): Verdict {
  const path = phase.files?.uat
  const value = uatOf(facts, phase)
  if (path == null || value === null)
    return phase.verification?.status === 'human_needed'
      ? fires('the verification leaves tests to the user', { step: 'human-uat' })
      : passes('no tests are left to the user')
  const word = (value.statusText ?? '').toLowerCase()
  // If there are gaps, the planner plans the repair of the user's findings.
  const mode = value.gaps.length > 0 ? ({ mode: 'gaps' } as const) : {}
  const repair = repairOf(facts, phase)
  if (repair !== null) return fires(repair, { step: 'needs-plan', mode: 'gaps' })
  if (!isFinishedUat(value)) return fires(`${path} is "${word || 'without status'}"`, { step: 'human-uat', ...mode })
  const open = openTests(value)
  if (open.length > 0) return fires(`${path} has ${counted(open.length, 'open test')}`, { step: 'human-uat', ...mode })
  // For a verification's manual tests, only answers that a unit recorded count.
  return phase.verification?.status !== 'human_needed' || isAnsweredHere(facts, phase, path)
    ? passes(`${path} is finished`)
    : fires(`${path} changed after its answers`, { step: 'human-uat', ...mode })
}

/** Returns why repairs of the user's findings must be planned (the causes are known, no repair is finished), or null. */
export function repairOf(facts: ProjectFacts, phase: PhaseFacts): string | null {
  const value = uatOf(facts, phase)
  if (value?.statusText?.toLowerCase() !== 'diagnosed' || value.gaps.length === 0) return null
  if (isRepaired(phase, facts.finished.answers.get(phase.id) ?? value.updated)) return null
  return `${phase.files?.uat} names the causes of ${counted(value.gaps.length, 'gap')}`
}

/** Whether a unit recorded the user's answers, and the file has not changed since. */
const isAnsweredHere = ({ finished, inputs }: ProjectFacts, { id }: PhaseFacts, path: string): boolean =>
  finished.verifications.has(`${id} ${ANSWERED} ${inputs.digestOf(path)}`)

/** Whether a repair plan was finished after the answers, so that the user must test again. */
const isRepaired = (phase: PhaseFacts, since: string | null): boolean =>
  phase.plans.some(
    ({ plan, completedAt }) =>
      plan.gapClosure && completedAt !== null && (since === null || isLater(completedAt, since)),
  )

/** Returns the first of the rules D08–D18 that fires for a phase, with the trace up to it. */
export function derivePhase(facts: ProjectFacts, phase: PhaseFacts, asking: Asking = 'next'): PhaseDerivation {
  const trace: RuleTrace[] = []
  for (const { id, test } of PHASE_RULES) {
    const { reason, outcome } = test(facts, phase, asking)
    trace.push({ id, fired: outcome !== undefined, reason })
    if (outcome !== undefined) return { phase, rule: id, outcome, reason, trace }
  }
  throw new Error('the last rule always fires')
}

export interface PhaseDerivation {
  readonly phase: PhaseFacts
  readonly rule: string
  readonly outcome: Outcome
  readonly reason: string
  readonly trace: readonly RuleTrace[]
}

/** Returns the first phase that can proceed, else the first of all. An open question that names no phase blocks every phase. */
export function activeOf(facts: ProjectFacts, candidates: readonly PhaseDerivation[]): PhaseDerivation {
  const isForAll = openDecisions(facts).some(({ phase }) => phase === null)
  const free = isForAll ? undefined : candidates.find(({ outcome }) => outcome.step !== 'blocked')
  return free ?? (candidates[0] as PhaseDerivation)
}
