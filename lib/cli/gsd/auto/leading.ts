// The lead run: remote workers build the units; the run waits for each submitted branch, then merges or returns it.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import { finishedSince } from '../../../core/auto/finished-units.js'
import { type Brought, bringHome } from '../../../core/auto/lane.js'
import { type HeldUnit, type Job, offersIn, type PoolPorts } from '../../../core/auto/pool.js'
import { takeRight } from '../../../core/auto/rights.js'
import { SUBMISSIONS, type Submission, submissionRef } from '../../../core/auto/submissions.js'
import { MAX_MENDED } from '../../../core/auto/worker.js'
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
import { queueIn, type Shared, urlIn } from './claims.js'
import { MAX_LEDGER } from './crash-cleanup.js'
import { nextOffer } from './engine.js'
import { branchOf, git, isAncestor } from './git.js'
import { laneOf } from './lane.js'
import { isSpent, lookAtCosts, type Run, tell } from './run.js'
import type { Stopping } from './stopping.js'
import {
  dropSubmission,
  giveTurn,
  LONGEST_MS,
  lookAtRemote,
  type RemoteBranch,
  type RemoteSeen,
  SHORTEST_MS,
} from './submitted-work.js'
import type { Lane } from './sync-branch.js'
import type { Crew } from './worker.js'

export const MAX_LED = 500

export const notLed = (reason: string): GsdError =>
  gsdError(
    'USAGE',
    `workers cannot share this project: ${reason}`,
    'commit the plans and push them to a remote, or omit --workers',
  )

export function parseShared({ workers, remote, queue }: AutoGiven, world: World): Shared {
  if (workers === true) return { remote, otherwise: 'origin', queue: queueIn({ queue }, world), pool: world }
  const asked = remote !== undefined ? '--remote' : queue !== undefined ? '--queue' : null
  if (asked === null) return {}
  throw gsdError('USAGE', `${asked} needs --workers`, `gsd auto --workers ${asked} …`)
}

type Looked = Awaited<ReturnType<PoolPorts['look']>>

/** Ends the run if its units wait for workers and none is left. */
function deserted({ idleMs }: Run, { offer, end }: Looked, call: string): Looked {
  if (end !== null || offersIn(offer).every(({ seen }) => seen.run === 'cli')) return { offer, end }
  const reason = `no worker has been at work for ${idleMs / 60_000} min; what they submitted is merged`
  return { offer, end: { do: 'end', end: 'stuck', reason, fix: `${call}, and at the same time gsd auto --workers` } }
}

const NOTHING_TAKEN = { free: async () => {} }

export async function leading(crew: Crew, ports: PoolPorts): Promise<PoolPorts> {
  const { run, lane, stopping } = crew
  const { remote } = lane.claims
  const url = await urlIn(run.engine.cwd, remote)
  if (url === '') throw notLed(`${remote} is not a remote of this repository`)
  const { to } = run.given
  const more = `${queueIn(run.given, run.world) === undefined ? '' : ' --queue postgres://…'}${to === undefined ? '' : ` --to ${to}`}`
  const call = `gsd worker --remote ${shellQuoted(url)}${more}`
  tell(run, { event: 'leading', url }, `This run builds nothing itself. To add a worker: ${call}`)
  const watch = await watchRemote(crew, stopping)
  let last: Offer | null = null
  return {
    ...ports,
    async look() {
      const seen = await ports.look()
      last = seen.offer
      const offered = new Set(seen.offer.ready.map((one) => claimName(`${one.unitType}/${one.unitId}`)))
      await dropMerged(crew, watch, (name) => offered.has(name))
      return watch.isDeserted() ? deserted(run, seen, call) : seen
    },
    // Units built elsewhere are claimed by their worker.
    async take(unit) {
      const own = last?.ready.find((one) => unitName(one) === unitName(unit))
      return (own?.run ?? last?.run) === 'cli' ? ports.take(unit) : NOTHING_TAKEN
    },
    work: (job) => (job.isApart ? workElsewhere(crew, job, watch) : ports.work(job)),
  }
}

type Watch = Awaited<ReturnType<typeof watchRemote>>

/** Polls the remote for all waiting units, less often while nothing changes. */
async function watchRemote({ run, lane, inTurn }: Crew, stopping: Stopping) {
  const { cwd } = lane.main
  const place = { cwd, remote: lane.claims.remote as string, branch: await branchOf(cwd) }
  let seen: Promise<RemoteSeen | null> | null = null
  let [last, ms] = ['', SHORTEST_MS]
  let [changed, isDeserted] = [performance.now(), false]
  const look = async (): Promise<RemoteSeen | null> => {
    const found = await inTurn(() => lookAtRemote(place))
    if (found.is === 'away') lane.claims.away(found)
    else await showShared(lane)
    const key = JSON.stringify(found.is === 'away' ? found : [found.main, found.handed.all])
    ms = key === last ? Math.min(2 * ms, LONGEST_MS) : SHORTEST_MS
    if (key !== last || (performance.now() - changed > run.idleMs && (await hasWorkers(lane))))
      changed = performance.now()
    isDeserted = performance.now() - changed > run.idleMs
    last = key
    return found.is === 'away' ? null : found
  }
  return {
    place,
    look: () => {
      seen ??= look()
      return seen
    },
    async pause() {
      await stopping.pause(ms)
      seen = null
    },
    isDeserted: () => isDeserted,
  }
}

