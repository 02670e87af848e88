// `gsd auto` runs client sessions, each for one unit, until the work is done, a limit is reached or the user is needed.
// The engine knows what is done, so the next run continues the work of a killed run.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ActiveClaim, acquireClaim } from '../../../core/auto/active-claim.js'
import { type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import { mergeThroughLane } from '../../../core/auto/lane.js'
import { type PoolPorts, runPool } from '../../../core/auto/pool.js'
import { trustDecision } from '../../../core/auto/unapproved-commands.js'
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
import { envWithHome } from '../own-folder.js'
import type { Answer, World } from '../world.js'
import { ARGS, type AutoGiven } from './args.js'
import { openClaims, type RunClaims } from './claims.js'
import { permissionOf } from './client.js'
import { commitRecord, freeLocks } from './crash-cleanup.js'
import { ask, listedCommands, nextOffer } from './engine.js'
import { undoMove } from './fast-forward.js'
import { finishUnit, lanePorts } from './lane.js'
import { cannotLeadError, leadPorts, MAX_LED_UNITS, parseShared } from './leading.js'
import { noteRun, openRun, parseNumber } from './open-run.js'
import { decideFor, type Run, reportCosts, tell } from './run.js'
import { autoFolder, isRunActive, keepFresh, lockFile, newsFile, stopFile } from './run-files.js'
import { endAnswer, PERMITTED, reasonText, titleOf } from './run-texts.js'
import { type Stopping, stopSignals } from './stopping.js'
import { syncBranch } from './sync-branch.js'
import { dropMergedTrees, requireCommitter, whyNoWorktrees } from './trees.js'
import { type WorkerContext, workInProject, workInWorktree } from './worker.js'

export async function auto(given: AutoGiven, world: World): Promise<Answer> {
  const found = findProject({ start: world.cwd, env: world.env, anyWorkstream: true })
  if (found === null) throw noProject({ start: world.cwd, env: world.env })
  const { root: project, base } = found
  const folder = autoFolder(project, world)
  if (given.what === 'stop') return requestStop(folder)
  const run = openRun({ given, world, root: project, base, folder })
  const jobs = given.workers === true ? MAX_LED_UNITS : parseNumber(given, 'jobs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = lockRun(folder)
  const stopKeepingFresh = keepFresh(lock.path)
  try {
    const forget = await noteRun(run, () => cleanUp(run))
    for (const path of [stopFile(folder), newsFile(folder)]) rmSync(path, { force: true })
    run.channel = await openUserChannel(run)
    await reportCosts(run)
    await replaceFulfilledOrder(run)
    const limit = given.workers === true ? jobs : await maxJobs(run, jobs)
    return await drive(run, limit).finally(forget)
  } finally {
    stopKeepingFresh()
    lock.release()
  }
}

/** Replaces a fulfilled order, such as one for a single plan, if `--to` leaves more to build. */
async function replaceFulfilledOrder(run: Run): Promise<void> {
  const { engine, limits } = run
  if (limits.to === null) return
  const offer = await nextOffer(engine)
  if (offer.order?.fulfilled !== true || decideFor(run, offer).do === 'end') return
  const to = displayPhaseId(limits.to)
  await ask(engine, 'order', `gsd auto --to ${to}`, '--scope', /^\d+$/.test(to) ? `1-${to}` : 'all')
  await ask(engine, 'commit', `docs: build up to phase ${to}`, '--files', join(engine.base, ORDER), ledgerPath(engine))
}

/** Returns `--jobs`, but at most the number of subagents that the project or the user has set. */
async function maxJobs({ engine }: Run, jobs: number): Promise<number> {
  const reply =
    jobs === 1 ? null : await ask(engine, 'config', 'get', 'parallelization.max_concurrent_agents', '--origin')
  const { origin = 'default', value } = reply ?? {}
  return origin === 'default' ? jobs : Math.min(jobs, Number(value) || jobs)
}

/** Opens the channel to the user; null if no channel is completely configured. */
const openUserChannel = async (run: Run) =>
  Object.keys(readChannels(envWithHome(run.world))).length === 0 ? null : (await import('./remote.js')).openChannel(run)

function lockRun(folder: string): Lock {
  try {
    return acquireLock(lockFile(folder), { waitMs: 0 })
  } catch (thrown) {
    if (!(thrown instanceof GsdError) || thrown.code !== 'LOCKED') throw thrown
    throw gsdError(
      'LOCKED',
      'gsd auto is already running in this project',
      'to end that run after its current sessions, run gsd auto stop',
    )
  }
}

function requestStop(folder: string): Answer {
  const runs = isRunActive(folder)
  if (runs) writeFileSync(stopFile(folder), '')
  const text = runs ? 'The run ends after its current sessions.\n' : 'No run is active in this project.\n'
  return { exit: runs ? 0 : 1, result: { action: 'auto', stopping: runs }, text }
}

/** Repairs what a killed run left, so that a new one can start. */
async function cleanUp(run: Run): Promise<void> {
  await freeLocks(run.engine)
  for (const path of await undoMove(run.engine.cwd, run.folder))
    tell(
      run,
      { event: 'kept', path, reason: 'changed' },
      `${path} is not restored: it changed after an interrupted merge`,
    )
  await commitRecord(run.engine)
}

async function drive(run: Run, jobs: number): Promise<Answer> {
  tell(
    run,
    { event: 'start', client: run.client.row.id, permissions: permissionOf(run.given), jobs },
    `${run.client.row.title} runs the sessions; permissions: ${PERMITTED[permissionOf(run.given)]}. Ctrl-C ends the run after the current sessions; a second Ctrl-C ends it at once.`,
  )
  const stopping = stopSignals(
    () => existsSync(stopFile(run.folder)),
    () => tell(run, { event: 'stopping' }, 'Ending after the current sessions; Ctrl-C again ends them now.'),
  )
  const onUnreachable = ({ reason }: NoAnswer) => tell(run, { event: 'away', reason }, `   ${reason}`)
  let claims: RunClaims | null = null
  try {
    claims = await openClaims(run.engine, onUnreachable, parseShared(run.given, run.world))
    const end = await runPool(await openPool(run, claims, jobs, stopping))
    run.channel?.notify(titleOf(end.end), reasonText(end))
    return endAnswer(run, 'auto', end)
  } catch (error) {
    run.channel?.notify(titleOf('failed'), (error as Error).message)
    throw error
  } finally {
    stopping.off()
    await claims?.shared?.close?.()
    await run.channel?.close()
  }
}

/** Pause between two checks of a unit that is claimed elsewhere. */
const PAUSE_MS = 15_000

async function openPool(run: Run, claims: RunClaims, jobs: number, stopping: Stopping): Promise<PoolPorts> {
  const { engine } = run
  const lane = { main: engine, claims, notes: run.folder }
  // With a remote, the lane pushes the end of a claim together with its work.
  const usesLane = jobs > 1 || claims.remote !== null
  if (usesLane) await requireCommitter(engine)
  const why = usesLane ? await whyNoWorktrees(engine) : null
  if (why !== null && run.given.workers === true) throw cannotLeadError(why)
  if (why !== null) tell(run, { event: 'alone', reason: why }, `One unit at a time: ${why}.`)
  if (why === null) await dropMergedTrees(engine)
  const oneByOne = inTurn((act: () => Promise<unknown>) => act()) as WorkerContext['inTurn']
  const context: WorkerContext = { run, lane, stopping, inTurn: oneByOne }
  const ports = portsOf(context, why === null ? jobs : 1, usesLane && why === null)
  return run.given.workers === true ? leadPorts(context, ports) : ports
}

function portsOf(context: WorkerContext, jobs: number, canUseWorktrees: boolean): PoolPorts {
  const { run, lane, stopping } = context
  const unitClaims = new Map<string, ActiveClaim>()
  return {
    jobs,
    canUseWorktrees,
    held: run.held,
    decide: (offer) => decideFor(run, offer),
    isStopping: () => stopping.isRequested(),
    readOffer: () => readOffer(context),
    async claim(unit) {
      const claim = await acquireClaim(lane.claims, unit, () => isStillOffered(context, unit))
      if (claim !== null) unitClaims.set(unitName(unit), claim)
      return claim
    },
    work: (job) => {
      const claim = unitClaims.get(unitName(job.unit))
      return job.isInWorktree && claim !== undefined ? workInWorktree(context, job, claim) : workInProject(context, job)
    },
    runWithoutSession: (offer) =>
      context.inTurn(() => runWithoutSession(context, offer, unitClaims.get(unitName(offer.unit as Unit)) ?? null)),
    awaitAnswer: async (offer) => (await run.channel?.awaitAnswer(run.engine, offer, stopping)) === true,
    pause: () => stopping.pause(PAUSE_MS),
  }
}

/** Reads the next offer, after taking the user's answers and, if clones share the project, the work that others pushed. */
async function readOffer({ run, lane, inTurn }: WorkerContext): ReturnType<PoolPorts['readOffer']> {
  const problem = await inTurn(() => syncBranch(lane))
  if (problem?.is === 'away') tell(run, { event: 'away', reason: problem.reason }, `   ${problem.reason}`)
  const next = await nextOffer(run.engine)
  const offer = run.channel === null ? next : await run.channel.updateOffer(run.engine, next)
  // Without the others' work, the offer would never change.
  if (problem?.is === 'refused')
    return { offer, end: { do: 'end', end: 'person', reason: problem.reason, fix: problem.fix ?? null } }
  const decision = decideFor(run, offer)
  const isOnPath = decision.do === 'run' && decision.beside === null && offer.unit !== null
  return { offer, end: isOnPath ? trustDecision([offer.unit, ...offer.ready], await listedCommands(run.engine)) : null }
}

/** Whether the unit is still offered after synchronising the branch with the remote; false if the branch cannot be synchronised. */
async function isStillOffered({ run, lane, inTurn }: WorkerContext, unit: Unit): Promise<boolean> {
  if ((await inTurn(() => syncBranch(lane))) !== null) return false
  const { unit: next, ready, beside } = await nextOffer(run.engine)
  return [next ?? [], ready, beside].flat().some((one) => unitName(one) === unitName(unit))
}

/** Finishes a unit without a session, through the merge lane if there is a claim. False if that fails or changes nothing. */
async function runWithoutSession(
  { run, lane }: WorkerContext,
  offer: Offer,
  claim: ActiveClaim | null,
): Promise<boolean> {
  const unit = offer.unit as Unit
  const name = unitName(unit)
  const merged = claim === null ? null : await mergeThroughLane(lanePorts(lane, { unit, branch: null }, claim))
  const problem = merged === null ? await finishUnit(run.engine, unit, null) : merged.is === 'delivered' ? null : merged
  if (problem !== null) {
    const { reason } = problem
    tell(run, { event: 'refused', unit: name, reason }, `   ${name} needs a session: ${reason}`)
    return false
  }
  if ((await nextOffer(run.engine)).revision === offer.revision) return false
  tell(run, { event: 'passed', unit: name }, `   ${name}`)
  await reportCosts(run)
  return true
}

export const action = clientAction(
  'Run the project unattended: a fresh client session for each unit, until it needs your input',
  ARGS,
  auto,
)
