// Decides the next step of an unattended run: a session, or the end. Pure.
import { EXTENSION_UNIT } from '../extensions/port.js'
import { comparePhaseIds, type PhaseId, parsePhaseId, phaseOfUnit } from '../ids.js'
import { type Ceilings, reachedLimit, type Spent } from './budget.js'

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
  /** Units that may run in parallel. `run` says who does each: a session, subagents, the CLI or a workflow. */
  readonly ready: readonly (Unit & { readonly run: string | null })[]
  /** Side work, which comes before the unit. */
  readonly beside: readonly Unit[]
  /** Who does the unit. A workflow involves the user. */
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

export interface PastSession {
  readonly unit: string
  readonly revision: string
  readonly outcome: Outcome
  readonly remark?: string
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
      /** A unit of side work, which is begun by name. */
      readonly beside: Unit | null
      readonly waitSeconds: number
      /** One more than the number of latest consecutive sessions that changed nothing, errors not counted. */
      readonly attempt: number
      /** Consecutive errors of the client or provider, up to now. */
      readonly errors: number
    }
  | { readonly do: 'end'; readonly end: End; readonly reason: string; readonly fix: string | null }

/** The end that a hold causes; every hold that is not listed waits for the user. */
const END_BY_HOLD: Readonly<Record<string, End>> = {
  LOOP_CAP: 'stuck',
  REPLAN_LOOP: 'stuck',
  STUCK: 'stuck',
  BUDGET: 'budget',
}

const AFTER_PHASES: ReadonlySet<string> = new Set(['milestone-audit', 'milestone-complete', 'between-milestones'])

/** Steps before there are phases: the ids of their units name none. */
const UNPLANNED: ReadonlySet<string> = new Set(['no-project', 'needs-roadmap'])

/** Steps that only the user can take, with their messages. */
const USER_STEPS: Readonly<Record<string, string>> = {
  'no-project': 'no project yet',
  'needs-roadmap': 'no roadmap yet',
  'human-uat': 'you need to test the result',
}

/** `max`: consecutive fruitless sessions of a unit before the run gives up, by the outcome of the last one. */
const FRUITLESS: Readonly<Record<Fruitless, { readonly max: number; readonly description: string }>> = {
  nothing: { max: 3, description: 'ended without a result' },
  silent: { max: 3, description: 'ended without output' },
  error: { max: 4, description: 'ended with an error' },
  idle: { max: 2, description: 'was stopped after too long without output' },
  overtime: { max: 2, description: 'was stopped at its time limit' },
}
const MAX_SESSIONS = 10
const WAIT_FOR_QUOTA = 'wait until the quota is renewed, then run gsd auto'
const READ_LOG = 'read the log of the session, then run gsd auto again'
/** Seconds to wait before a session, by the number of consecutive errors of the client or provider before it. */
const WAITS = [0, 10, 60, 300] as const

export const unitName = ({ unitType, unitId }: Unit): string => `${unitType} ${unitId}`

const end = (how: End, reason: string, fix: string | null = null): Decision => ({ do: 'end', end: how, reason, fix })

const isAfterLastPhase = ({ to }: Limits, phase: PhaseId | null): boolean =>
  to !== null && phase !== null && comparePhaseIds(phase, to) > 0

