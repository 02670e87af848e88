// What STATE.md shows of the derived position: its front matter and the labels it has, each in the form found there. Memory is not touched.
import type { StateField, StateStatus, StateValue } from '../../artifacts/state/state.js'
import { FRONT_KEYS, PROGRESS_KEYS } from '../../artifacts/state/state-read.js'
import { same } from '../../std/same.js'
import type { Derivation } from '../derivation/derive.js'
import { isComplete } from '../derivation/facts.js'
import { progressBar } from '../derivation/progress.js'
import type { Step } from '../dispatch/units.js'
import { displayPhaseId } from '../ids.js'
import type { Staging } from './staging.js'

const STATUS_OF_STEP: Readonly<Record<Step, StateStatus>> = {
  'no-project': 'planning',
  'needs-roadmap': 'planning',
  'between-milestones': 'completed',
  'needs-discussion': 'discussing',
  'needs-research': 'planning',
  'needs-plan': 'planning',
  'plan-check': 'planning',
  replanning: 'planning',
  executing: 'executing',
  verifying: 'verifying',
  'human-uat': 'verifying',
  'phase-complete': 'verifying',
  'milestone-audit': 'completed',
  'milestone-complete': 'completed',
  paused: 'paused',
  blocked: 'paused',
}

/** The word STATE.md shows for where a plan stands. A workstream that has no roadmap yet has completed nothing. */
export const statusOf = ({ state, facts }: Pick<Derivation, 'state' | 'facts'>): StateStatus =>
  state.step === 'between-milestones' && facts.roadmap === null && facts.view.base !== '.planning'
    ? 'planning'
    : STATUS_OF_STEP[state.step]

/** Rewrites the position in STATE.md; a file that says so already is not touched, its time stamp included. */
export function projectState(staging: Staging, derivation: Derivation, activity?: string): void {
  const { clock } = staging.view
  staging.update('state', staging.view.at('STATE.md'), (value) => {
    const projected = withPosition(value, derivation)
    const noted =
      activity === undefined ? projected : withActivity(projected, `${clock.today()} — ${activity}`, clock.today())
    if (same(noted, value)) return value
    return { ...noted, front: { ...noted.front, lastUpdated: new Date(clock.now()).toISOString() } }
  })
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase()

/** The value with the position as derivation sees it. Only labels the document has are changed. */
export function withPosition(value: StateValue, { state, facts, active, outcome }: Derivation): StateValue {
  const status = statusOf({ state, facts })
  const { percent, phases, plans } = state.progress
  const plan = outcome.ready?.[0]
  const position = active === null ? null : facts.phases.findIndex(({ id }) => id === active.id) + 1
  const planCount = active === null ? null : active.plans.length
  const texts: Texts = {
    phase: active === null ? null : `${position} of ${facts.phases.length} (${active.title})`,
    plan: active === null ? null : `${active.plans.filter(isComplete).length} of ${planCount} in current phase`,
    status: capital(status),
    progress: percent === null ? null : progressBar(percent),
    'current phase': active === null ? null : displayPhaseId(active.id),
    'current phase name': active?.title ?? null,
    'current plan': plan?.id ?? null,
    'total phases': facts.phases.length === 0 ? null : String(facts.phases.length),
    'total plans in phase': planCount === null ? null : String(planCount),
  }
  const focus = active === null ? null : `Phase ${displayPhaseId(active.id)} — ${active.title}`
  const before = value.front.status
  return {
    ...value,
    front: {
      ...value.front,
      milestone: state.milestone?.id ?? value.front.milestone,
      milestoneName: state.milestone?.title ?? value.front.milestoneName,
      currentPhase: active === null ? null : displayPhaseId(active.id),
      currentPhaseName: active?.title ?? null,
      currentPlan: plan === undefined ? null : plan.id,
      status: before !== null && sameWord(before, status) ? before : status,
      progress: {
        totalPhases: phases.total,
        completedPhases: phases.done,
        totalPlans: plans.total,
        completedPlans: plans.done,
        percent,
      },
    },
    fields: value.fields.map((field) =>
      projectField(field, labelsBySection(texts, focus, phases.total === 0 ? null : plans.done)),
    ),
  }
}

type Texts = Readonly<Record<string, string | null>>

/** Which labels are projections, by the section they stand in; a label that several sections have belongs to people in the others. */
const labelsBySection = (
  position: Texts,
  focus: string | null,
  /** Null between milestones: what was carried out before stays said. */
  plansDone: number | null,
): Readonly<Partial<Record<StateField['section'], Texts>>> => ({
  position,
  project: { 'current focus': focus },
  metrics: { 'total plans completed': plansDone === null ? null : String(plansDone) },
})

function projectField(field: StateField, sections: ReturnType<typeof labelsBySection>): StateField {
  const label = field.label.toLowerCase()
  const text = sections[field.section]?.[label]
  if (text === undefined || text === null || saysSo(label, field.value, text)) return field
  return { ...field, value: inItsForm(label, field.value, text) }
}

/** A label that names the fact already, in other letters or with another bar. */
function saysSo(label: string, old: string, text: string): boolean {
  if (label === 'progress') return percentIn(old) === percentIn(text)
  return sameWord(old, text)
}

const percentIn = (text: string): string | null => /(\d{1,3})\s*%/.exec(text)?.[1] ?? null

/** A plan that the file names by its bare number keeps that form. */
const inItsForm = (label: string, old: string, text: string): string =>
  label === 'current plan' && /^\d+$/.test(old.trim()) ? text.replace(/^.*-0*(?=\d)/, '') : text

function withActivity(value: StateValue, text: string, day: string): StateValue {
  return {
    ...value,
    front: { ...value.front, lastActivity: day },
    fields: value.fields.map((field) =>
      field.section === 'position' && field.label.toLowerCase() === 'last activity' ? { ...field, value: text } : field,
    ),
  }
}

/** One place of STATE.md that does not say what derivation says. */
export interface Drift {
  /** Key of the front matter (`progress.percent`), or label in the body. */
  readonly field: string
  readonly place: 'front' | 'body'
  readonly stated: string | number | null
  readonly derived: string | number | null
}

/** Where two values of STATE.md differ in what they say about the position. */
export function differencesOf(before: StateValue, after: StateValue): readonly Drift[] {
  const front = Object.entries(FRONT_KEYS).flatMap(([name, key]): readonly Drift[] => {
    const at = name as keyof typeof FRONT_KEYS
    return before.front[at] === after.front[at]
      ? []
      : [{ field: key, place: 'front', stated: before.front[at], derived: after.front[at] }]
  })
  const progress = Object.entries(PROGRESS_KEYS).flatMap(([name, key]): readonly Drift[] => {
    const at = name as keyof typeof PROGRESS_KEYS
    const [stated, derived] = [before.front.progress?.[at] ?? null, after.front.progress?.[at] ?? null]
    return stated === derived ? [] : [{ field: `progress.${key}`, place: 'front', stated, derived }]
  })
  const body = after.fields.flatMap((field, at): readonly Drift[] => {
    const old = before.fields[at]
    return old === undefined || old.value === field.value
      ? []
      : [{ field: field.label, place: 'body', stated: old.value, derived: field.value }]
  })
  return [...front.filter(({ field }) => field !== 'last_updated'), ...progress, ...body]
}
