// Views and changes of a STATE value: status words, labels, position, memory.
import { oneLine } from './draft.js'
import {
  SECTION_ORDER,
  type StateDecision,
  type StateField,
  type StateFront,
  type StateSection,
  type StateStatus,
  type StateValue,
} from './state.js'

/** In this order, as the tools that wrote such texts read them. */
const WORDS: readonly (readonly [RegExp, StateStatus])[] = [
  [/paused|stopped/i, 'paused'],
  [/executing|in progress/i, 'executing'],
  [/planning|ready to plan/i, 'planning'],
  [/discussing/i, 'discussing'],
  [/verif/i, 'verifying'],
  [/complete|done/i, 'completed'],
  [/ready to execute/i, 'executing'],
  [/^unknown$/i, 'unknown'],
]

/** The word a status text means; `other` for free text. */
export const statusWord = (text: string): StateStatus | 'other' =>
  WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'

/** Front matter before the body; null when neither says anything. */
export const statusOf = (value: StateValue): StateStatus | 'other' | null => {
  const text = value.front.status ?? fieldOf(value, 'Status')?.value ?? null
  return text === null || text === '' ? null : statusWord(text)
}

/** The field of a label, case-blind: in `section` first, then anywhere. */
export function fieldOf(value: StateValue, label: string, section: StateSection = 'position'): StateField | null {
  const wanted = label.toLowerCase()
  const all = value.fields.filter((field) => field.label.toLowerCase() === wanted)
  return all.find((field) => field.section === section) ?? all[0] ?? null
}

/** Sets the first of these labels that the file has; adds the first one to `section` when it has none. */
export function withField(
  value: StateValue,
  labels: readonly [string, ...string[]],
  text: string,
  section: StateSection = 'position',
): StateValue {
  const next = oneLine(text)
  const found = labels.map((label) => fieldOf(value, label, section)).find((field) => field !== null)
  if (found !== undefined && found !== null)
    return { ...value, fields: value.fields.map((field) => (field === found ? { ...field, value: next } : field)) }
  const at =
    value.fields.findLastIndex((field) => SECTION_ORDER.indexOf(field.section) <= SECTION_ORDER.indexOf(section)) + 1
  const field: StateField = { section, label: labels[0], value: next }
  return { ...value, fields: [...value.fields.slice(0, at), field, ...value.fields.slice(at)] }
}

export const withFront = (value: StateValue, change: Partial<StateFront>): StateValue => ({
  ...value,
  front: { ...value.front, ...change },
})

/** Ten cells and the number: `[████░░░░░░] 40%`. */
export function progressBar(percent: number): string {
  const shown = Math.max(0, Math.min(100, Math.round(percent)))
  const full = Math.round(shown / 10)
  return `[${'█'.repeat(full)}${'░'.repeat(10 - full)}] ${shown}%`
}

export interface Position {
  readonly phase?: string
  readonly plan?: string
  readonly status?: string
  readonly lastActivity?: string
  readonly percent?: number | null
}

/** Labels of the position block: the plain spelling we write, then those of the bold dialect. */
const POSITION_LABELS = {
  phase: ['Phase', 'Current Phase'],
  plan: ['Plan', 'Current Plan'],
  status: ['Status'],
  lastActivity: ['Last activity'],
  progress: ['Progress'],
} as const

export function withPosition(value: StateValue, position: Position): StateValue {
  const texts: readonly (readonly [readonly [string, ...string[]], string | undefined])[] = [
    [POSITION_LABELS.phase, position.phase],
    [POSITION_LABELS.plan, position.plan],
    [POSITION_LABELS.status, position.status],
    [POSITION_LABELS.lastActivity, position.lastActivity],
    [POSITION_LABELS.progress, position.percent == null ? undefined : progressBar(position.percent)],
  ]
  return texts.reduce((next, [labels, text]) => (text === undefined ? next : withField(next, labels, text)), value)
}

export interface SessionNote {
  readonly lastSession?: string
  readonly stoppedAt?: string
  readonly resumeFile?: string
}

const SESSION_LABELS = {
  lastSession: ['Last session', 'Last Date'],
  stoppedAt: ['Stopped at'],
  resumeFile: ['Resume file'],
} as const

export const withSession = (value: StateValue, session: SessionNote): StateValue =>
  (Object.keys(SESSION_LABELS) as (keyof typeof SESSION_LABELS)[]).reduce((next, name) => {
    const text = session[name]
    return text === undefined ? next : withField(next, SESSION_LABELS[name], text, 'session')
  }, value)

const DASH = ' — '

/** Appends a decision; one that is there already is not repeated. A dash in the summary begins the rationale, as it does when the line is read. */
export function withDecision(value: StateValue, decision: StateDecision): StateValue {
  const phase = decision.phase === null ? null : oneLine(decision.phase).replace(/[[\]]/g, '')
  const text = [decision.summary, decision.rationale]
    .filter((part) => part !== null && part !== '')
    .map((part) => oneLine(part ?? ''))
    .join(DASH)
  const dash = text.indexOf(DASH)
  const next: StateDecision = {
    phase,
    summary: dash < 0 ? text : text.slice(0, dash).trim(),
    rationale: dash < 0 ? null : text.slice(dash + DASH.length).trim(),
  }
  const there = value.decisions ?? []
  const known = there.some(
    (old) => old.phase === next.phase && old.summary === next.summary && old.rationale === next.rationale,
  )
  return known ? value : { ...value, decisions: [...there, next] }
}

const appended = (list: readonly string[] | null, text: string): readonly string[] => {
  const line = oneLine(text)
  return list?.includes(line) ? list : [...(list ?? []), line]
}

export const withBlocker = (value: StateValue, text: string): StateValue => ({
  ...value,
  blockers: appended(value.blockers, text),
})

export const withEvolution = (value: StateValue, text: string): StateValue => ({
  ...value,
  evolution: appended(value.evolution, text),
})

/** Takes away every blocker that holds the text, case-blind; null when none does. */
export function withoutBlocker(value: StateValue, part: string): StateValue | null {
  const wanted = part.toLowerCase()
  const left = value.blockers?.filter((text) => !text.toLowerCase().includes(wanted)) ?? []
  return value.blockers === null || left.length === value.blockers.length ? null : { ...value, blockers: left }
}
