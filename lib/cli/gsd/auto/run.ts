// One run of sessions: what it was given, what it did so far, what it says, and one session of it.
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { overBudget, percentSpent, type Spent } from '../../../core/auto/budget.js'
import {
  type Decision,
  decide,
  type Limits,
  type Offer,
  outcomeOf,
  type Tried,
  type Unit,
  unitName,
} from '../../../core/auto/decide.js'
import type { Held } from '../../../core/auto/pool.js'
import { askedVariables, ENDS_AT } from '../../../core/dispatch/asked.js'
import type { Use } from '../../../core/usage/use.js'
import { namesIn } from '../../../node/names-in.js'
import type { ModelTable } from '../../../ports.js'
import { isJsonObject } from '../../../std/json.js'
import { visibleJson } from '../../../std/visible.js'
import { type Driven, noteRecords, noteTold } from '../usage/note.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { type Client, mendingPrompt, permissionOf, promptFor } from './client.js'
import type { Driver, Session } from './drivers/driver.js'
import { type Permits, permitsFor } from './drivers/permits.js'
import { ask, type Engine, nextOffer } from './engine.js'
import { commitRecord, freeOwnLock } from './left.js'
import { routed } from './routed.js'
import { newsFile } from './standing.js'
import type { Stopping } from './stopping.js'
import { recordedSince, type Used, usedIn } from './tokens.js'

export interface Remote {
  /** Asks what is open, and takes in what was answered; what is offered then. */
  look(engine: Engine, offer: Offer): Promise<Offer>
  /** Waits for the answer to what holds the offer; false: there was none, or nobody elsewhere could give one. */
  isAnswered(engine: Engine, offer: Offer, stopping: Stopping): Promise<boolean>
  /** Asks for one of the options; null: nobody answered in time, or it is over. */
  ask(
    of: { readonly question: string; readonly options: readonly string[]; readonly minutes: number },
    until: { readonly stopping: Stopping; readonly over: AbortSignal },
  ): Promise<{ readonly choice: string; readonly by: string } | null>
  say(title: string, text: string): void
  /** Sends what is left. */
  close(): Promise<void>
}

export interface Run {
  readonly world: World
  readonly given: AutoGiven
  readonly client: Client
  readonly driver: Driver
  /** The engine in the project's own folder. */
  readonly engine: Engine
  /** Folder of this project in the person's own: no tree can put anything there. */
  readonly folder: string
  readonly limits: Limits
  readonly sessionMs: number
  readonly idleMs: number
  /** To wait for an answer from elsewhere. */
  readonly answerMinutes: number
  /** By a clock that nobody sets. */
  readonly startedAt: number
  /** Milliseconds of the epoch, as records of clients have them. */
  readonly begun: number
  /** What was used so far; null: nobody tells it. */
  used: Used | null
  /** What sessions told of it themselves. */
  readonly told: Use[]
  readonly models: ModelTable
  /** Phases that are closed; null: nobody looked. */
  closed: ReadonlySet<unknown> | null
  /** Why the ceiling of the project lets nothing more begin; null: it does. */
  ceiling: string | null
  /** Sessions that have ended, and how many were begun. */
  readonly tried: Tried[]
  started: number
  /** Where the person is told, and answers; null: nowhere. */
  remote: Remote | null
  /** What the last session of a unit was started on, for whoever claims its work in its place. */
  readonly askedOf: Map<string, ReturnType<typeof askedVariables>>
  /** Units that it leaves alone. */
  readonly held: Map<string, Held>
}

/** What runs is noted there. */
export const notesIn = (folder: string): string => join(folder, 'running')

export const minutesOf = ({ startedAt }: Run): number => (performance.now() - startedAt) / 60_000

export function tell({ given, world, folder }: Run, event: Readonly<Record<string, unknown>>, text: string): void {
  const line = `${visibleJson(JSON.stringify({ at: new Date().toISOString(), ...event }))}\n`
  appendFileSync(newsFile(folder), line)
  if (given.json) world.out(line)
  else if (!given.quiet) world.out(`${new Date().toTimeString().slice(0, 8)} ${text}\n`)
}

