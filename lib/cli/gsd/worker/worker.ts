// `gsd worker`: builds units of a project on a remote, one after another, and pushes each as a branch, which the lead run
// (`gsd auto --workers`) checks and merges. Each worker has its own clone, perhaps with the unfinished work of a killed worker.

import { acquireClaim } from '../../../core/auto/active-claim.js'
import { unitName } from '../../../core/auto/decide.js'
import type { Job } from '../../../core/auto/pool.js'
import { type Args, arg } from '../../../core/verb.js'
import { gsdError } from '../../../errors.js'
import { findProject } from '../../../node/project.js'
import { clientAction } from '../action.js'
import { ARGS as AUTO, type AutoGiven } from '../auto/args.js'
import { openClaims, queueUrl } from '../auto/claims.js'
import { permissionOf } from '../auto/client.js'
import { freeLocks } from '../auto/crash-cleanup.js'
import { noteRun, openRun, parseNumber } from '../auto/open-run.js'
import { decideFor, type Run, tell } from '../auto/run.js'
import { keepFresh } from '../auto/run-files.js'
import { type Ending, endAnswer, PERMITTED } from '../auto/run-texts.js'
import { type Stopping, stopSignals } from '../auto/stopping.js'
import { LONGEST_MS, SHORTEST_MS } from '../auto/submitted-work.js'
import { recordedSince, usedIn } from '../auto/tokens.js'
import { requireCommitter, treeFor, whyNoWorktrees } from '../auto/trees.js'
import type { WorkerContext } from '../auto/worker.js'
import type { GivenOf } from '../flags.js'
import type { Answer, World } from '../world.js'
import { type Clone, openClone } from './clone.js'
import { isUnchanged, type RemoteOffer, type RemoteWorker, readRemoteOffer, workOn } from './unit.js'

const { driver, to, model, permissions, maxSessions, minutes, maxTokens, maxCost, sessionMinutes, idleMinutes } = AUTO

const ARGS = {
  remote: arg.text('Repository of the project: a URL, a path, or a remote of this repository; default: origin'),
  branch: arg.text("Branch with the planning files; default: the remote's default branch"),
  queue: arg.text('A PostgreSQL database for the claims, as postgres://…; default: GSD_QUEUE or the remote'),
  waitMinutes: arg.text('Maximum minutes to wait for a free unit; default: 60'),
  ...{ driver, to, model, permissions, maxSessions, minutes, maxTokens, maxCost, sessionMinutes, idleMinutes },
  ...{ json: AUTO.json, quiet: AUTO.quiet },
} as const satisfies Args

type WorkerGiven = GivenOf<typeof ARGS>

export async function worker(given: WorkerGiven, world: World): Promise<Answer> {
  const clone = await openClone(given, world)
  const stopKeepingFresh = keepFresh(clone.lock.path)
  try {
    return await workInClone(clone, given, world)
  } finally {
    stopKeepingFresh()
    clone.lock.release()
  }
}

async function workInClone(clone: Clone, given: WorkerGiven, world: World): Promise<Answer> {
  const { cwd, folder } = clone
  const found = findProject({ start: cwd, env: world.env, anyWorkstream: true })
  if (found === null)
    throw gsdError(
      'NO_PROJECT',
      `there is no project on ${clone.branch} of ${clone.url}`,
      'push the planning files, or name their branch: gsd worker --branch <name>',
    )
  const run = openRun({ given: given as AutoGiven, world, root: found.root, base: found.base, folder })
  const maxWaitMs = parseNumber(given, 'waitMinutes') * 60_000
  const forgetProcess = await noteRun(run, () => freeLocks(run.engine))
  await requireCommitter(run.engine)
  const problem = await whyNoWorktrees(run.engine)
  if (problem !== null)
    throw gsdError('USAGE', `workers cannot share this project: ${problem}`, 'commit the plans and push them')
  reportStart(run, clone)
  const stopping = stopSignals(
    () => false,
    () => tell(run, { event: 'stopping' }, 'Ending after this session; Ctrl-C again ends it now and frees the unit.'),
  )
  let remoteWorker: RemoteWorker | null = null
  try {
    remoteWorker = await openWorker(run, clone, queueUrl(given, world), stopping)
    return endAnswer(run, 'worker', await workOnUnits(remoteWorker, maxWaitMs))
  } finally {
    await remoteWorker?.context.lane.claims.shared?.close?.()
    stopping.off()
    forgetProcess()
  }
}

