// Finds why a phase must be replanned (blockers, required leftovers, notes), and which of these triggers are handled.
import { type FrontValue, isFrontMap } from '../../markdown/frontmatter.js'
import { onceOf } from '../../std/once.js'
import { type Decision, isOpen, readDecisions } from '../captures/decisions.js'
import { waitingTodos } from '../captures/notes.js'
import { namesPhase, type PlanId } from '../ids.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { actionRef, handlingOf, isHandledBy, openActions } from './leftovers.js'
import type { PlanFacts } from './plan-facts.js'

export interface Trigger {
  readonly key: string
  readonly kind: 'blocker' | 'pending' | 'triage'
  /** Id of a plan or note. */
  readonly source: string
  readonly texts: readonly string[]
}

export interface PendingAction {
  readonly planId: PlanId
  readonly index: number
  /** How a plan refers to the action: `01-02#1`. */
  readonly ref: string
  readonly text: string
  readonly digest: string
}

/** A handled trigger, as recorded in `XX-REPLAN.md`. */
export interface Replan {
  readonly key: string
  readonly kind: string
  readonly source: string
  readonly at: string
  readonly result: string
  readonly plansChanged: readonly string[]
  /** Pending actions that a plan takes up; absent in records of blockers and notes, and in older records. */
  readonly handles?: readonly string[]
  /** Pending actions that a plan drops. */
  readonly dropped?: readonly string[]
  /** The user who accepted the trigger as it is; absent if plans were changed. */
  readonly who?: string
  readonly reason?: string
}

const textOf = (value: FrontValue | undefined): string => (typeof value === 'string' ? value : '')

const textsOf = (value: FrontValue | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly FrontValue[]).map(textOf) : []

export function replansOf(facts: ProjectFacts, phase: PhaseFacts): readonly Replan[] {
  const path = phase.files?.replan
  const front = path == null ? null : facts.inputs.frontMatter(path)
  const list = front?.['replans']
  if (!Array.isArray(list)) return []
  return (list as readonly FrontValue[]).filter(isFrontMap).map((entry) => ({
    key: textOf(entry['key']),
    kind: textOf(entry['kind']),
    source: textOf(entry['source']),
    at: textOf(entry['at']),
    result: textOf(entry['result']),
    plansChanged: textsOf(entry['plans_changed']),
    ...(Array.isArray(entry['handles']) ? { handles: textsOf(entry['handles']) } : {}),
    ...(Array.isArray(entry['dropped']) ? { dropped: textsOf(entry['dropped']) } : {}),
    ...(textOf(entry['who']) === '' ? {} : { who: textOf(entry['who']) }),
    ...(textOf(entry['reason']) === '' ? {} : { reason: textOf(entry['reason']) }),
  }))
}

/** Returns keys of replanned or accepted triggers. A trigger reopens if the plans that name its actions are removed. */
export const handledKeys = (facts: ProjectFacts, phase: PhaseFacts): ReadonlySet<string> =>
  new Set(
    replansOf(facts, phase)
      .filter(({ handles = [], dropped = [] }) => [...handles, ...dropped].every((ref) => isNamedByPlan(phase, ref)))
      .map(({ key }) => key),
  )

const isNamedByPlan = (phase: PhaseFacts, ref: string): boolean =>
  phase.plans.some(({ plan }) => isHandledBy(ref, plan.handles))

/** Whether the CLI finished the plan, or it was halted, so that its leftovers trigger replanning. */
const canTriggerReplan = ({ evidence }: PlanFacts): boolean => evidence === 'complete' || evidence === 'halted'

/** Whether a plan's leftovers count. If another tool finished the plan, they count but trigger no replanning. */
const hasValidLeftovers = (plan: PlanFacts): boolean => canTriggerReplan(plan) || plan.evidence === 'done'

const normalized = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

const pendingActionsOf = (facts: ProjectFacts, plan: PlanFacts): readonly PendingAction[] =>
  plan.pendingActions.map((text, index) => ({
    planId: plan.id,
    index,
    ref: actionRef(plan.id, index),
    text,
    digest: facts.view.digest(normalized(text)),
  }))

export function blockerTriggers(facts: ProjectFacts, phase: PhaseFacts): readonly Trigger[] {
  return phase.plans.filter(canTriggerReplan).flatMap((plan) => {
    const stated = plan.hasBlockers ? (plan.summary?.blockers ?? []) : []
    const texts = stated.length > 0 || plan.evidence !== 'halted' ? stated : ['the plan was halted']
    return texts.map((text): Trigger => {
      const key = `blocker:${plan.id}:${facts.view.digest(normalized(text)).slice(0, 16)}`
      return { key, kind: 'blocker', source: plan.id, texts: [text] }
    })
  })
}

export function pendingTriggers(facts: ProjectFacts, phase: PhaseFacts): readonly PendingTrigger[] {
  return leftoversIn(facts, phase)
    .filter(({ plan, actions }) => canTriggerReplan(plan) && actions.length > 0)
    .map(({ plan, key, actions }) => ({
      key,
      kind: 'pending',
      source: plan.id,
      texts: actions.map(({ text }) => text),
      actions,
    }))
}