/** Sessions that run count as sessions that were run. */
const spentBy = (run: Run): Spent => ({
  sessions: run.started,
  minutes: minutesOf(run),
  tokens: run.used?.tokens ?? 0,
  cost: run.used?.dollars ?? 0,
})

/** A ceiling is reached. */
export const isSpent = (run: Run): boolean => run.ceiling !== null || overBudget(spentBy(run), run.limits) !== null

const RAISE = 'gsd-tools config set budget.ceiling <number>'

export function decided(run: Run, offer: Offer): Decision {
  const decision = decide(offer, run.tried, run.limits, spentBy(run))
  if (decision.do === 'run' && run.ceiling !== null)
    return { do: 'end', end: 'budget', reason: run.ceiling, fix: RAISE }
  const unpriced = run.used?.unpriced ?? []
  if (decision.do === 'end' || unpriced.length === 0 || run.given.maxCost === undefined) return decision
  return {
    ...{ do: 'end', end: 'budget', reason: `${unpricedText(unpriced)}, so --max-cost cannot be held` },
    fix: 'add the price to models.json in ~/.gsd, or leave --max-cost out',
  }
}

const unpricedText = (models: Used['unpriced']): string =>
  `nobody knows what ${models.map((one) => one ?? 'a model that is not named').join(', ')} costs`

export interface SessionWanted {
  readonly before: Offer
  readonly decision: Extract<Decision, { do: 'run' }>
  /** Where it works. */
  readonly engine: Engine
  readonly stopping: Stopping
  /** What begins the unit; what is next, when left out. */
  readonly call?: string
  /** What of an offer concerns the unit. */
  readonly seen?: (offer: Offer) => Offer
  /** Two lines of work do not go together: what checks them, and why they do not. */
  readonly mends?: { readonly check: string; readonly reason: string }
  /** What is offered; what is next, when left out. */
  readonly look?: () => Promise<Offer>
}

/** A run never takes the name of an earlier one; the names sort by time. */
const logName = (begun: number, index: number): string =>
  `${new Date(begun).toISOString().slice(0, 19).replace(/[-:]/g, '')}-${String(index).padStart(3, '0')}.log`

/** Removes all but the newest logs. */
export function dropOldLogs(folder: string): void {
  const logs = namesIn(folder).filter((name) => name.endsWith('.log'))
  for (const name of logs.sort().slice(0, -MOST_LOGS)) rmSync(join(folder, name), { force: true })
}
const MOST_LOGS = 200

/** Runs a session to its end, and answers what is offered then. */
export async function oneSession(run: Run, wanted: SessionWanted): Promise<Offer> {
  const { before, decision, engine, stopping, call, mends, seen = (offer) => offer } = wanted
  const { look = () => nextOffer(engine) } = wanted
  const { unit, beside } = decision
  run.started++
  const index = run.started
  const log = join(run.folder, logName(run.begun, index))
  const work = beside ?? (before.unit as Unit)
  const spent = percentSpent(spentBy(run), run.limits)
  const host = { id: run.client.id, takesModel: run.driver.takesModel }
  const { model, tier } = await routed(engine, run.given, host, work, decision, spent)
  const by = [model, tier].filter((word) => word !== null).join(', ')
  tell(run, { event: 'session', index, unit, log, model, tier }, `${index}. ${unit}${by === '' ? '' : ` (${by})`}`)
  const asked = askedVariables(model, tier)
  run.askedOf.set(unit, asked)
  const prompt = mends === undefined ? promptFor(run.client, unit, call) : mendingPrompt(run.client, unit, mends)
  const [from, begun] = [performance.now(), Date.now()]
  const { cwd } = engine
  const mostMs = Math.min(run.sessionMs, Math.max(1000, (run.limits.minutes - minutesOf(run)) * 60_000))
  const session = run.driver.start({
    ...{ prompt, model, cwd },
    env: { ...engine.env, ...asked, [ENDS_AT]: String(begun + mostMs) },
    notes: notesIn(run.folder),
    log,
    mostMs,
    idleMs: run.idleMs,
    permit: permitsFor({ unit, cwd, permission: permissionOf(run.given), ...personOf(run, stopping) }),
  })
  const off = stopping.watch(session)
  const how = await session.ended.finally(off)
  // What it started was ended with it, such as a hook in the middle of a write.
  freeOwnLock(engine)
  // It may have ended between finishing the unit and committing its record.
  if (how.killed !== null || how.exit !== 0) await commitRecord(engine)
  const after = seen(await look())
  const outcome = outcomeOf(before, after, how)
  const asks = model === null ? {} : { asked: { model, tier } }
  const used = await take(run, session, { unit: work, begun, ...asks }, cwd)
  const seconds = Math.round((performance.now() - from) / 1000)
  const next = after.unit === null ? null : unitName(after.unit)
  tell(
    run,
    {
      event: 'ended',
      index,
      unit,
      outcome,
      exit: how.exit,
      seconds,
      next,
      ...toldOf(run),
    },
    `   ${outcome === 'moved' ? 'done' : outcome} after ${seconds} s${outcome === 'moved' ? '' : `: ${session.lastLine().slice(0, 200)} (${log})`}`,
  )
  await lookAtCosts(run)
  run.tried.push({ unit, revision: before.revision, outcome, used })
  return after
}

