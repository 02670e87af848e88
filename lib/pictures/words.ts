// Times, amounts and units for readers, and six tones of a status; its word is always shown too, for readers who do not
// see colours.
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

const two = (value: number): string => String(value).padStart(2, '0')
export const clock = (at: string): string => {
  const time = new Date(at)
  return `${two(time.getHours())}:${two(time.getMinutes())}`
}
/** Returns the day in the reader's time zone. */
export const dayOf = (at: string): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? '' : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
export const moment = (at: string): string => (dayOf(at) === '' ? '' : `${dayOf(at)} ${clock(at)}`)

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

/** A unit is begun by the agent, not in a shell: `Type gsd-verify-work 2 in your agent`. */
export const inAgent = (fix: string): string =>
  fix.replace(
    /^gsd-tools begin(?: ([a-z-]+))?(.*)$/,
    (_, name = 'next', rest) => `Type gsd-${name}${rest} in your agent`,
  )

export const joined = (facts: readonly (string | null | undefined | false)[]): string =>
  facts.filter(Boolean).join(' · ')

/** Returns the unit with the title of its phase. */
export function workText({ unit, phase }: Worker, phases: readonly BoardPhase[]): string {
  const title = phases.find(({ number }) => number === phase)?.title
  return `${unitText(unit)}${title === undefined ? '' : `: ${title}`}`
}

const DID: Readonly<Record<string, string>> = { 'unit.claim': 'began', 'unit.finish': 'finished' }

/** Returns text such as `finished execute plan 02-01`. */
export const writtenText = ({ verb, unit }: JournalEntry): string =>
  `${DID[verb] ?? verb.replace('.', ' ')}${unit === null ? '' : ` ${unitText(unit)}`}`

export const workerFacts = ({ model, since, spent, machine, who }: Worker, now: number): string =>
  joined([
    model,
    spanText(Math.max(0, now - Date.parse(since)) / 60_000),
    spent && tokenText(spent.tokens),
    priceText(spent?.cost ?? null),
    machine === null ? who?.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/, 'conversation $1') : `on ${machine}`,
  ])

export const priceText = (cost: number | null): string => (cost === null || cost === 0 ? '' : `$${cost.toFixed(2)}`)

/** Returns the known totals of tokens, cost and time; '' if none is known. */
export function costText(spent: readonly Day[]): string {
  const sum = (measure: 'minutes' | 'tokens' | 'cost') => spent.reduce((all, day) => all + day[measure], 0)
  const [tokens, minutes] = [sum('tokens'), sum('minutes')]
  return joined([tokens > 0 && tokenText(tokens), priceText(sum('cost')), minutes > 0 && spanText(minutes)])
}

/** Returns the milestone's id and title, or a remark if all phases are closed; else ''. */
const milestoneOf = ({ milestone, phases }: Pick<Board, 'milestone' | 'phases'>): string =>
  [milestone?.id, milestone?.title].filter((word) => word != null && word !== '').join(' ') ||
  (phases.length > 0 && phases.every(({ closed }) => closed) ? 'no open milestone' : '')

/** Returns parts such as `Ledger` and `v1.0 First`. */
export const titleOf = (board: Pick<Board, 'project' | 'milestone' | 'phases'>): readonly string[] =>
  [board.project ?? 'Project', milestoneOf(board)].filter((part) => part !== '')

/** Returns all problems, each text once. */
export function troublesOf({ troubles, blockers, waiting, health, lane }: WholeBoard): readonly Trouble[] {
  const asked = new Set(waiting.map(({ text }) => text))
  const bare = (text: string, fix: string | null = null): Trouble => ({ text, fix, phase: null })
  const all = [
    ...blockers.filter((text) => !asked.has(text)).map((text) => bare(text)),
    ...lane.filter(({ is }) => is !== 'merged').map(({ unit, reason }) => bare(`${unitText(unit)}: ${reason ?? ''}`)),
    ...troubles,
    ...health.errors.filter(({ message }) => !asked.has(message)).map(({ message, fix }) => bare(message, fix)),
  ]
  return [...new Map(all.map((one) => [one.text, one])).values()]
}

/** `done`: finished but not verified. */
export type Tone = 'good' | 'done' | 'going' | 'weak' | 'bad' | 'idle'

const PHASES: Readonly<Record<BoardPhase['status'], Tone>> = {
  'not started': 'idle',
  planned: 'idle',
  'in progress': 'going',
  done: 'done',
  verified: 'good',
}

const REQUIREMENTS: Readonly<Record<BoardRequirement['standing'], Tone>> = {
  open: 'idle',
  done: 'done',
  verified: 'good',
}

const VERDICTS: Readonly<Record<string, Tone>> = { pass: 'good', fail: 'bad', inconclusive: 'weak' }

export const isOver = ({ done, closed }: BoardPhase): boolean => done || closed

/** A phase of a closed milestone needs no verification to be good. */
export const toneOf = ({ status, closed, atWork }: BoardPhase): Tone =>
  atWork.length > 0 ? 'going' : closed && status === 'done' ? 'good' : PHASES[status]
export const requirementTone = ({ standing }: BoardRequirement): Tone => REQUIREMENTS[standing]
export const verdictTone = (verdict: string): Tone => VERDICTS[verdict] ?? 'weak'

const PLANS: Readonly<Record<BoardPlan['status'], Tone>> = { done: 'good', 'in progress': 'going', planned: 'idle' }
export const planTone = ({ status, halted }: BoardPlan): Tone => (halted ? 'bad' : PLANS[status])
