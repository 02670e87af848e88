// Why a phase must be planned again: reported blockers, required leftovers of the frontier, triaged captures; and which of them were handled.
import { type FrontMap, type FrontValue, readFrontMatter } from '../../markdown/frontmatter.js'
import { type PlanId, parsePhaseId, samePhase } from '../ids.js'
import type { PhaseFacts, PlanFacts, ProjectFacts } from './facts.js'

export interface Trigger {
  readonly key: string
  readonly kind: 'blocker' | 'pending' | 'triage'
  /** Plan id or capture id. */
  readonly source: string
  readonly texts: readonly string[]
}

export interface PendingAction {
  readonly planId: PlanId
  readonly index: number
  readonly text: string
  readonly digest: string
}

/** One handled trigger of `XX-REPLAN.md`. */
export interface Replan {
  readonly key: string
  readonly kind: string
  readonly source: string
  readonly at: string
  readonly result: string
  readonly plansChanged: readonly string[]
  /** Who accepted it as it is, and why; absent where plans were changed. */
  readonly who?: string
  readonly reason?: string
}

const textOf = (value: FrontValue | undefined): string => (typeof value === 'string' ? value : '')
const isMap = (value: FrontValue): value is FrontMap => typeof value === 'object' && !Array.isArray(value)

export function replansOf(facts: ProjectFacts, phase: PhaseFacts): readonly Replan[] {
  const path = phase.files?.replan
  const front = path == null ? null : facts.inputs.front(path)
  const list = front?.['replans']
  if (!Array.isArray(list)) return []
  return (list as readonly FrontValue[]).filter(isMap).map((entry) => ({
    key: textOf(entry['key']),
    kind: textOf(entry['kind']),
    source: textOf(entry['source']),
    at: textOf(entry['at']),
    result: textOf(entry['result']),
    plansChanged: Array.isArray(entry['plans_changed'])
      ? (entry['plans_changed'] as readonly FrontValue[]).map(textOf)
      : [],
    ...(textOf(entry['who']) === '' ? {} : { who: textOf(entry['who']) }),
    ...(textOf(entry['reason']) === '' ? {} : { reason: textOf(entry['reason']) }),
  }))
}

/** Triggers that a replanning has answered. */
export const handledKeys = (facts: ProjectFacts, phase: PhaseFacts): ReadonlySet<string> =>
  new Set(replansOf(facts, phase).map(({ key }) => key))

/** Finished through the CLI, or stopped before the end: what such a plan left makes the phase be planned again. */
const isOwn = ({ evidence }: PlanFacts): boolean => evidence === 'complete' || evidence === 'halted'

/** What they left is read: finished through the CLI, stopped before the end, or accepted by a person as they stand; accepted work asks for no other plans. */
const isOver = (plan: PlanFacts): boolean => isOwn(plan) || plan.evidence === 'adopted'

/** Plans whose word counts: those that are over in the phase's highest wave that has any, oldest first. */
function frontierOf(phase: PhaseFacts, counts: (plan: PlanFacts) => boolean): readonly PlanFacts[] {
  const finished = phase.plans.filter(counts)
  const waveOf = (plan: PlanFacts) => phase.waves.plans.find(({ id }) => id === plan.id)?.wave ?? 0
  const highest = Math.max(...finished.map(waveOf))
  return finished
    .filter((plan) => waveOf(plan) === highest)
    .sort((a, b) => ((a.completedAt ?? '') < (b.completedAt ?? '') ? -1 : 1))
}

const normal = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** The frontier needs every plan's dependencies: parsing them is worth it only where a plan left something. */
const leavesAnything = (phase: PhaseFacts): boolean => phase.plans.some(({ pendingActions: left }) => left.length > 0)

const pendingActionsOf = (facts: ProjectFacts, plan: PlanFacts): readonly PendingAction[] =>
  plan.pendingActions.map((text, index) => ({
    planId: plan.id,
    index,
    text,
    digest: facts.view.digest(normal(text)),
  }))