/** Decides on an offer, given all earlier sessions, oldest first. */
export function decide(offer: Offer, tried: readonly PastSession[], limits: Limits, spent: Spent): Decision {
  const { hold, unit, step } = offer
  // A run that names a phase is a newer order.
  if (offer.order?.fulfilled === true && limits.to === null)
    return end('done', 'the order is done', 'gsd auto --to <phase>')
  if (AFTER_PHASES.has(step)) return end('done', `all phases of the milestone are done: ${offer.reason}`, offer.command)
  const about = parsePhaseId(offer.about ?? '')
  if (hold !== null && isAfterLastPhase(limits, about)) return end('done', `phase ${limits.to} is done`, hold.resume)
  if (hold !== null) return end(END_BY_HOLD[hold.code] ?? 'person', hold.reason, hold.resume)
  if (unit === null) return end('done', offer.reason)
  // Unit ids of an extension name no phase.
  const phase = unit.unitType === EXTENSION_UNIT ? about : phaseOfUnit(unit.unitId)
  if (isAfterLastPhase(limits, phase) && !UNPLANNED.has(step))
    return end('done', `phase ${limits.to} is done`, offer.command)
  if (needsUser(offer)) return end('person', USER_STEPS[step] ?? `${unitName(unit)} needs you`, offer.command)
  // Every further session would fail the same way.
  if (tried.some(({ outcome }) => outcome === 'quota'))
    return end('budget', 'the client reports that its quota is used up', WAIT_FOR_QUOTA)
  const [beside = null] = offer.beside
  const name = unitName(beside ?? unit)
  const strikes = strikesOf(name, offer.revision, tried)
  const { outcome: last, remark = '' } = strikes.at(-1) ?? {}
  if (last !== undefined && last !== 'moved' && last !== 'quota' && strikes.length >= FRUITLESS[last].max) {
    const how = `${FRUITLESS[last].description}${remark === '' ? '' : `: ${remark}`}`
    const why = `${name}: ${strikes.length} sessions in a row changed nothing; the last one ${how}`
    return end(last === 'error' ? 'failed' : 'stuck', why, READ_LOG)
  }
  const over = reachedLimit(spent, limits)
  if (over !== null) return end('budget', over.reason, over.fix)
  const count = tried.filter((one) => one.unit === name).length
  if (count >= MAX_SESSIONS) return end('stuck', `${name} took ${count} sessions`, READ_LOG)
  const isError = ({ outcome }: PastSession) => outcome === 'error'
  const errors = strikes.length - 1 - strikes.findLastIndex((one) => !isError(one))
  return {
    ...{ do: 'run', unit: name, beside, errors, attempt: 1 + strikes.filter((one) => !isError(one)).length },
    waitSeconds: last === 'error' ? (WAITS[errors] ?? 300) : 0,
  }
}

/** Whether the offer needs the user. In yolo mode, a session can discuss a phase of an order alone. */
function needsUser({ unit, step, run, mode, order }: Offer): boolean {
  if (Object.hasOwn(USER_STEPS, step)) return true
  const isAnswered = unit?.unitType === 'discuss-phase' && mode === 'yolo' && order !== null
  return run === 'workflow' && !isAnswered
}

/** Returns the unit's latest consecutive sessions at this revision that changed nothing. */
function strikesOf(unit: string, revision: string, tried: readonly PastSession[]): readonly PastSession[] {
  const own = tried.filter((one) => one.unit === unit)
  return own.slice(own.findLastIndex((one) => one.revision !== revision || one.outcome === 'moved') + 1)
}

/** How an unattended session ended. `exit` is null if a signal killed it or its turn was cancelled. */
export interface SessionEnd {
  readonly exit: number | null
  readonly killed: 'idle' | 'overtime' | null
  readonly hadOutput: boolean
  readonly line: string
}

/** Matches messages about an exhausted quota, but not about a rate limit. */
const QUOTA =
  /\b(?:usage|session|weekly|daily|monthly|spending) limit\b|\bquota\b|insufficient_quota|credit balance is too low|out of credits/i

/** Derives the outcome from the engine's next offer and how the session ended, not from what the model claims. */
export function outcomeOf(before: Offer, after: Offer, ended: SessionEnd): Outcome {
  const keyOf = ({ revision, unit, hold, beside }: Offer) =>
    [revision, unit === null ? '' : unitName(unit), hold?.code ?? '', ...beside.map(unitName)].join('\0')
  if (keyOf(before) !== keyOf(after)) return 'moved'
  if (ended.killed !== null) return ended.killed
  if (ended.exit !== 0) return QUOTA.test(ended.line) ? 'quota' : 'error'
  return ended.hadOutput ? 'nothing' : 'silent'
}