/** All leftovers of a plan together form one trigger. */
export interface PendingTrigger extends Trigger {
  readonly kind: 'pending'
  readonly actions: readonly PendingAction[]
}

interface Leftovers {
  readonly plan: PlanFacts
  /** Whether the leftovers were replanned or accepted. */
  readonly isHandled: boolean
  /** Trigger key over all leftovers of the plan, so that later summaries do not change the key. */
  readonly key: string
  /** Actions that no later plan restates or ticks off; `restated` are the others. */
  readonly actions: readonly PendingAction[]
  readonly restated: readonly PendingAction[]
}

/** Returns the leftovers of finished and halted plans, oldest first. */
export function leftoversIn(facts: ProjectFacts, phase: PhaseFacts): readonly Leftovers[] {
  // Summaries are parsed only if a plan left something.
  if (phase.plans.every(({ pendingActions: left }) => left.length === 0)) return []
  const handled = handledKeys(facts, phase)
  return openActions(phase.plans.filter(hasValidLeftovers)).flatMap(({ plan, open }) => {
    const left = pendingActionsOf(facts, plan)
    if (left.length === 0) return []
    const key = `pending:${plan.id}:${facts.view.digest(left.map(({ digest }) => digest).join('\n'))}`
    const split = (isOpen: boolean) => left.filter(({ index }) => open.has(index) === isOpen)
    return [{ plan, key, isHandled: handled.has(key), actions: split(true), restated: split(false) }]
  })
}

/** Returns open leftovers: those that no later plan restates or ticks off, and that were neither replanned nor accepted. */
export function pendingActions(facts: ProjectFacts, phase: PhaseFacts): readonly PendingAction[] {
  return leftoversIn(facts, phase).flatMap(({ isHandled, actions }) => (isHandled ? [] : actions))
}

/** Returns actions that plans must take up or drop, except those that the user or an older record settled. */
export function bindingActions(facts: ProjectFacts, phase: PhaseFacts): readonly PendingAction[] {
  const triggers = pendingTriggers(facts, phase)
  if (triggers.length === 0) return []
  const answered = replansOf(facts, phase).filter(({ handles }) => handles === undefined)
  const settled = new Set(answered.map(({ key }) => key))
  return triggers.filter(({ key }) => !settled.has(key)).flatMap(({ actions }) => actions)
}

/** Returns earlier leftovers that this plan takes up. */
export function takenUpBy(facts: ProjectFacts, phase: PhaseFacts, plan: PlanFacts): readonly PendingAction[] {
  const takenUp = plan.plan.handles.filter((entry) => handlingOf(entry)?.dropped === null)
  if (takenUp.length === 0) return []
  return leftoversIn(facts, phase)
    .flatMap(({ actions, restated }) => [...actions, ...restated])
    .filter(({ ref }) => isHandledBy(ref, takenUp))
}

/** Classes of notes that trigger replanning. */
export const REPLAN_CLASSES: ReadonlySet<string> = new Set(['replan', 'inject'])

/** Returns the unanswered questions. Each is an input of the derivation. */
export const openDecisions = onceOf((facts: ProjectFacts): readonly Decision[] =>
  facts.view.list(facts.view.at('decisions/pending')).length === 0
    ? []
    : readDecisions(facts.view).filter((one) => isOpen(one) && facts.inputs.checkedSource(one.path) !== null),
)

/** What the rules find: a phase's step as the active phase (`next`) or as another (`beside`), or whether it is still `done`. */
export type Asking = 'next' | 'beside' | 'done'

/** Whether a note or decision is about this phase. `text`: the phase that it names; if empty, it is about the active one. */
export function isAbout(text: string, phase: PhaseFacts, asking: Asking = 'next'): boolean {
  return text === '' ? asking === 'next' : namesPhase(text, phase.id)
}

export function triageTriggers(facts: ProjectFacts, phase: PhaseFacts, asking: Asking = 'next'): readonly Trigger[] {
  return waitingTodos(facts.view)
    .filter((capture) => REPLAN_CLASSES.has(capture.class ?? '') && isAbout(capture.phase ?? '', phase, asking))
    .map(({ id, text }) => ({ key: `triage:${id}`, kind: 'triage', source: id, texts: [text] }))
}

/** Returns all triggers of the phase that no REPLAN entry handles. */
export function openTriggers(facts: ProjectFacts, phase: PhaseFacts): readonly Trigger[] {
  const handled = handledKeys(facts, phase)
  return [...blockerTriggers(facts, phase), ...pendingTriggers(facts, phase), ...triageTriggers(facts, phase)].filter(
    ({ key }) => !handled.has(key),
  )
}

const PER_SOURCE = 3
const PER_PHASE = 6

/** Returns why replanning must stop for the user's decision, or null. */
export function replanLoop(facts: ProjectFacts, phase: PhaseFacts, open: readonly Trigger[]): string | null {
  const done = replansOf(facts, phase).filter(({ result }) => result === 'replanned')
  if (open.length === 0) return null
  if (done.length >= PER_PHASE) return `phase ${phase.id} was replanned ${done.length} times`
  const source = open
    .map((trigger) => trigger.source)
    .find((id) => done.filter((r) => r.source === id).length >= PER_SOURCE)
  return source === undefined ? null : `${source} asked for replanning ${PER_SOURCE} times`
}