function reportStart(run: Run, { url, branch }: Clone): void {
  const { title } = run.client.row
  const name = branch.slice('refs/heads/'.length)
  tell(
    run,
    { event: 'start', client: run.client.row.id, url, branch: name, permissions: permissionOf(run.given) },
    `${title} builds units of ${url} (${name}); permissions: ${PERMITTED[permissionOf(run.given)]}. ` +
      'By starting a worker you allow every check in the plans of that branch to run, including later ones: anyone who can push to the branch decides what runs here. ' +
      'Ctrl-C ends the worker after the current session; a second Ctrl-C ends both at once.',
  )
}

async function openWorker(
  run: Run,
  { cwd, branch }: Clone,
  queue: string | undefined,
  stopping: Stopping,
): Promise<RemoteWorker> {
  const { engine } = run
  const claims = await openClaims(engine, ({ reason }) => tell(run, { event: 'away', reason }, `   ${reason}`), {
    remote: 'origin',
    queue,
    poolWorld: run.world,
  })
  let [since, from] = [Date.now(), 0]
  const shared = {
    ...claims,
    spent: (unit: Job['unit']) => {
      if (run.used === null) return undefined
      const { cwd } = treeFor(engine, unit).engine
      const uses = run.driver.reportsUsage ? run.reported.slice(from) : recordedSince(since, cwd, run.client, run.world)
      const used = usedIn(uses, run.models)
      return { tokens: used.tokens, cost: used.dollars }
    },
  }
  const context: WorkerContext = {
    run,
    lane: { main: engine, claims: shared, notes: run.folder },
    stopping,
    inTurn: (act) => act(),
  }
  return {
    context,
    place: { cwd, remote: 'origin', branch },
    beginUsage: () => ([since, from] = [Date.now(), run.reported.length]),
    trusted: null,
  }
}

async function workOnUnits(remoteWorker: RemoteWorker, maxWaitMs: number): Promise<Ending> {
  const { run, stopping } = remoteWorker.context
  let lastProgress = performance.now()
  for (let ms = SHORTEST_MS; !stopping.isRequested(); ms = Math.min(2 * ms, LONGEST_MS)) {
    const current = await readRemoteOffer(remoteWorker)
    const end = current === null ? null : endReason(run, current)
    if (end !== null) return end
    for (const job of current?.jobs ?? []) {
      const result = await takeUnit(remoteWorker, job, current as RemoteOffer)
      if (result === null) continue
      if (result.ended !== null) return result.ended
      ;[lastProgress, ms] = [performance.now(), SHORTEST_MS / 2]
      break
    }
    if (performance.now() - lastProgress > maxWaitMs) return { end: 'done', reason: 'no unit became free in time' }
    if (ms >= SHORTEST_MS) await stopping.pause(ms)
  }
  return { end: 'asked', reason: 'by Ctrl-C or a signal' }
}

/** Returns why the worker ends: the work is done or the budget is spent. Null if neither is true. */
function endReason(run: Run, { offer }: RemoteOffer): Ending | null {
  const decision = decideFor(run, offer)
  return decision.do === 'end' && (decision.end === 'done' || decision.end === 'budget') ? decision : null
}

/** Claims a unit and works on it. `ended`: why the worker must end, or null. Null if the unit cannot be claimed or has changed. */
async function takeUnit(
  remoteWorker: RemoteWorker,
  job: Job,
  current: RemoteOffer,
): Promise<{ readonly ended: Ending | null } | null> {
  const { lane, run } = remoteWorker.context
  remoteWorker.beginUsage()
  const claim = await acquireClaim(lane.claims, job.unit)
  if (claim === null) return null
  try {
    if (!(await isUnchanged(remoteWorker, job.unit, current))) return null
    tell(run, { event: 'taken', unit: unitName(job.unit) }, unitName(job.unit))
    return { ended: await workOn(remoteWorker, job.unit, current.seen.submissions.find(job.unit), claim) }
  } finally {
    await claim.free()
  }
}

export const action = clientAction(
  'Build units of a project one by one, for the lead run (gsd auto --workers)',
  ARGS,
  worker,
)
