// A worker reads the plan on the remote, builds or reworks one unit in a worktree, and submits it as a branch of the
// remote.
import { join } from 'node:path'
import { type ActiveClaim, acquireClaim } from '../../../core/auto/active-claim.js'
import { type End, type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import type { DeliveryResult } from '../../../core/auto/lane.js'
import { canRunInWorktree, type Job, offersIn } from '../../../core/auto/pool.js'
import { type Submission, submissionRef, turnMessage } from '../../../core/auto/submissions.js'
import { workUnit } from '../../../core/auto/worker.js'
import { METRICS_PATH, usageLines } from '../../../core/captures/metrics.js'
import { claimName } from '../../../core/dispatch/claim-store.js'
import { unitKey } from '../../../core/dispatch/claims.js'
import { sha256 } from '../../../node/digest.js'
import { plainText } from '../../../node/disk.js'
import { gitOverNetwork } from '../auto/claims.js'
import { ask, nextOffer } from '../auto/engine.js'
import { git, isAncestor, lineOf } from '../auto/git.js'
import { decideFor, tell } from '../auto/run.js'
import { type RemoteBranch, type RemoteState, readRemote } from '../auto/submitted-work.js'
import { openTree, removeTree, treeFor, type UnitTree } from '../auto/trees.js'
import { mergeMainInto, resolveConflict, type WorkerContext, worktreePorts } from '../auto/worker.js'

export interface RemoteWorker {
  readonly context: WorkerContext
  readonly place: RemoteBranch
  /** Begins the usage of the next unit. */
  begin(): void
}

export interface PlanState {
  readonly seen: RemoteState
  readonly offer: Offer
  readonly free: readonly Job[]
}

/** Reads the plan and the submitted work from the remote; null if the remote does not answer. */
export async function readPlan(worker: RemoteWorker): Promise<PlanState | null> {
  const { context, place } = worker
  const seen = await readRemote(place)
  if (seen.is === 'away') {
    context.lane.claims.onUnreachable(seen)
    return null
  }
  const offer = await offerAt(worker, seen)
  return { seen, offer, free: freeJobs(context, offer, seen) }
}

async function offerAt({ context, place }: RemoteWorker, { main }: RemoteState): Promise<Offer> {
  const { engine } = context.run
  await git(place.cwd, ['symbolic-ref', 'HEAD', place.branch])
  await git(place.cwd, ['reset', '--quiet', '--hard', main])
  // By starting a worker, the user approved all commands of this branch's plans, including later ones.
  engine.env['GSD_TRUST'] = String((await ask(engine, 'trust'))?.['digest'] ?? '')
  return nextOffer(engine)
}

function freeJobs({ run }: WorkerContext, offer: Offer, { handed }: RemoteState): readonly Job[] {
  return offersIn(offer).flatMap(({ name, unitOffer }): readonly Job[] => {
    const decision = decideFor(run, unitOffer)
    const unit = unitOffer.unit as Unit
    const turn = handed.of(unit)?.turn
    if (decision.do === 'end' || run.held.has(name) || turn === 'in' || turn === 'held') return []
    return canRunInWorktree(unitOffer.run, decision.beside)
      ? [{ unit, decision, offer: unitOffer, isInWorktree: true }]
      : []
  })
}

/** Whether the branch and the unit's submission are still as they were when the plan was read. */
export async function isUnchanged({ place }: RemoteWorker, unit: Unit, { seen }: PlanState): Promise<boolean> {
  const now = await readRemote(place)
  return now.is === 'seen' && now.main === seen.main && now.handed.of(unit)?.tip === seen.handed.of(unit)?.tip
}

const isOffered = ({ free }: PlanState, unit: Unit): boolean =>
  free.some((job) => unitName(job.unit) === unitName(unit))

export type UnitEnd = { readonly end: End; readonly reason: string } | null

/** Ends that concern this machine rather than the unit: they end the worker. */
const MACHINE_ENDS: ReadonlySet<End> = new Set(['budget', 'stuck', 'failed', 'asked'])

/** Builds a unit, or reworks the `returned` submission, and submits it. Returns why the worker must end, or null. */
export async function workOn(
  worker: RemoteWorker,
  unit: UnitTree['unit'],
  returned: Submission | null,
  first: ActiveClaim,
): Promise<UnitEnd> {
  const { context, place } = worker
  const tree = treeFor(context.run.engine, unit)
  const name = unitName(unit)
  const { submit, end } = submitter(worker, tree, returned, first)
  let isRepaired = returned === null
  try {
    const held = await workUnit({
      ...worktreePorts(context, tree),
      open: () => openWorktree(tree, worker, returned),
      async deliver() {
        if (!isRepaired) return { is: 'back', reason: returned?.reason ?? '' }
        return submit(null)
      },
      afterDelivery: () => dropWorktree(tree, worker),
      async repair(offer, reason) {
        isRepaired = true
        await mergeMainInto(tree, place.cwd)
        await resolveConflict(context, tree, offer, reason)
      },
      hold: (why) => ({ ...why, fix: why.fix ?? '' }),
    })
    if (held === null) return null
    if (MACHINE_ENDS.has(held.end)) return held
    const left = await submit(held.reason)
    if (left.is !== 'delivered') return { end: 'failed', reason: left.reason }
    await dropWorktree(tree, worker)
    tell(context.run, { event: 'held', unit: name, reason: held.reason }, `   ${name} is on hold: ${held.reason}`)
    return null
  } finally {
    await end()
  }
}

/** Opens the unit's worktree, with this worker's earlier work or the returned submission in it. */
async function openWorktree(
  tree: UnitTree,
  { context, place }: RemoteWorker,
  returned: Submission | null,
): Promise<string | null> {
  const { engine } = context.run
  const branch = `refs/heads/${tree.branch}`
  if (returned !== null && !(await isAncestor(place.cwd, returned.tip, branch))) {
    await removeTree(engine, tree.path)
    await git(place.cwd, ['update-ref', branch, returned.tip])
  }
  return openTree(engine, tree)
}

async function dropWorktree({ path, branch }: UnitTree, { context, place }: RemoteWorker): Promise<void> {
  await removeTree(context.run.engine, path)
  await git(place.cwd, ['update-ref', '-d', `refs/heads/${branch}`])
}

function submitter(worker: RemoteWorker, { unit, branch }: UnitTree, returned: Submission | null, first: ActiveClaim) {
  const { context, place } = worker
  let claim: ActiveClaim | null = first
  /** Claims the unit again after the claim expired, unless another worker has claimed or done it meanwhile. */
  const reclaim = async () => {
    await claim?.free()
    const seen = await readPlan(worker)
    const isOpen = seen !== null && isOffered(seen, unit)
    claim = isOpen ? await acquireClaim(context.lane.claims, unit) : null
  }
  return {
    /** Pushes the work. `held`: why the unit needs the user; null if it is done. */
    async submit(held: string | null): Promise<DeliveryResult> {
      const tip = lineOf(await git(place.cwd, ['rev-parse', '--verify', `refs/heads/${branch}`]))
      const to = await withMessage(
        place.cwd,
        tip,
        held === null ? costMessage(place.cwd, unit) : turnMessage('held', held),
      )
      const moving = { branch: submissionRef(unit), from: returned?.tip ?? '', to }
      // No claim means that another worker has finished the unit: there is nothing to submit.
      for (; claim?.shared != null; await reclaim()) {
        const { claims, token } = claim.shared
        const found = await claims.submit(unitKey(unit.unitType, unit.unitId), token, moving)
        if (found.is === 'away') return { is: 'away', reason: found.reason }
        const name = unitName(unit)
        if (found.is === 'kept' && held === null)
          tell(context.run, { event: 'handed', unit: name }, `   ${name} is submitted`)
        if (found.is === 'kept' || found.is === 'behind') break
      }
      return { is: 'delivered' }
    },
    end: async () => claim !== first && claim?.free(),
  }
}

const withMessage = async (cwd: string, tip: string, message: string | null): Promise<string> =>
  message === null ? tip : lineOf(await gitOverNetwork(cwd)(['commit-tree', `${tip}^{tree}`, '-p', tip, '-m', message]))

/** The commit message that tells the lead run what the unit cost; null if the cost is unknown. */
function costMessage(cwd: string, { unitType, unitId }: UnitTree['unit']): string | null {
  const text = plainText(join(cwd, METRICS_PATH), { maxBytes: MAX_METRICS }) ?? ''
  const lines = usageLines(text, claimName(`${unitType}/${unitId}`), sha256)
  return lines === '' ? null : `${turnMessage('in', 'with what it cost')}\n\n${lines}`
}
const MAX_METRICS = 1 << 26
