// `gsd auto`: one client session per unit, until the work is done or needs the user. No state is kept between runs: the
// engine knows what is done, so a killed run continues with the next one.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import { bringHome } from '../../../core/auto/lane.js'
import { type PoolPorts, runPool } from '../../../core/auto/pool.js'
import { type Right, takeRight } from '../../../core/auto/rights.js'
import { unapprovedEnd } from '../../../core/auto/unapproved-commands.js'
import type { NoAnswer } from '../../../core/dispatch/claim-store.js'
import { displayPhaseId } from '../../../core/ids.js'
import { ledgerPath } from '../../../core/layout.js'
import { ORDER } from '../../../core/order.js'
import { GsdError, gsdError } from '../../../errors.js'
import { acquireLock, type Lock } from '../../../node/lock.js'
import { findProject } from '../../../node/project.js'
import { readChannels } from '../../../node/remote/channels.js'
import { inTurn } from '../../../std/in-turn.js'
import { noProject } from '../../no-project.js'
import { clientAction } from '../action.js'
import { variables } from '../own-folder.js'
import type { Answer, World } from '../world.js'
import { ARGS, type AutoGiven } from './args.js'
import { openClaims, type RunClaims } from './claims.js'
import { permissionOf } from './client.js'
import { commitRecord, freeLocks } from './crash-cleanup.js'
import { ask, listedIn, nextOffer } from './engine.js'
import { takeBackMove } from './fast-forward.js'
import { accepted, laneOf } from './lane.js'
import { leading, MAX_LED, notLed, parseShared } from './leading.js'
import { noteRun, openRun, parseNumber } from './open-run.js'
import { decided, lookAtCosts, type Run, tell } from './run.js'
import { autoFolder, isRunActive, keepFresh, lockFile, newsFile, stopFile } from './run-files.js'
import { endAnswer, PERMITTED, reasonText, titleOf } from './run-texts.js'
import { type Stopping, stopSignals } from './stopping.js'
import { syncBranch } from './sync-branch.js'
import { dropMergedTrees, needName, whyNotApart } from './trees.js'
import { type Crew, workApart, workHere } from './worker.js'