/** Who is asked what a session may do, and what is said of it. */
function personOf(run: Run, stopping: Stopping): Pick<Permits, 'ask' | 'tell'> {
  const { remote, limits } = run
  return {
    ask:
      remote === null || limits.untilQuestion
        ? null
        : (question, options, over) =>
            remote.ask(
              { question, options, minutes: Math.min(run.answerMinutes, limits.minutes - minutesOf(run)) },
              { stopping, over },
            ),
    tell: (event, text) => tell(run, event, text),
  }
}

/** What was used as far as somebody tells it. */
export const toldOf = ({ used, driver }: Pick<Run, 'used' | 'driver'>) => ({
  tokens: used === null || driver.untold.tokens !== null ? null : used.tokens,
  cost: used === null || driver.untold.cost !== null ? null : used.dollars,
})

/** A session in the project's folder has nothing of what others use in work trees below it. */
const isOwn = ({ tree }: Use): boolean => tree === null

/** What the session used, and what the run did until now; noted in the project. */
async function take(run: Run, session: Session, driven: Driven, cwd: string): Promise<Tried['used']> {
  const { tells } = run.driver
  const world = { ...run.world, cwd: run.engine.cwd }
  if (tells) await noteTold(world, run.client.id, driven.unit, session.used())
  else await noteRecords(world, [run.client.id], driven)
  if (run.used === null) return { tokens: 0, cost: 0 }
  const before = run.used.unpriced.length
  run.told.push(...session.used())
  run.used = usedIn(tells ? run.told : recordedSince(run.begun, run.engine.cwd, run.client, run.world), run.models)
  const { unpriced } = run.used
  if (before === 0 && unpriced.length > 0)
    tell(run, { event: 'unpriced', models: unpriced }, `   ${unpricedText(unpriced)}: it counts in tokens alone`)
  const own = tells ? session.used() : recordedSince(driven.begun, cwd, run.client, run.world).filter(isOwn)
  const { tokens, dollars: cost } = usedIn(own, run.models)
  return { tokens, cost }
}

/** Says of each phase that was closed since what it took, and whether the project's own ceiling lets the run go on. */
export async function lookAtCosts(run: Run): Promise<void> {
  const { closed = [], budget } = (await ask(run.engine, 'metrics')) ?? {}
  const phases = (Array.isArray(closed) ? closed.filter(isJsonObject) : []).map(({ phase, text }) => ({ phase, text }))
  for (const { phase, text } of phases)
    if (run.closed?.has(phase) === false) tell(run, { event: 'closed', phase, text }, `   ${text}`)
  run.closed = new Set(phases.map(({ phase }) => phase))
  run.ceiling = isJsonObject(budget) && budget['action'] === 'pause' ? String(budget['reason']) : null
}
