// One run of sessions: what it was given, what it did so far, what it says, and one session of it.
import { join } from 'node:path'
import {
  type Decision,
  decide,
  type Limits,
  type Offer,
  outcomeOf,
  type Tried,
  unitName,
} from '../../../core/auto/decide.js'
import type { Held } from '../../../core/auto/wave.js'
import { visibleJson } from '../../../std/visible.js'
import type { AutoGiven } from '../flags.js'
import type { World } from '../world.js'
import { argvOf, type Client, promptFor } from './client.js'
import { type Engine, nextOffer } from './engine.js'
import { commitRecord } from './left.js'
import { startSession } from './session.js'
import type { Stopping } from './stopping.js'
import { tokensSince } from './tokens.js'

export interface Run {
  readonly world: World
  readonly given: AutoGiven
  readonly client: Client
  /** The engine in the project's own folder. */
  readonly engine: Engine
  /** Folder of this project in the person's own: no tree can put anything there. */
  readonly folder: string
  readonly limits: Limits
  readonly sessionMs: number
  readonly idleMs: number
  /** By a clock that nobody sets. */
  readonly startedAt: number
  /** Milliseconds of the epoch, as records of clients have them. */
  readonly begun: number
  /** Tokens used so far; null: the client writes none down. */
  tokens: number | null
  /** Sessions that have ended, and how many were begun. */
  readonly tried: Tried[]
  started: number
  /** Plans that it leaves alone. */
  readonly held: Map<string, Held>
}

/** What runs is noted there. */
export const notesIn = (folder: string): string => join(folder, 'running')

export const minutesOf = ({ startedAt }: Run): number => (performance.now() - startedAt) / 60_000

export function tell({ given, world }: Run, event: Readonly<Record<string, unknown>>, text: string): void {
  if (given.json) world.out(`${visibleJson(JSON.stringify({ at: new Date().toISOString(), ...event }))}\n`)
  else if (!given.quiet) world.out(`${new Date().toTimeString().slice(0, 8)} ${text}\n`)
}

/** What to do with an offer; a session that runs beside it counts as one that was run. */
export const decided = (run: Run, offer: Offer): Decision => {
  const running = run.started - run.tried.length
  const limits = { ...run.limits, sessions: run.limits.sessions - running }
  return decide(offer, run.tried, limits, { minutes: minutesOf(run), tokens: run.tokens ?? 0 })
}

export interface SessionWanted {
  readonly before: Offer
  readonly unit: string
  /** Where it works. */
  readonly engine: Engine
  readonly stopping: Stopping
  /** What begins the unit; what is next, when left out. */
  readonly call?: string
  /** What of an offer concerns the unit. */
  readonly seen?: (offer: Offer) => Offer
}

/** Runs a session to its end, and answers what is offered then. */
export async function oneSession(run: Run, wanted: SessionWanted): Promise<Offer> {
  const { before, unit, engine, stopping, call, seen = (offer) => offer } = wanted
  run.started++
  const index = run.started
  const log = join(run.folder, `${String(index).padStart(3, '0')}.log`)
  tell(run, { event: 'session', index, unit, log }, `${index}. ${unit}`)
  const from = performance.now()
  const session = startSession({
    program: run.client.program,
    argv: argvOf(run.client, run.given, promptFor(run.client, unit, call)),
    cwd: engine.cwd,
    env: engine.env,
    notes: notesIn(run.folder),
    log,
    mostMs: Math.min(run.sessionMs, Math.max(1000, (run.limits.minutes - minutesOf(run)) * 60_000)),
    idleMs: run.idleMs,
  })
  const off = stopping.watch(session)
  const how = await session.ended.finally(off)
  // It may have ended between finishing the unit and committing its record.
  if (how.killed !== null || how.exit !== 0) await commitRecord(engine)
  const after = seen(await nextOffer(engine))
  const outcome = outcomeOf(before, after, how)
  if (run.tokens !== null) run.tokens = tokensSince(run.begun, run.engine.cwd, run.client, run.world)
  const seconds = Math.round((performance.now() - from) / 1000)
  const next = after.unit === null ? null : unitName(after.unit)
  tell(
    run,
    { event: 'ended', index, unit, outcome, exit: how.exit, seconds, next, tokens: run.tokens },
    `   ${outcome === 'moved' ? 'done' : outcome} after ${seconds} s${outcome === 'moved' ? '' : `: ${session.lastLine().slice(0, 200)} (${log})`}`,
  )
  run.tried.push({ unit, revision: before.revision, outcome })
  return after
}
