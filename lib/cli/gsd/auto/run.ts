// An unattended run: its options, progress and messages, and how it runs a session.
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { reachedLimit, type Spent } from '../../../core/auto/budget.js'
import {
  type Decision,
  decide,
  type Limits,
  type Offer,
  outcomeOf,
  type PastSession,
  type Unit,
  unitName,
} from '../../../core/auto/decide.js'
import type { HeldUnit } from '../../../core/auto/pool.js'
import { ENDS_AT } from '../../../core/dispatch/session-variables.js'
import { fallbackAfter } from '../../../core/project/routing.js'
import type { Use } from '../../../core/usage/use.js'
import { namesIn } from '../../../node/disk.js'
import type { ModelTable } from '../../../ports.js'
import { isJsonObject, type Json } from '../../../std/json.js'
import { visibleJson } from '../../../std/visible.js'
import { type EndedSession, noteRecords, recordReportedUsage } from '../usage/note.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { type Client, conflictPrompt, permissionOf, promptFor } from './client.js'
import { commitRecord, completeWrites } from './crash-cleanup.js'
import type { Driver, Session } from './drivers/driver.js'
import { type Chosen, type Permits, permitsFor } from './drivers/permits.js'
import { ask, type Engine, nextOffer } from './engine.js'
import { failureReason } from './failure-reason.js'
import { newsFile } from './run-files.js'
import type { Stopping } from './stopping.js'
import { recordedSince, type Used, usedIn } from './tokens.js'

export interface UserChannel {
  /** Updates the open questions and records new answers; returns the offer after that. */
  updateOffer(engine: Engine, offer: Offer): Promise<Offer>
  /** Waits for an answer to the question that holds the offer; false if none comes in time or none can be given here. */
  awaitAnswer(engine: Engine, offer: Offer, stopping: Stopping): Promise<boolean>
  /** Asks the user for one of the options; null if no answer comes in time, or the session or run ends first. */
  ask(
    query: { readonly question: string; readonly options: readonly string[]; readonly minutes: number },
    until: { readonly stopping: Stopping; readonly end: AbortSignal },
  ): Promise<Chosen | null>
  notify(title: string, text: string): void
  close(): Promise<void>
}

export interface Run {
  readonly world: World
  readonly given: AutoGiven
  readonly token: string
  readonly client: Client
  readonly driver: Driver
  /** The engine in the project's folder. */
  readonly engine: Engine
  /** The run's folder, below the user's own folder, which no project can write. */
  readonly folder: string
  readonly limits: Limits
  readonly sessionMs: number
  readonly idleMs: number
  readonly answerMinutes: number
  /** When the run began, by a monotonic clock. */
  readonly startedAt: number
  /** When the run began, in milliseconds since the epoch as in client records. */
  readonly begun: number
  /** Usage so far; null if neither tokens nor cost can be known. */
  used: Used | null
  readonly reported: Use[]
  readonly models: ModelTable
  /** Closed phases; null until they are first read. */
  closed: ReadonlySet<unknown> | null
  /** Why the project's budget ceiling allows no more sessions; null if more are allowed. */
  ceiling: string | null
  /** Sessions that have ended; `started` also counts those still running. */
  readonly tried: PastSession[]
  started: number
  channel: UserChannel | null
  readonly held: Map<string, HeldUnit>
}

export const notesIn = (folder: string): string => join(folder, 'running')

export const minutesOf = ({ startedAt }: Run): number => (performance.now() - startedAt) / 60_000

export function tell({ given, world, folder }: Run, event: Readonly<Record<string, unknown>>, text: string): void {
  const line = `${visibleJson(JSON.stringify({ at: new Date().toISOString(), ...event }))}\n`
  appendFileSync(newsFile(folder), line)
  if (given.json) world.out(line)
  else if (!given.quiet) world.out(`${new Date().toTimeString().slice(0, 8)} ${text}\n`)
}

/** What the run has spent so far; running sessions count as sessions. */
const spentBy = (run: Run): Spent => ({
  sessions: run.started,
  minutes: minutesOf(run),
  tokens: run.used?.tokens ?? 0,
  cost: run.used?.dollars ?? 0,
})