export function blockerTriggers(facts: ProjectFacts, phase: PhaseFacts): readonly Trigger[] {
  return phase.plans.filter(isOwn).flatMap((plan) => {
    const stated = plan.leaves('blockers') ? (plan.summary?.blockers ?? []) : []
    const texts = stated.length > 0 || plan.evidence !== 'halted' ? stated : ['the plan was halted']
    return texts.map((text): Trigger => {
      const key = `blocker:${plan.id}:${facts.view.digest(normal(text)).slice(0, 16)}`
      return { key, kind: 'blocker', source: plan.id, texts: [text] }
    })
  })
}

export function pendingTriggers(facts: ProjectFacts, phase: PhaseFacts): readonly Trigger[] {
  return leftovers(facts, phase, isOwn).map(({ plan, key, actions }) => ({
    key,
    kind: 'pending',
    source: plan.id,
    texts: actions.map(({ text }) => text),
  }))
}

interface Leftovers {
  readonly plan: PlanFacts
  /** Its key as a trigger. */
  readonly key: string
  readonly actions: readonly PendingAction[]
}

/** What the plans of the frontier left; earlier waves have been restated or dropped by it. */
function leftovers(facts: ProjectFacts, phase: PhaseFacts, counts = isOver): readonly Leftovers[] {
  if (!leavesAnything(phase)) return []
  return frontierOf(phase, counts).flatMap((plan) => {
    const actions = pendingActionsOf(facts, plan)
    if (actions.length === 0) return []
    return [{ plan, key: pendingKey(facts, plan, actions), actions }]
  })
}

const pendingKey = (facts: ProjectFacts, plan: PlanFacts, actions: readonly PendingAction[]): string =>
  `pending:${plan.id}:${facts.view.digest(actions.map(({ digest }) => digest).join('\n'))}`

/** One plan of the phase and what it left. */
export interface PlanLeftovers {
  readonly planId: PlanId
  readonly key: string
  readonly handled: boolean
  readonly actions: readonly PendingAction[]
}

/** What the finished plans of a phase left: of the frontier as triggers, of earlier waves as what their successors had to take up. */
export function leftoversIn(
  facts: ProjectFacts,
  phase: PhaseFacts,
): { readonly frontier: readonly PlanLeftovers[]; readonly carried: readonly PlanLeftovers[] } {
  const handled = handledKeys(facts, phase)
  const found = leftovers(facts, phase)
  const frontier = found.map(({ plan, key, actions }) => ({ planId: plan.id, key, handled: handled.has(key), actions }))
  const latest = new Set(leavesAnything(phase) ? frontierOf(phase, isOver).map(({ id }) => id) : [])
  const carried = phase.plans
    .filter((plan) => !latest.has(plan.id) && isOver(plan))
    .flatMap((plan): readonly PlanLeftovers[] => {
      const actions = pendingActionsOf(facts, plan)
      const key = pendingKey(facts, plan, actions)
      return actions.length === 0 ? [] : [{ planId: plan.id, key, handled: handled.has(key), actions }]
    })
  return { frontier, carried }
}

/** Actions that nobody has answered: what plans left, restated by no later wave and handled by no replanning. */
export function pendingActions(facts: ProjectFacts, phase: PhaseFacts): readonly PendingAction[] {
  const found = leftovers(facts, phase)
  if (found.length === 0) return []
  const handled = handledKeys(facts, phase)
  return found.flatMap(({ key, actions }) => (handled.has(key) ? [] : actions))
}

/** Classes of captures that ask for other plans. */
export const REPLANS: ReadonlySet<string> = new Set(['replan', 'inject'])

export interface Capture {
  readonly id: string
  readonly path: string
  readonly kind: string
  readonly phase: string
  readonly text: string
}

