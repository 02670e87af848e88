// Decides the next step of an unattended run. Pure. The engine limits attempts, loops and claims, and reports holds.
import { EXTENSION_UNIT } from '../extensions/port.js'
import { comparePhaseIds, type PhaseId, parsePhaseId, phaseOfUnit } from '../ids.js'
import { type Ceilings, overBudget, type Spent } from './budget.js'

export interface Unit {
  readonly unitType: string
  readonly unitId: string
}

/** The engine's offer, as far as a run needs it. */
export interface Offer {
  readonly revision: string
  readonly step: string
  readonly mode: string
  readonly reason: string
  readonly unit: Unit | null
  /** Units that may run in parallel, each with who does it. */
  readonly ready: readonly (Unit & { readonly run: string | null })[]
  /** Work beside the path, which comes first. */
  readonly beside: readonly Unit[]
  /** Who does the unit; a workflow talks with the user. */
  readonly run: string | null
  readonly command: string | null
  readonly hold: { readonly code: string; readonly reason: string; readonly resume: string } | null
  /** The phase of a hold or of an extension's unit; null for the project. */
  readonly about: string | null
  readonly order: { readonly fulfilled: boolean } | null
}

/** How a session ended. `moved`: the engine's offer has changed since. */
export const OUTCOMES = ['moved', 'nothing', 'silent', 'error', 'quota', 'idle', 'overtime'] as const
export type Outcome = (typeof OUTCOMES)[number]
type Fruitless = Exclude<Outcome, 'moved' | 'quota'>

export interface Tried {
  readonly unit: string
  readonly revision: string
  readonly outcome: Outcome
  readonly said?: string
}

export type End = 'done' | 'person' | 'budget' | 'stuck' | 'failed' | 'asked'

export interface Limits extends Ceilings {
  /** The last phase of the run; null for the whole milestone. */
  readonly to: PhaseId | null
}

export type Decision =
  | {
      readonly do: 'run'
      readonly unit: string
      /** A unit beside the path, which is begun by name. */
      readonly beside: Unit | null
      readonly waitSeconds: number
      /** 1 for the first session. Client errors are not counted as attempts. */
      readonly attempt: number
      /** Consecutive client errors. */
      readonly errors: number
    }
  | { readonly do: 'end'; readonly end: End; readonly reason: string; readonly fix: string | null }

/** Holds for loops and budgets; every other hold waits for the user. */
const BY_HOLD: Readonly<Record<string, End>> = {
  LOOP_CAP: 'stuck',
  REPLAN_LOOP: 'stuck',
  STUCK: 'stuck',
  BUDGET: 'budget',
}

const AFTER_PHASES: ReadonlySet<string> = new Set(['milestone-audit', 'milestone-complete', 'between-milestones'])

/** Steps whose units name no phase. */
const UNPLANNED: ReadonlySet<string> = new Set(['no-project', 'needs-roadmap'])

/** Steps that only the user can take, with their messages. */
const PERSONS: Readonly<Record<string, string>> = {
  'no-project': 'no project yet',
  'needs-roadmap': 'no roadmap yet',
  'human-uat': 'you need to try the result',
}

/** `most`: consecutive fruitless sessions of a unit before the run gives up, by outcome of the last. */
const FRUITLESS: Readonly<Record<Fruitless, { readonly most: number; readonly says: string }>> = {
  nothing: { most: 3, says: 'ended without a result' },
  silent: { most: 3, says: 'ended without output' },
  error: { most: 4, says: 'ended with an error' },
  idle: { most: 2, says: 'was stopped after too long without output' },
  overtime: { most: 2, says: 'was stopped at its time limit' },
}
const MAX_SESSIONS = 10
const RENEWED = 'wait for the quota to renew, then run gsd auto'
const READ_LOG = 'read the log of the session, then run gsd auto again'
/** Seconds before the second, third and fourth session after an error of the client or provider. */
const WAITS = [0, 10, 60, 300] as const

export const unitName = ({ unitType, unitId }: Unit): string => `${unitType} ${unitId}`

const end = (how: End, reason: string, fix: string | null = null): Decision => ({ do: 'end', end: how, reason, fix })

const isBehind = ({ to }: Limits, phase: PhaseId | null): boolean =>
  to !== null && phase !== null && comparePhaseIds(phase, to) > 0