export async function auto(given: AutoGiven, world: World): Promise<Answer> {
  const found = findProject({ start: world.cwd, env: world.env, anyWorkstream: true })
  if (found === null) throw noProject({ start: world.cwd, env: world.env })
  const { root: project, base } = found
  const folder = autoFolder(project, world)
  if (given.what === 'stop') return stop(folder)
  const run = openRun({ given, world, root: project, base, folder })
  const jobs = given.workers === true ? MAX_LED : parseNumber(given, 'jobs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = ownLock(folder)
  const age = keepFresh(lock.path)
  try {
    const forget = await noteRun(run, () => settle(run))
    for (const path of [stopFile(folder), newsFile(folder)]) rmSync(path, { force: true })
    run.remote = await remoteOf(run)
    await lookAtCosts(run)
    await widenOrder(run)
    const most = given.workers === true ? jobs : await atMost(run, jobs)
    return await drive(run, most).finally(forget)
  } finally {
    age()
    lock.release()
  }
}

/** `--to` is a newer order than one that is done, such as one for a plan alone. */
async function widenOrder(run: Run): Promise<void> {
  const { engine, limits } = run
  if (limits.to === null) return
  const offer = await nextOffer(engine)
  if (offer.order?.fulfilled !== true || decided(run, offer).do === 'end') return
  const to = displayPhaseId(limits.to)
  await ask(engine, 'order', `gsd auto --to ${to}`, '--scope', /^\d+$/.test(to) ? `1-${to}` : 'all')
  await ask(engine, 'commit', `docs: build up to phase ${to}`, '--files', join(engine.base, ORDER), ledgerPath(engine))
}

/** The subagent limit of project or user also applies to sessions; if it is the default, `--jobs` overrides it. */
async function atMost({ engine }: Run, jobs: number): Promise<number> {
  const said =
    jobs === 1 ? null : await ask(engine, 'config', 'get', 'parallelization.max_concurrent_agents', '--origin')
  const { origin = 'default', value } = said ?? {}
  return origin === 'default' ? jobs : Math.min(jobs, Number(value) || jobs)
}

/** The channel to the user, loaded only if one is configured. */
const remoteOf = async (run: Run) =>
  Object.keys(readChannels(variables(run.world))).length === 0 ? null : (await import('./remote.js')).openRemote(run)

function ownLock(folder: string): Lock {
  try {
    return acquireLock(lockFile(folder), { waitMs: 0 })
  } catch (thrown) {
    if (!(thrown instanceof GsdError) || thrown.code !== 'LOCKED') throw thrown
    throw gsdError(
      'LOCKED',
      'gsd auto is already running in this project',
      'to end it after the running sessions: gsd auto stop',
    )
  }
}

function stop(folder: string): Answer {
  const runs = isRunActive(folder)
  if (runs) writeFileSync(stopFile(folder), '')
  const text = runs ? 'It ends after its running sessions.\n' : 'No run in this project.\n'
  return { exit: runs ? 0 : 1, result: { action: 'auto', stopping: runs }, text }
}

/** Puts the repository into a state a run can start from. */
async function settle(run: Run): Promise<void> {
  await freeLocks(run.engine)
  for (const path of await takeBackMove(run.engine.cwd, run.folder))
    tell(run, { event: 'kept', path, reason: 'changed' }, `${path} is kept: it changed after an interrupted merge`)
  await commitRecord(run.engine)
}

async function drive(run: Run, jobs: number): Promise<Answer> {
  tell(
    run,
    { event: 'start', client: run.client.row.id, permissions: permissionOf(run.given), jobs },
    `${run.client.row.title} runs the sessions; allowed: ${PERMITTED[permissionOf(run.given)]}. Ctrl-C ends the run after the running sessions, Ctrl-C twice at once.`,
  )
  const stopping = stopSignals(
    () => existsSync(stopFile(run.folder)),
    () => tell(run, { event: 'stopping' }, 'Ending after the running sessions; Ctrl-C again ends them now.'),
  )
  const away = ({ reason }: NoAnswer) => tell(run, { event: 'away', reason }, `   ${reason}`)
  let claims: RunClaims | null = null
  try {
    claims = await openClaims(run.engine, away, parseShared(run.given, run.world))
    const end = await runPool(await poolOf(run, claims, jobs, stopping))
    run.remote?.say(titleOf(end.end), reasonText(end))
    return endAnswer(run, 'auto', end)
  } catch (error) {
    run.remote?.say(titleOf('failed'), (error as Error).message)
    throw error
  } finally {
    stopping.off()
    await claims?.shared?.close?.()
    await run.remote?.close()
  }
}

/** Pause between two looks at a unit claimed elsewhere. */
const PAUSE_MS = 15_000

async function poolOf(run: Run, claims: RunClaims, jobs: number, stopping: Stopping): Promise<PoolPorts> {
  const { engine } = run
  const lane = { main: engine, claims, notes: run.folder }
  // With a remote, the lane pushes the end of a claim together with its work.
  const isWide = jobs > 1 || claims.remote !== null
  if (isWide) await needName(engine)
  const why = isWide ? await whyNotApart(engine) : null
  if (why !== null && run.given.workers === true) throw notLed(why)
  if (why !== null) tell(run, { event: 'alone', reason: why }, `One unit at a time: ${why}.`)
  if (why === null) await dropMergedTrees(engine)
  const oneByOne = inTurn((act: () => Promise<unknown>) => act()) as Crew['inTurn']
  const crew: Crew = { run, lane, stopping, inTurn: oneByOne }
  const ports = portsOf(crew, why === null ? jobs : 1, isWide && why === null)
  return run.given.workers === true ? leading(crew, ports) : ports
}

function portsOf(crew: Crew, jobs: number, canPart: boolean): PoolPorts {
  const { run, lane, stopping } = crew
  const rights = new Map<string, Right>()
  return {
    jobs,
    canPart,
    held: run.held,
    judge: (offer) => decided(run, offer),
    isStopping: () => stopping.asked(),
    look: () => looked(crew),
    async take(unit) {
      const right = await takeRight(lane.claims, unit, () => isOpen(crew, unit))
      if (right !== null) rights.set(unitName(unit), right)
      return right
    },
    work: (job) => {
      const right = rights.get(unitName(job.unit))
      return job.isApart && right !== undefined ? workApart(crew, job, right) : workHere(crew, job)
    },
    pass: (offer) => crew.inTurn(() => passed(crew, offer, rights.get(unitName(offer.unit as Unit)) ?? null)),
    isAnswered: async (offer) => (await run.remote?.isAnswered(run.engine, offer, stopping)) === true,
    pause: () => stopping.pause(PAUSE_MS),
  }
}

/** The next offer, with new answers and, if clones share the plan, the pushed work of others. */
async function looked({ run, lane, inTurn }: Crew): ReturnType<PoolPorts['look']> {
  const behind = await inTurn(() => syncBranch(lane))
  if (behind?.is === 'away') tell(run, { event: 'away', reason: behind.reason }, `   ${behind.reason}`)
  const next = await nextOffer(run.engine)
  const offer = run.remote === null ? next : await run.remote.look(run.engine, next)
  // Without the work of the others, a look would find the same for ever.
  if (behind?.is === 'refused')
    return { offer, end: { do: 'end', end: 'person', reason: behind.reason, fix: behind.fix ?? null } }
  const decision = decided(run, offer)
  const isOnPath = decision.do === 'run' && decision.beside === null && offer.unit !== null
  return { offer, end: isOnPath ? unapprovedEnd([offer.unit, ...offer.ready], await listedIn(run.engine)) : null }
}

/** Including what others pushed meanwhile. */
async function isOpen({ run, lane, inTurn }: Crew, unit: Unit): Promise<boolean> {
  if ((await inTurn(() => syncBranch(lane))) !== null) return false
  const { unit: next, ready, beside } = await nextOffer(run.engine)
  return [next ?? [], ready, beside].flat().some((one) => unitName(one) === unitName(unit))
}

/** Through the lane if there is one, so that others get the work with the end of the claim. */
async function passed({ run, lane }: Crew, offer: Offer, right: Right | null): Promise<boolean> {
  const unit = offer.unit as Unit
  const name = unitName(unit)
  const home = right === null ? null : await bringHome(laneOf(lane, { unit, branch: null }, right))
  const problem = home === null ? await accepted(run.engine, unit, null) : home.is === 'home' ? null : home
  if (problem !== null) {
    const { reason } = problem
    tell(run, { event: 'refused', unit: name, reason }, `   ${name} needs a session: ${reason}`)
    return false
  }
  if ((await nextOffer(run.engine)).revision === offer.revision) return false
  tell(run, { event: 'passed', unit: name }, `   ${name}`)
  await lookAtCosts(run)
  return true
}

export const action = clientAction(
  'Run the project unattended: a fresh client session for each unit, until it needs your input',
  ARGS,
  auto,
)