/** Captures that nobody has acted on. Todos of other tools have no class and are none. */
export function openCaptures(facts: ProjectFacts): readonly Capture[] {
  return markdownIn(facts, facts.view.at('todos/pending')).flatMap(({ id, path, front }) => {
    const kind = textOf(front['class'])
    const status = textOf(front['status'])
    if (kind === '' || (status !== '' && status !== 'pending')) return []
    const text = textOf(front['text']) || textBelow(facts, path) || textOf(front['title'])
    return [{ id: textOf(front['id']) || id, path, kind, phase: textOf(front['phase']), text }]
  })
}

function textBelow(facts: ProjectFacts, path: string): string {
  const source = facts.view.source(path)
  return source === null || source.text === null ? '' : source.text.slice(readFrontMatter(source).bodyStart).trim()
}

export interface DecisionRequest {
  readonly id: string
  readonly path: string
  readonly question: string
  readonly phase: string
}

/** Questions nobody has answered. A file that lies here again after its answer was taken asks nothing. */
export function openDecisions(facts: ProjectFacts): readonly DecisionRequest[] {
  const pending = markdownIn(facts, facts.view.at('decisions/pending'))
  if (pending.length === 0) return []
  const answered = new Set(facts.view.list(facts.view.at('decisions/answered')).map(({ name }) => name.slice(0, -3)))
  return pending.flatMap(({ id, path, front }) =>
    textOf(front['choice']) !== '' || answered.has(id)
      ? []
      : [{ id, path, question: textOf(front['question']) || id, phase: textOf(front['phase']) }],
  )
}

function markdownIn(
  facts: ProjectFacts,
  folder: string,
): readonly { readonly id: string; readonly path: string; readonly front: FrontMap }[] {
  return facts.view
    .list(folder)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .flatMap(({ name }) => {
      const path = `${folder}/${name}`
      const front = facts.inputs.front(path)
      return front === null ? [] : [{ id: name.slice(0, -3), path, front }]
    })
}

/** What is asked of the phase's rules: the next step of the active one, or whether one that was closed still counts as done. */
export type Asking = 'next' | 'done'

/** True when a capture or decision speaks about this phase; one without a phase speaks about whichever is active. */
export function isAbout(text: string, phase: PhaseFacts, asking: Asking = 'next'): boolean {
  if (text === '') return asking === 'next'
  const id = parsePhaseId(text)
  return id !== null && samePhase(id, phase.id)
}

export function triageTriggers(facts: ProjectFacts, phase: PhaseFacts, asking: Asking = 'next'): readonly Trigger[] {
  return openCaptures(facts)
    .filter((capture) => REPLANS.has(capture.kind) && isAbout(capture.phase, phase, asking))
    .map(({ id, text }) => ({ key: `triage:${id}`, kind: 'triage', source: id, texts: [text] }))
}

/** All triggers of the phase that no REPLAN entry handles. */
export function openTriggers(facts: ProjectFacts, phase: PhaseFacts): readonly Trigger[] {
  const handled = handledKeys(facts, phase)
  return [...blockerTriggers(facts, phase), ...pendingTriggers(facts, phase), ...triageTriggers(facts, phase)].filter(
    ({ key }) => !handled.has(key),
  )
}

const PER_SOURCE = 3
const PER_PHASE = 6

/** Why replanning must stop and a person decide; null while it may go on. */
export function replanLoop(facts: ProjectFacts, phase: PhaseFacts, open: readonly Trigger[]): string | null {
  const done = replansOf(facts, phase).filter(({ result }) => result === 'replanned')
  if (open.length === 0) return null
  if (done.length >= PER_PHASE) return `phase ${phase.id} was replanned ${done.length} times`
  const source = open
    .map((trigger) => trigger.source)
    .find((id) => done.filter((r) => r.source === id).length >= PER_SOURCE)
  return source === undefined ? null : `${source} asked for replanning ${PER_SOURCE} times`
}