/** The decision for this offer, given all earlier sessions (oldest first). */
export function decide(offer: Offer, tried: readonly Tried[], limits: Limits, spent: Spent): Decision {
  const { hold, unit, step } = offer
  // A run that names a phase is a newer order.
  if (offer.order?.fulfilled === true && limits.to === null)
    return end('done', 'the order is done', 'gsd auto --to <phase>')
  if (AFTER_PHASES.has(step)) return end('done', `all phases of the milestone are done: ${offer.reason}`, offer.command)
  const about = parsePhaseId(offer.about ?? '')
  if (hold !== null && isBehind(limits, about)) return end('done', `phase ${limits.to} is done`, hold.resume)
  if (hold !== null) return end(BY_HOLD[hold.code] ?? 'person', hold.reason, hold.resume)
  if (unit === null) return end('done', offer.reason)
  // Unit ids of an extension name no phase.
  const phase = unit.unitType === EXTENSION_UNIT ? about : phaseOfUnit(unit.unitId)
  if (isBehind(limits, phase) && !UNPLANNED.has(step)) return end('done', `phase ${limits.to} is done`, offer.command)
  if (needsPerson(offer)) return end('person', PERSONS[step] ?? `${unitName(unit)} needs you`, offer.command)
  // Every further session would fail the same way.
  if (tried.some(({ outcome }) => outcome === 'quota'))
    return end('budget', 'the client reports that its quota is used up', RENEWED)
  const [beside = null] = offer.beside
  const name = unitName(beside ?? unit)
  const strikes = strikesOf(name, offer.revision, tried)
  const { outcome: last, said = '' } = strikes.at(-1) ?? {}
  if (last !== undefined && last !== 'moved' && last !== 'quota' && strikes.length >= FRUITLESS[last].most) {
    const how = `${FRUITLESS[last].says}${said === '' ? '' : `: ${said}`}`
    const why = `${name}: ${strikes.length} sessions in a row changed nothing; the last one ${how}`
    return end(last === 'error' ? 'failed' : 'stuck', why, READ_LOG)
  }
  const over = overBudget(spent, limits)
  if (over !== null) return end('budget', over.reason, over.fix)
  const count = tried.filter((one) => one.unit === name).length
  if (count >= MAX_SESSIONS) return end('stuck', `${name} took ${count} sessions`, READ_LOG)
  const isError = ({ outcome }: Tried) => outcome === 'error'
  const errors = strikes.length - 1 - strikes.findLastIndex((one) => !isError(one))
  return {
    ...{ do: 'run', unit: name, beside, errors, attempt: 1 + strikes.filter((one) => !isError(one)).length },
    waitSeconds: last === 'error' ? (WAITS[errors] ?? 300) : 0,
  }
}

/** A workflow needs the user, except that in yolo mode a session can discuss an ordered phase alone. */
function needsPerson({ unit, step, run, mode, order }: Offer): boolean {
  if (Object.hasOwn(PERSONS, step)) return true
  const isAnswered = unit?.unitType === 'discuss-phase' && mode === 'yolo' && order !== null
  return run === 'workflow' && !isAnswered
}

/** Trailing fruitless sessions of this unit; parallel sessions of other units do not count. */
function strikesOf(unit: string, revision: string, tried: readonly Tried[]): readonly Tried[] {
  const own = tried.filter((one) => one.unit === unit)
  return own.slice(own.findLastIndex((one) => one.revision !== revision || one.outcome === 'moved') + 1)
}

/** The end of an unattended session. `exit` null: killed from outside. */
export interface Ended {
  readonly exit: number | null
  readonly killed: 'idle' | 'overtime' | null
  readonly spoke: boolean
  readonly line: string
}

/** Messages of exhausted quotas, as opposed to rate limits. */
const QUOTA =
  /\b(?:usage|session|weekly|daily|monthly|spending) limit\b|\bquota\b|insufficient_quota|credit balance is too low|out of credits/i

/** The outcome follows from the engine's next offer, not from what the model claims. */
export function outcomeOf(before: Offer, after: Offer, ended: Ended): Outcome {
  const of = ({ revision, unit, hold, beside }: Offer) =>
    [revision, unit === null ? '' : unitName(unit), hold?.code ?? '', ...beside.map(unitName)].join('\0')
  if (of(before) !== of(after)) return 'moved'
  if (ended.killed !== null) return ended.killed
  if (ended.exit !== 0) return QUOTA.test(ended.line) ? 'quota' : 'error'
  return ended.spoke ? 'nothing' : 'silent'
}
