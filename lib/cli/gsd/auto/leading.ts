// The lead run: remote workers build the units; the run merges each submitted branch, returns it or puts it on hold.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireClaim } from '../../../core/auto/active-claim.js'
import { type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import { finishedSince } from '../../../core/auto/finished-units.js'
import { type DeliveryResult, mergeThroughLane } from '../../../core/auto/lane.js'
import { type HeldUnit, type Job, offersIn, type PoolPorts } from '../../../core/auto/pool.js'
import { SUBMISSIONS, type Submission, submissionRef } from '../../../core/auto/submissions.js'
import { MAX_REPAIRS } from '../../../core/auto/worker.js'
import { METRICS_PATH, usageLines } from '../../../core/captures/metrics.js'
import { claimName } from '../../../core/dispatch/claim-store.js'
import { sharedPath } from '../../../core/dispatch/claims.js'
import { isLeased, LONGEST_LEASE_MS } from '../../../core/dispatch/lease.js'
import { ledgerPath } from '../../../core/layout.js'
import { type GsdError, gsdError } from '../../../errors.js'
import { sha256 } from '../../../node/digest.js'
import { plainText } from '../../../node/disk.js'
import { saveShared } from '../../../node/folder-claims.js'
import { shellQuoted } from '../../../std/text.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { queueUrl, type SharedOptions, urlIn } from './claims.js'
import { MAX_LEDGER } from './crash-cleanup.js'
import { branchOf, git, isAncestor } from './git.js'
import { lanePorts } from './lane.js'
import { isSpent, type Run, reportCosts, tell } from './run.js'
import type { Stopping } from './stopping.js'
import {
  dropSubmission,
  LONGEST_MS,
  type RemoteBranch,
  type RemoteState,
  readRemote,
  SHORTEST_MS,
  setTurn,
} from './submitted-work.js'
import type { Lane } from './sync-branch.js'
import type { WorkerContext } from './worker.js'

export const MAX_LED_UNITS = 500

export const cannotLeadError = (reason: string): GsdError =>
  gsdError(
    'USAGE',
    `workers cannot share this project: ${reason}`,
    'commit the plans and push them to a remote, or omit --workers',
  )

export function parseShared({ workers, remote, queue }: AutoGiven, world: World): SharedOptions {
  if (workers === true) return { remote, defaultRemote: 'origin', queue: queueUrl({ queue }, world), poolWorld: world }
  const flag = remote !== undefined ? '--remote' : queue !== undefined ? '--queue' : null
  if (flag === null) return {}
  throw gsdError('USAGE', `${flag} needs --workers`, `gsd auto --workers ${flag} …`)
}

type PoolOffer = Awaited<ReturnType<PoolPorts['readOffer']>>

/** Ends the run if an offered unit waits for a worker; called when no worker has been active for too long. */
function endIfDeserted({ idleMs }: Run, { offer, end }: PoolOffer, command: string): PoolOffer {
  if (end !== null || offersIn(offer).every(({ unitOffer }) => unitOffer.run === 'cli')) return { offer, end }
  const reason = `no worker has been active for ${idleMs / 60_000} min; no submitted work is left to merge`
  return { offer, end: { do: 'end', end: 'stuck', reason, fix: `${command}, and at the same time gsd auto --workers` } }
}

const NO_CLAIM = { free: async () => {} }

export async function leadPorts(context: WorkerContext, ports: PoolPorts): Promise<PoolPorts> {
  const { run, lane, stopping } = context
  const { remote } = lane.claims
  const url = await urlIn(run.engine.cwd, remote)
  if (url === '') throw cannotLeadError(`${remote} is not a remote of this repository`)
  const { to } = run.given
  const flags = `${queueUrl(run.given, run.world) === undefined ? '' : ' --queue postgres://…'}${to === undefined ? '' : ` --to ${to}`}`
  const command = `gsd worker --remote ${shellQuoted(url)}${flags}`
  tell(run, { event: 'leading', url }, `This run builds nothing itself. To add a worker: ${command}`)
  const watch = await watchRemote(context, stopping)
  let lastOffer: Offer | null = null
  return {
    ...ports,
    async readOffer() {
      const poolOffer = await ports.readOffer()
      lastOffer = poolOffer.offer
      const offered = new Set(poolOffer.offer.ready.map((one) => claimName(`${one.unitType}/${one.unitId}`)))
      await dropMerged(context, watch, (name) => offered.has(name))
      return watch.isDeserted() ? endIfDeserted(run, poolOffer, command) : poolOffer
    },
    // Units built elsewhere are claimed by their worker.
    async claim(unit) {
      const own = lastOffer?.ready.find((one) => unitName(one) === unitName(unit))
      return (own?.run ?? lastOffer?.run) === 'cli' ? ports.claim(unit) : NO_CLAIM
    },
    work: (job) => (job.isInWorktree ? awaitUnit(context, job, watch) : ports.work(job)),
  }
}

type Watch = Awaited<ReturnType<typeof watchRemote>>

/** Polls the remote once for all waiting units, less often while nothing changes. */
async function watchRemote({ run, lane, inTurn }: WorkerContext, stopping: Stopping) {
  const { cwd } = lane.main
  const place = { cwd, remote: lane.claims.remote as string, branch: await branchOf(cwd) }
  let seen: Promise<RemoteState | null> | null = null
  let [last, ms] = ['', SHORTEST_MS]
  let [lastChange, isDeserted] = [performance.now(), false]
  const readState = async (): Promise<RemoteState | null> => {
    const reply = await inTurn(() => readRemote(place))
    if (reply.is === 'away') lane.claims.onUnreachable(reply)
    else await saveSharedClaims(lane)
    const key = JSON.stringify(reply.is === 'away' ? reply : [reply.main, reply.submissions.all])
    ms = key === last ? Math.min(2 * ms, LONGEST_MS) : SHORTEST_MS
    if (key !== last || (performance.now() - lastChange > run.idleMs && (await hasWorkers(lane))))
      lastChange = performance.now()
    isDeserted = performance.now() - lastChange > run.idleMs
    last = key
    return reply.is === 'away' ? null : reply
  }
  return {
    place,
    readState: () => {
      seen ??= readState()
      return seen
    },
    async pause() {
      await stopping.pause(ms)
      seen = null
    },
    isDeserted: () => isDeserted,
  }
}

/** Whether a worker holds a claim; true if the claims cannot be read. */
async function hasWorkers({ claims }: Lane): Promise<boolean> {
  const list = (await claims.shared?.list()) ?? []
  return 'is' in list || list.some(({ leaseUntil }) => isLeased(leaseUntil, Date.now(), LONGEST_LEASE_MS))
}

/** Copies the claims in the database to the project's folder, where viewers show them. */
async function saveSharedClaims({ main, claims }: Lane): Promise<void> {
  const list = claims.isInDatabase ? await claims.shared?.list() : undefined
  if (list !== undefined && !('is' in list)) saveShared(main.cwd, sharedPath(main), list)
}

/** Waits for the unit's work and merges it. Returns the hold; null if the unit is merged, the remote's branch has moved, or the run ends. */
async function awaitUnit(context: WorkerContext, { unit }: Pick<Job, 'unit'>, watch: Watch): Promise<HeldUnit | null> {
  const { run, lane, stopping } = context
  const name = unitName(unit)
  for (let returns = 0; !stopping.isRequested() && !isSpent(run) && !watch.isDeserted(); await watch.pause()) {
    const state = await watch.readState()
    if (state === null) continue
    const submission = state.submissions.find(unit)
    if (submission?.turn === 'held') return holdForUser(context, unit, submission.reason, watch.place)
    if (submission?.turn === 'in') {
      const result = await context.inTurn(() => mergeSubmission(context, unit, submission))
      if (result?.is === 'delivered') {
        await dropMergedBranch(lane, watch.place, submission)
        tell(run, { event: 'merged', unit: name }, `   ${name} was merged`)
        await reportCosts(run)
        return null
      }
      if (result === null || result.is === 'away') continue
      const isLast = result.is === 'held' || returns++ === MAX_REPAIRS
      await setTurn(watch.place, unit, submission, isLast ? 'held' : 'back', result.reason)
      if (isLast) return holdForUser(context, unit, result.reason, watch.place)
      tell(run, { event: 'back', unit: name, reason: result.reason }, `   ${name} needs rework: ${result.reason}`)
    } else if (!(await isAncestor(lane.main.cwd, state.main))) return null
  }
  return null
}

/** Merges submitted work; null if the unit cannot be claimed. */
async function mergeSubmission(
  { lane }: WorkerContext,
  unit: Unit,
  { work }: Submission,
): Promise<DeliveryResult | null> {
  const claim = await acquireClaim(lane.claims, unit)
  if (claim === null) return null
  return mergeThroughLane(lanePorts(lane, { unit, branch: work }, claim)).finally(claim.free)
}

function holdForUser({ run }: WorkerContext, unit: Unit, reason: string, { remote }: RemoteBranch): HeldUnit {
  const branch = submissionRef(unit).slice('refs/heads/'.length)
  const name = unitName(unit)
  tell(
    run,
    { event: 'held', unit: name, branch, end: 'person', reason },
    `   ${name} is on hold: ${reason} (${branch})`,
  )
  return {
    end: 'person',
    reason: `${reason} (${branch})`,
    fix: `inspect the branch (git fetch ${remote} ${branch}), or delete it for a new start (git push ${remote} :${branch}), then run gsd auto --workers`,
  }
}

/** Deletes a submitted branch from the remote, after recording the usage that its last commit reports. */
async function dropMergedBranch({ main }: Lane, place: RemoteBranch, { name, tip }: Submission): Promise<void> {
  const { stdout } = await git(main.cwd, ['log', '-1', '--format=%b', tip])
  const lines = usageLines(stdout, name, sha256)
  if (lines !== '') appendFileSync(join(main.cwd, METRICS_PATH), lines)
  await dropSubmission(place, `${SUBMISSIONS}${name}`, tip)
}

/** Drops submissions that are merged or whose unit is done, such as those of a run that was killed after the merge. */
async function dropMerged(
  { lane }: WorkerContext,
  { place, readState }: Watch,
  isOffered: (name: string) => boolean,
): Promise<void> {
  const state = await readState()
  if (state === null || state.submissions.all.length === 0) return
  const ledger = plainText(join(lane.main.cwd, ledgerPath(lane.main)), { maxBytes: MAX_LEDGER }) ?? ''
  const done = new Set(finishedSince('', ledger, sha256).map((one) => claimName(`${one.unitType}/${one.unitId}`)))
  for (const submission of state.submissions.all) {
    const isOver =
      (done.has(submission.name) && !isOffered(submission.name)) || (await isAncestor(lane.main.cwd, submission.work))
    if (isOver) await dropMergedBranch(lane, place, submission)
  }
}