/** True even if the claims cannot be read. */
async function hasWorkers({ claims }: Lane): Promise<boolean> {
  const held = (await claims.shared?.list()) ?? []
  return 'is' in held || held.some(({ leaseUntil }) => isLeased(leaseUntil, Date.now(), LONGEST_LEASE_MS))
}

/** Fetches the remote's claims with the rest. */
async function showShared({ main, claims }: Lane): Promise<void> {
  const held = claims.isQueued ? await claims.shared?.list() : undefined
  if (held !== undefined && !('is' in held)) saveShared(main.cwd, sharedPath(main), held)
}

/** Waits until the unit is merged or held. Null if it is merged, or the plan no longer needs it. */
export async function workElsewhere(crew: Crew, { unit }: Pick<Job, 'unit'>, watch: Watch): Promise<HeldUnit | null> {
  const { run, lane, stopping } = crew
  const name = unitName(unit)
  // The pool may have looked before the merge.
  if (!offersIn(await nextOffer(lane.main)).some((one) => one.name === name)) return null
  for (let backs = 0; !stopping.asked() && !isSpent(run) && !watch.isDeserted(); await watch.pause()) {
    const seen = await watch.look()
    if (seen === null) continue
    const handed = seen.handed.of(unit)
    if (handed?.turn === 'held') return leave(crew, unit, handed.reason, watch.place)
    if (handed?.turn === 'in') {
      const found = await crew.inTurn(() => broughtHome(crew, unit, handed))
      if (found?.is === 'home') {
        await dropMergedBranch(lane, watch.place, handed)
        tell(run, { event: 'merged', unit: name }, `   ${name} is merged`)
        await lookAtCosts(run)
        return null
      }
      if (found === null || found.is === 'away') continue
      const isLast = found.is === 'held' || backs++ === MAX_MENDED
      await giveTurn(watch.place, unit, handed, isLast ? 'held' : 'back', found.reason)
      if (isLast) return leave(crew, unit, found.reason, watch.place)
      tell(run, { event: 'back', unit: name, reason: found.reason }, `   ${name} is returned: ${found.reason}`)
    } else if (!(await isAncestor(lane.main.cwd, seen.main))) return null
  }
  return null
}

/** Null if another process holds the claim at the moment. */
async function broughtHome({ lane }: Crew, unit: Unit, { work }: Submission): Promise<Brought | null> {
  const right = await takeRight(lane.claims, unit)
  if (right === null) return null
  return bringHome(laneOf(lane, { unit, branch: work }, right)).finally(right.free)
}

function leave({ run }: Crew, unit: Unit, reason: string, { remote }: RemoteBranch): HeldUnit {
  const branch = submissionRef(unit).slice('refs/heads/'.length)
  const name = unitName(unit)
  tell(
    run,
    { event: 'held', unit: name, branch, end: 'person', reason },
    `   ${name} is skipped: ${reason} (${branch})`,
  )
  return {
    end: 'person',
    reason: `${reason} (${branch})`,
    fix: `inspect it: git fetch ${remote} ${branch}; to redo it: git push ${remote} :${branch}; then gsd auto --workers`,
  }
}

/** Records the workers' usage first. */
async function dropMergedBranch({ main }: Lane, place: RemoteBranch, { name, tip }: Submission): Promise<void> {
  const { stdout } = await git(main.cwd, ['log', '-1', '--format=%b', tip])
  const lines = usageLines(stdout, name, sha256)
  if (lines !== '') appendFileSync(join(main.cwd, METRICS_PATH), lines)
  await dropSubmission(place, `${SUBMISSIONS}${name}`, tip)
}

/** Removes merged branches left by a run that was killed after the merge. */
async function dropMerged({ lane }: Crew, { place, look }: Watch, isOffered: (name: string) => boolean): Promise<void> {
  const seen = await look()
  if (seen === null || seen.handed.all.length === 0) return
  const ledger = plainText(join(lane.main.cwd, ledgerPath(lane.main)), { maxBytes: MAX_LEDGER }) ?? ''
  const done = new Set(finishedSince('', ledger, sha256).map((one) => claimName(`${one.unitType}/${one.unitId}`)))
  for (const handed of seen.handed.all) {
    const isOver = (done.has(handed.name) && !isOffered(handed.name)) || (await isAncestor(lane.main.cwd, handed.work))
    if (isOver) await dropMergedBranch(lane, place, handed)
  }
}