export const isSpent = (run: Run): boolean => run.ceiling !== null || reachedLimit(spentBy(run), run.limits) !== null

const RAISE_CEILING = 'gsd-tools config set budget.ceiling <number>'

export function decideFor(run: Run, offer: Offer): Decision {
  const decision = decide(offer, run.tried, run.limits, spentBy(run))
  if (decision.do === 'run' && run.ceiling !== null)
    return { do: 'end', end: 'budget', reason: run.ceiling, fix: RAISE_CEILING }
  const unpriced = run.used?.unpriced ?? []
  if (decision.do === 'end' || unpriced.length === 0 || run.given.maxCost === undefined) return decision
  return {
    ...{ do: 'end', end: 'budget', reason: `${unpricedText(unpriced)}, so --max-cost cannot be enforced` },
    fix: 'add the price to models.json in ~/.gsd, or omit --max-cost',
  }
}

const unpricedText = (models: Used['unpriced']): string =>
  `no known price for ${models.map((one) => one ?? 'an unnamed model').join(', ')}`

interface SessionRequest {
  readonly before: Offer
  readonly decision: Extract<Decision, { do: 'run' }>
  readonly engine: Engine
  readonly stopping: Stopping
  /** Arguments of `gsd-tools` that begin the session; default: `begin`. */
  readonly call?: string
  readonly viewOf?: (offer: Offer) => Offer
  /** Set if the session resolves the conflict of two branches. */
  readonly conflict?: { readonly check: string; readonly reason: string }
  /** Reads the offer after the session; default: the engine's next offer. */
  readonly readOffer?: () => Promise<Offer>
}

/** Returns a unique name for a session's log; the names sort by time. */
const logName = (begun: number, index: number): string =>
  `${new Date(begun).toISOString().slice(0, 19).replace(/[-:]/g, '')}-${String(index).padStart(3, '0')}.log`

export function dropOldLogs(folder: string): void {
  const logs = namesIn(folder).filter((name) => name.endsWith('.log'))
  for (const name of logs.sort().slice(0, -MAX_LOGS)) rmSync(join(folder, name), { force: true })
}
const MAX_LOGS = 200

export async function runSession(run: Run, request: SessionRequest): Promise<Offer> {
  const { before, decision, engine, stopping, call, conflict, viewOf = (offer) => offer } = request
  const { readOffer = () => nextOffer(engine) } = request
  const { unit, beside } = decision
  run.started++
  const index = run.started
  const log = join(run.folder, logName(run.begun, index))
  const work = beside ?? (before.unit as Unit)
  const { model, tier } = await sessionModel(run, engine, work, decision)
  const by = [model, tier].filter((word) => word !== null).join(', ')
  tell(run, { event: 'session', index, unit, log, model, tier }, `${index}. ${unit}${by === '' ? '' : ` (${by})`}`)
  const prompt = conflict === undefined ? promptFor(run.client, unit, call) : conflictPrompt(run.client, unit, conflict)
  const [from, begun] = [performance.now(), Date.now()]
  const { cwd } = engine
  const maxMs = Math.min(run.sessionMs, Math.max(1000, (run.limits.minutes - minutesOf(run)) * 60_000))
  const session = run.driver.start({
    ...{ prompt, model, cwd },
    env: { ...engine.env, [ENDS_AT]: String(begun + maxMs) },
    notes: notesIn(run.folder),
    log,
    maxMs,
    idleMs: run.idleMs,
    permit: permitsFor({ unit, cwd, permission: permissionOf(run.given), ...permitPorts(run, stopping) }),
  })
  const off = stopping.watch(session)
  const end = await session.ended.finally(off)
  // The session's child processes have ended too, such as a hook in the middle of a write.
  completeWrites(engine)
  // The session may have ended between finishing the unit and committing its record.
  if (end.killed !== null || end.exit !== 0) await commitRecord(engine)
  const after = viewOf(await readOffer())
  const outcome = outcomeOf(before, after, end)
  const remark =
    outcome === 'moved'
      ? ''
      : failureReason(engine, work, log, session.lastLine()) || (stopping.isRequested() ? 'interrupted' : 'no output')
  await recordUsage(run, session, { unit: work, begun })
  const seconds = Math.round((performance.now() - from) / 1000)
  const next = after.unit === null ? null : unitName(after.unit)
  const event = {
    event: 'ended',
    index,
    unit,
    outcome,
    exit: end.exit,
    ...(remark === '' ? {} : { said: remark }),
    seconds,
    next,
  }
  const text = outcome === 'moved' ? `done after ${seconds} s` : `${outcome} after ${seconds} s: ${remark} (${log})`
  tell(run, { ...event, ...knownUsage(run) }, `   ${text}`)
  await reportCosts(run)
  run.tried.push({ unit, revision: before.revision, outcome, remark })
  return after
}

