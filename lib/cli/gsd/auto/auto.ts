// `gsd auto`: sessions of a client, one for each unit, until the work is done or a person is needed. Nothing is remembered between two runs: the engine knows
// what is done, so a run that was killed goes on where the next one begins.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Decision,
  decide,
  type End,
  type Limits,
  type Offer,
  outcomeOf,
  type Tried,
  unitName,
} from '../../../core/auto/decide.js'
import { parsePhaseId } from '../../../core/ids.js'
import { GsdError } from '../../../errors.js'
import { projectKey } from '../../../node/custody.js'
import { personalFolderOf } from '../../../node/home.js'
import { acquirePidLock, isAlive, type Lock, readLock } from '../../../node/lock.js'
import { findProject } from '../../../node/project.js'
import type { Permission } from '../../../runtimes/runtime.js'
import { visibleJson } from '../../../std/visible.js'
import { flagOf } from '../../arguments.js'
import type { AutoGiven } from '../flags.js'
import type { Answer, GsdExit, World } from '../world.js'
import { argvOf, type Client, clientFor, permissionOf, promptFor } from './client.js'
import { nextOffer } from './engine.js'
import { startSession } from './session.js'
import { type Stopping, stopSignals } from './stopping.js'

/** By how a run ended. */
const EXITS: Readonly<Record<End, GsdExit>> = { done: 0, person: 4, budget: 5, stuck: 6, failed: 7, asked: 130 }

interface Run {
  readonly world: World
  readonly given: AutoGiven
  readonly project: string
  readonly client: Client
  /** Folder of this project in the person's own: no tree can put anything there. */
  readonly folder: string
  readonly limits: Limits
  readonly sessionMs: number
  readonly idleMs: number
  readonly startedAt: number
}

export async function auto(given: AutoGiven, world: World): Promise<Answer> {
  const project = findProject({ start: world.cwd, env: world.env, anyWorkstream: true })?.root ?? null
  if (project === null)
    throw new GsdError({
      code: 'NO_PROJECT',
      message: `there is no project in ${world.cwd} or above it`,
      fix: 'start one in your client with the command new-project, or go to its folder',
    })
  const folder = join(
    personalFolderOf(world.env, () => world.home),
    'auto',
    projectKey(project),
  )
  if (given.what === 'stop') return stop(folder)
  const run: Run = {
    world,
    given,
    project,
    folder,
    client: clientFor(given, world),
    limits: {
      sessions: number(given, 'maxSessions', 50),
      minutes: number(given, 'minutes', 480),
      to: phaseGiven(given),
    },
    sessionMs: number(given, 'sessionMinutes', 60) * 60_000,
    idleMs: number(given, 'idleMinutes', 15) * 60_000,
    startedAt: Date.now(),
  }
  if (given.dryRun) return forecast(run)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = ownLock(folder)
  try {
    rmSync(stopFile(folder), { force: true })
    return await drive(run)
  } finally {
    lock.release()
  }
}

const stopFile = (folder: string) => join(folder, 'stop')
const lockFile = (folder: string) => join(folder, 'lock')

function ownLock(folder: string): Lock {
  try {
    return acquirePidLock(lockFile(folder), { waitMs: 0 })
  } catch (thrown) {
    if (!(thrown instanceof GsdError) || thrown.code !== 'LOCKED') throw thrown
    throw new GsdError({
      code: 'LOCKED',
      message: 'gsd auto runs for this project already',
      fix: 'gsd auto stop ends it after its present session',
    })
  }
}

function stop(folder: string): Answer {
  const lock = existsSync(folder) ? readLock(lockFile(folder)) : null
  const runs = lock !== null && lock.owner.pid > 0 && isAlive(lock.owner.pid)
  if (runs) writeFileSync(stopFile(folder), '')
  const text = runs ? 'It ends after its present session.\n' : 'Nothing runs for this project.\n'
  return { exit: runs ? 0 : 1, result: { action: 'auto', stopping: runs }, text }
}

// What it is asked for ------------------------------------------------------

function number(
  given: AutoGiven,
  key: 'maxSessions' | 'minutes' | 'sessionMinutes' | 'idleMinutes',
  otherwise: number,
): number {
  const said = given[key]
  if (said === undefined) return otherwise
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(said) && Number(said) > 0) return Number(said)
  const flag = `--${flagOf(key)}`
  throw new GsdError({
    code: 'USAGE',
    message: `${flag} takes a number above zero, not "${said}"`,
    fix: `gsd auto ${flag} ${otherwise}`,
  })
}

function phaseGiven({ to }: AutoGiven): Limits['to'] {
  const id = to === undefined ? null : parsePhaseId(to)
  if (to !== undefined && id === null)
    throw new GsdError({ code: 'USAGE', message: `--to takes a phase, not "${to}"`, fix: 'gsd auto --to 3' })
  return id
}

const environmentOf = ({ world }: Run): NodeJS.ProcessEnv => ({ ...world.env, GSD_ONE_UNIT: '1' })
const offerNow = (run: Run): Promise<Offer> => nextOffer(run.client.tools, run.project, environmentOf(run))
const minutesOf = ({ startedAt }: Run) => (Date.now() - startedAt) / 60_000

