// Writes the derived position into STATE.md: the front matter, and the labels that the file has, in the file's formatting.
import { isBacklog } from '../../artifacts/parts/phase-token.js'
import { FRONT_KEYS, type StateField, type StateValue } from '../../artifacts/state/state.js'
import { same } from '../../std/same.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { isComplete } from '../derivation/plan-facts.js'
import { lastClosedPhase, STEP_VERB, statusOf } from '../derivation/state-word.js'
import { progressBar } from '../derivation/statuses.js'
import { displayPhaseId, majorOf } from '../ids.js'
import { completeState, isStateIgnored } from '../project/new-project.js'
import { changeState, type Staging } from './staging.js'

/** Rewrites the position, and the last activity if given. Creates a missing STATE.md if git ignores the file. */
export function projectState(staging: Staging, derivation: Derivation, activity?: string): void {
  const { clock } = staging.view
  if (staging.view.source(staging.view.at('STATE.md')) === null && isStateIgnored(staging.view)) completeState(staging)
  changeState(staging, (value) => {
    const projected = withPosition(value, derivation)
    const noted = activity === undefined ? projected : withActivity(projected, activity, clock.today())
    if (same(noted, value)) return value
    return { ...noted, front: { ...noted.front, last_updated: new Date(clock.now()).toISOString() } }
  })
}

const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase()

/** Returns the value with the derived position in the front matter and in the labels that the file has. */
export function withPosition(value: StateValue, derivation: Derivation): StateValue {
  const { state, facts, active, outcome } = derivation
  const status = statusOf(derivation)
  const closed = lastClosedPhase(derivation)
  const { percent, phases, plans } = state.progress
  const plan = outcome.ready?.[0]
  const shownPhase = active ?? closed
  const planCount = shownPhase === null ? null : shownPhase.plans.length
  // Between milestones there is no position: the shipped milestone does not count.
  const betweenText = state.step === 'between-milestones' ? 'None open' : null
  const number = active === null ? null : displayPhaseId(active.id)
  const done =
    shownPhase === null ? betweenText : `${shownPhase.plans.filter(isComplete).length} of ${planCount} in current phase`
  const next = `${STEP_VERB[state.step]} phase ${number} (${active?.title})`
  const position: Texts = {
    phase: shownPhase === null ? betweenText : placeText(facts, shownPhase, value),
    plan: planCount === 0 ? 'Not started' : done,
    status:
      closed === null || active === null
        ? capitalize(status)
        : `Phase ${displayPhaseId(closed.id)} complete; next: ${next}`,
    progress: percent === null ? null : progressBar(percent),
    'current phase': number,
    'current phase name': active?.title ?? null,
    'current plan': plan?.id ?? null,
    'total phases': facts.phases.length === 0 ? null : String(facts.phases.length),
    'total plans in phase': planCount === null ? null : String(planCount),
  }
  const focus = active === null ? betweenText && 'The next milestone' : `Phase ${number} — ${active.title}`
  // The labels that are projections, by section; in other sections, a label of the same name belongs to the user.
  const sections: Sections = {
    position,
    project: { 'current focus': focus },
    // Null leaves the old text: between milestones, there are no phases to count.
    metrics: { 'total plans completed': phases.total === 0 ? null : String(plans.done) },
  }
  const before = value.front.status
  return {
    ...value,
    front: {
      ...value.front,
      milestone: state.milestone?.id ?? value.front.milestone,
      milestone_name: state.milestone?.title ?? value.front.milestone_name,
      current_phase: number,
      current_phase_name: active?.title ?? null,
      current_plan: plan?.id ?? null,
      status: before !== null && sameWord(before, status) ? before : status,
      'progress.total_phases': phases.total,
      'progress.completed_phases': phases.done,
      'progress.total_plans': plans.total,
      'progress.completed_plans': plans.done,
      'progress.percent': percent,
    },
    fields: value.fields.map((field) => projectField(field, sections)),
  }
}

/** Returns `<number> of <total> (<title>)`. The total is the last number, or the count if the old total is closer to that. */
function placeText({ phases }: Derivation['facts'], { id, title }: PhaseFacts, { fields }: StateValue): string {
  const last = Math.max(0, ...phases.map((phase) => (isBacklog(phase.id) ? 0 : (majorOf(phase.id) ?? 0))))
  const old = fields.find(({ section, label }) => section === 'position' && sameWord(label, 'phase'))?.value ?? ''
  const oldTotal = Number(/\bof (\d+)/.exec(old)?.[1] ?? last)
  const isCount = Math.abs(oldTotal - phases.length) < Math.abs(oldTotal - last) && (majorOf(id) ?? 0) <= phases.length
  const total = isCount || last === 0 ? phases.length : last
  return `${displayPhaseId(id)} of ${total} (${title})`
}

type Texts = Readonly<Record<string, string | null>>
type Sections = Readonly<Partial<Record<StateField['section'], Texts>>>

function projectField(field: StateField, sections: Sections): StateField {
  const label = field.label.toLowerCase()
  const text = sections[field.section]?.[label]
  if (text === undefined || text === null || isUpToDate(label, field.value, text)) return field
  return { ...field, value: inOldFormat(label, field.value, text) }
}

/** Whether to leave the old text, because it says the same, or has a total that also counts earlier milestones. */
function isUpToDate(label: string, old: string, text: string): boolean {
  if (label === 'total plans completed' && /\d\P{L}*\p{L}/u.test(old)) return true
  if (label === 'progress') return percentIn(old) === percentIn(text)
  return sameWord(old, text)
}

const percentIn = (text: string): string | null => /(\d{1,3})\s*%/.exec(text)?.[1] ?? null

const BAR = /(?:\[[^\]]*\]\s*)?\d{1,3}\s*%/

/** Returns the text in the old text's format: a plan number without the phase, or a progress bar among words. */
function inOldFormat(label: string, old: string, text: string): string {
  if (label === 'progress' && /\p{L}/u.test(old)) return old.replace(BAR, text)
  return label === 'current plan' && /^\d+$/.test(old.trim()) ? text.replace(/^.*-0*(?=\d)/, '') : text
}

/** Texts of labels about the last activity. Keyed by section and label: `session stopped at`. */
const ACTIVITY_LABELS: Readonly<Record<string, (activity: string, day: string) => string>> = {
  'position last activity': (activity, day) => `${day} — ${activity}`,
  'session last session': (_, day) => day,
  'session last date': (_, day) => day,
  'session stopped at': (activity) => activity,
}

function withActivity(value: StateValue, activity: string, day: string): StateValue {
  return {
    ...value,
    front: { ...value.front, last_activity: day, stopped_at: activity },
    fields: value.fields.map((field) => {
      const text = ACTIVITY_LABELS[`${field.section} ${field.label.toLowerCase()}`]
      return text === undefined ? field : { ...field, value: text(activity, day) }
    }),
  }
}

/** Returns the keys, except `last_updated`, and labels that differ between two values of STATE.md. */
export const differencesOf = (before: StateValue, after: StateValue): readonly string[] => [
  ...FRONT_KEYS.filter((key) => key !== 'last_updated' && before.front[key] !== after.front[key]),
  ...after.fields.flatMap(({ label, value }, at) => (before.fields[at]?.value === value ? [] : [label])),
]