function permitPorts(run: Run, stopping: Stopping): Pick<Permits, 'ask' | 'tell'> {
  const { channel, limits } = run
  const minutes = () => Math.min(run.answerMinutes, limits.minutes - minutesOf(run))
  const ask: Permits['ask'] =
    channel && ((question, options, end) => channel.ask({ question, options, minutes: minutes() }, { stopping, end }))
  return { ask, tell: (event, text) => tell(run, event, text) }
}

export const knownUsage = ({ used, driver }: Pick<Run, 'used' | 'driver'>) => ({
  tokens: used === null || driver.unknownUsage.tokens !== null ? null : used.tokens,
  cost: used === null || driver.unknownUsage.cost !== null ? null : used.dollars,
})

/** Records the session's usage in the project, and adds it to the run's. */
async function recordUsage(run: Run, session: Session, driven: EndedSession): Promise<void> {
  const { reportsUsage } = run.driver
  const world = { ...run.world, cwd: run.engine.cwd }
  if (reportsUsage) await recordReportedUsage(world, run.client.id, driven.unit, session.used())
  else await noteRecords(world, [run.client.id], driven)
  if (run.used === null) return
  const before = run.used.unpriced.length
  run.reported.push(...session.used())
  run.used = usedIn(
    reportsUsage ? run.reported : recordedSince(run.begun, run.engine.cwd, run.client, run.world),
    run.models,
  )
  const { unpriced } = run.used
  if (before === 0 && unpriced.length > 0)
    tell(run, { event: 'unpriced', models: unpriced }, `   ${unpricedText(unpriced)}: only their tokens count`)
}

/** Reports the cost of each newly closed phase, and reads whether the project's budget ceiling is reached. */
export async function reportCosts(run: Run): Promise<void> {
  const { closed = [], budget } = (await ask(run.engine, 'metrics')) ?? {}
  const phases = (Array.isArray(closed) ? closed.filter(isJsonObject) : []).map(({ phase, text }) => ({ phase, text }))
  for (const { phase, text } of phases)
    if (run.closed?.has(phase) === false) tell(run, { event: 'closed', phase, text }, `   ${text}`)
  run.closed = new Set(phases.map(({ phase }) => phase))
  run.ceiling = isJsonObject(budget) && budget['action'] === 'pause' ? String(budget['reason']) : null
}

/** Chooses the session's model: null means the client's default. `tier` is null without routing. */
async function sessionModel(
  { given, client, driver }: Run,
  engine: Engine,
  { unitType, unitId }: Unit,
  { attempt, errors }: SessionRequest['decision'],
) {
  if (given.model !== undefined || !driver.takesModel) return { model: given.model ?? null, tier: null }
  const reply = await ask(engine, 'model', 'explain', unitType, unitId, '--host', client.id, '--attempt', `${attempt}`)
  if (reply === null || isJsonObject(reply['error']) || reply['on'] !== true) return { model: null, tier: null }
  const { model = null, fallbacks, tier = null } = reply
  const choices = [model, ...(Array.isArray(fallbacks) ? fallbacks : [])]
  return { model: textIn(fallbackAfter(choices, errors)), tier: textIn(tier) }
}

const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