// What it says --------------------------------------------------------------

/** Said in the permissions a session gets, before the first one runs. */
const PERMITTED: Readonly<Record<Permission, string>> = {
  client: 'what its own settings allow',
  edits: 'to change files without asking',
  all: 'everything, without asking',
}

function tell({ given, world }: Run, event: Readonly<Record<string, unknown>>, text: string): void {
  if (given.json) world.out(`${visibleJson(JSON.stringify({ at: new Date().toISOString(), ...event }))}\n`)
  else if (!given.quiet) world.out(`${new Date().toTimeString().slice(0, 8)} ${text}\n`)
}

async function forecast(run: Run): Promise<Answer> {
  const offer = await offerNow(run)
  const decision = decide(offer, [], run.limits, { minutes: 0 })
  const argv = [
    run.client.program,
    ...argvOf(run.client, run.given, promptFor(run.client, decision.do === 'run' ? decision.unit : '')),
  ]
  const text = decision.do === 'run' ? `Next: ${decision.unit}\n${JSON.stringify(argv)}\n` : `${endText(decision)}\n`
  return { exit: decision.do === 'run' ? 0 : EXITS[decision.end], result: { action: 'auto', decision, argv }, text }
}

const endText = ({ end, reason, fix }: Extract<Decision, { do: 'end' }>): string =>
  `${TITLES[end]}: ${reason}${fix === null ? '' : `\nTo go on: ${fix}`}`

const TITLES: Readonly<Record<End, string>> = {
  done: 'Done',
  person: 'A person is needed',
  budget: 'A limit is reached',
  stuck: 'It does not get on',
  failed: 'It failed',
  asked: 'Stopped as asked',
}

// The run -------------------------------------------------------------------

async function drive(run: Run): Promise<Answer> {
  // What cannot be asked of the client is said before anything runs.
  argvOf(run.client, run.given, '')
  tell(
    run,
    { event: 'start', client: run.client.row.id, permissions: permissionOf(run.given) },
    `${run.client.row.title} does it, and may do ${PERMITTED[permissionOf(run.given)]}. Ctrl-C ends it after the present session, twice at once.`,
  )
  const stopping = stopSignals(
    () => existsSync(stopFile(run.folder)),
    () => tell(run, { event: 'stopping' }, 'It ends after the present session; once more ends it now.'),
  )
  const tried: Tried[] = []
  try {
    for (let offer = await offerNow(run); ; ) {
      if (stopping.asked())
        return ended(run, { do: 'end', end: 'asked', reason: 'you asked for it', fix: 'gsd auto' }, tried)
      const decision = decide(offer, tried, run.limits, { minutes: minutesOf(run) })
      if (decision.do === 'end') return ended(run, decision, tried)
      if (decision.waitSeconds > 0) await stopping.pause(decision.waitSeconds * 1000)
      if (stopping.asked()) continue
      const { after, outcome } = await oneSession(run, offer, tried.length + 1, stopping)
      tried.push({ unit: decision.unit, revision: offer.revision, outcome })
      offer = after
    }
  } finally {
    stopping.off()
  }
}

async function oneSession(run: Run, offer: Offer, index: number, stopping: Stopping) {
  const unit = offer.unit === null ? '' : unitName(offer.unit)
  const log = join(run.folder, `${String(index).padStart(3, '0')}.log`)
  tell(run, { event: 'session', index, unit, log }, `${index}. ${unit}`)
  const from = Date.now()
  const session = startSession({
    program: run.client.program,
    argv: argvOf(run.client, run.given, promptFor(run.client, unit)),
    cwd: run.project,
    env: environmentOf(run),
    log,
    mostMs: Math.min(run.sessionMs, Math.max(1000, (run.limits.minutes - minutesOf(run)) * 60_000)),
    idleMs: run.idleMs,
  })
  stopping.watch(session)
  const how = await session.ended.finally(() => stopping.watch(null))
  const after = await offerNow(run)
  const outcome = outcomeOf(offer, after, how)
  const seconds = Math.round((Date.now() - from) / 1000)
  tell(
    run,
    {
      event: 'ended',
      index,
      unit,
      outcome,
      exit: how.exit,
      seconds,
      next: after.unit === null ? null : unitName(after.unit),
    },
    `   ${outcome === 'moved' ? 'done' : outcome} after ${seconds} s${outcome === 'moved' ? '' : `: ${session.lastLine().slice(0, 200)} (${log})`}`,
  )
  return { after, outcome }
}

function ended(run: Run, decision: Extract<Decision, { do: 'end' }>, tried: readonly Tried[]): Answer {
  const moved = tried.filter(({ outcome }) => outcome === 'moved').length
  const minutes = Math.round(minutesOf(run))
  return {
    exit: EXITS[decision.end],
    result: {
      action: 'auto',
      event: 'end',
      end: decision.end,
      reason: decision.reason,
      fix: decision.fix,
      sessions: tried.length,
      moved,
      minutes,
    },
    text: `${endText(decision)}\n${tried.length} sessions, ${moved} of them moved the work, ${minutes} min\n`,
  }
}
