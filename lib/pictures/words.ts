// Texts for times, amounts and units, and the six tones in which a status is shown. The status is always written out
// too, for readers who do not see colours.
import type {
  Board,
  BoardPhase,
  BoardPlan,
  BoardRequirement,
  Day,
  JournalEntry,
  Trouble,
  WholeBoard,
  Worker,
} from '../core/board/shown.js'
import { counted } from '../std/text.js'

const twoDigits = (value: number): string => String(value).padStart(2, '0')
export const clockText = (at: string): string => {
  const time = new Date(at)
  return `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}
/** Returns the day in the reader's time zone; '' for an invalid time. */
export const dayOf = (at: string): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime())
    ? ''
    : `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`
}
export const timeText = (at: string): string => (dayOf(at) === '' ? '' : `${dayOf(at)} ${clockText(at)}`)

export const spanText = (minutes: number): string =>
  minutes < 1
    ? 'under a minute'
    : minutes < 60
      ? `${Math.round(minutes)} min`
      : minutes < 48 * 60
        ? `${Math.floor(minutes / 60)} h ${Math.round(minutes % 60)} min`
        : counted(Math.round(minutes / 1440), 'day')

const IN_WORDS = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 } as const
/** Returns text such as `1.2 million tokens`. */
export const tokenText = (tokens: number): string => `${tokens.toLocaleString('en', IN_WORDS)} tokens`

/** Returns text such as `execute plan 02-01` or `verify phase 2`. */
export const unitText = (unit: string): string =>
  unit
    .replace(/^[a-z-]+/, (type) => type.replaceAll('-', ' '))
    .replace('/', ' ')
    .replace(/(phase|transition) 0+(?=\d)/, '$1 ')

/** Turns a command that begins a unit into an instruction such as `Type gsd-verify-work 2 in your agent`; keeps other texts. */
export const agentText = (fix: string): string =>
  fix.replace(
    /^gsd-tools begin(?: ([a-z-]+))?(.*)$/,
    (_, name = 'next', rest) => `Type gsd-${name}${rest} in your agent`,
  )

export const factLine = (facts: readonly (string | null | undefined | false)[]): string =>
  facts.filter(Boolean).join(' · ')

/** Returns a worker's unit as text, with the title of its phase. */
export function workText({ unit, phase }: Worker, phases: readonly BoardPhase[]): string {
  const title = phases.find(({ number }) => number === phase)?.title
  return `${unitText(unit)}${title === undefined ? '' : `: ${title}`}`
}

const VERB_TEXTS: Readonly<Record<string, string>> = { 'unit.claim': 'began', 'unit.finish': 'finished' }

/** Returns text such as `finished execute plan 02-01`. */
export const journalText = ({ verb, unit }: JournalEntry): string =>
  `${VERB_TEXTS[verb] ?? verb.replace('.', ' ')}${unit === null ? '' : ` ${unitText(unit)}`}`

export const workerFacts = ({ model, since, spent, machine, who }: Worker, now: number): string =>
  factLine([
    model,
    spanText(Math.max(0, now - Date.parse(since)) / 60_000),
    spent && tokenText(spent.tokens),
    priceText(spent?.cost ?? null),
    machine === null ? who?.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/, 'conversation $1') : `on ${machine}`,
  ])

export const priceText = (cost: number | null): string => (cost === null || cost === 0 ? '' : `$${cost.toFixed(2)}`)

/** Returns the known totals of tokens, cost and time as text; '' if none is known. */
export function costText(spent: readonly Day[]): string {
  const sum = (measure: 'minutes' | 'tokens' | 'cost') => spent.reduce((all, day) => all + day[measure], 0)
  const [tokens, minutes] = [sum('tokens'), sum('minutes')]
  return factLine([tokens > 0 && tokenText(tokens), priceText(sum('cost')), minutes > 0 && spanText(minutes)])
}

/** Returns the milestone's id and title, or a remark if all phases are closed; otherwise ''. */
const milestoneText = ({ milestone, phases }: Pick<Board, 'milestone' | 'phases'>): string =>
  [milestone?.id, milestone?.title].filter((word) => word != null && word !== '').join(' ') ||
  (phases.length > 0 && phases.every(({ closed }) => closed) ? 'no open milestone' : '')

/** Returns parts such as `Ledger` and `v1.0 First`. */
export const titleOf = (board: Pick<Board, 'project' | 'milestone' | 'phases'>): readonly string[] =>
  [board.project ?? 'Project', milestoneText(board)].filter((part) => part !== '')

/** Returns all problems, each text once, without blockers and health errors that are listed as waiting for the user. */
export function problemsOf({ troubles, blockers, waiting, health, lane }: WholeBoard): readonly Trouble[] {
  const waitingTexts = new Set(waiting.map(({ text }) => text))
  const entry = (text: string, fix: string | null = null): Trouble => ({ text, fix, phase: null })
  const all = [
    ...blockers.filter((text) => !waitingTexts.has(text)).map((text) => entry(text)),
    ...lane.filter(({ is }) => is !== 'merged').map(({ unit, reason }) => entry(`${unitText(unit)}: ${reason ?? ''}`)),
    ...troubles,
    ...health.errors.filter(({ message }) => !waitingTexts.has(message)).map(({ message, fix }) => entry(message, fix)),
  ]
  return [...new Map(all.map((item) => [item.text, item])).values()]
}

/** How a status is coloured; `done` is finished but not verified. */
export type Tone = 'good' | 'done' | 'going' | 'weak' | 'bad' | 'idle'

const PHASE_TONE: Readonly<Record<BoardPhase['status'], Tone>> = {
  'not started': 'idle',
  planned: 'idle',
  'in progress': 'going',
  done: 'done',
  verified: 'good',
}

const REQUIREMENT_TONE: Readonly<Record<BoardRequirement['standing'], Tone>> = {
  open: 'idle',
  done: 'done',
  verified: 'good',
}

const VERDICT_TONE: Readonly<Record<string, Tone>> = { pass: 'good', fail: 'bad', inconclusive: 'weak' }

export const isOver = ({ done, closed }: BoardPhase): boolean => done || closed

/** Returns a phase's tone. A finished phase of a closed milestone is good without a verification. */
export const toneOf = ({ status, closed, atWork }: BoardPhase): Tone =>
  atWork.length > 0 ? 'going' : closed && status === 'done' ? 'good' : PHASE_TONE[status]
export const requirementTone = ({ standing }: BoardRequirement): Tone => REQUIREMENT_TONE[standing]
export const verdictTone = (verdict: string): Tone => VERDICT_TONE[verdict] ?? 'weak'

const PLAN_TONE: Readonly<Record<BoardPlan['status'], Tone>> = { done: 'good', 'in progress': 'going', planned: 'idle' }
export const planTone = ({ status, halted }: BoardPlan): Tone => (halted ? 'bad' : PLAN_TONE[status])
