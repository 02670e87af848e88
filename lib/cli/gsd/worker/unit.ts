// A worker reads the offer of the remote branch, builds or reworks one unit in a worktree, and submits the work as
// another branch of the remote.
import { join } from 'node:path'
import { type ActiveClaim, acquireClaim } from '../../../core/auto/active-claim.js'
import { type End, type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import type { DeliveryResult } from '../../../core/auto/lane.js'
import { canRunInWorktree, type Job, offersIn } from '../../../core/auto/pool.js'
import { type Submission, submissionRef, turnMessage } from '../../../core/auto/submissions.js'
import { workUnit } from '../../../core/auto/worker.js'
import { METRICS_PATH, usageLines } from '../../../core/captures/metrics.js'
import { claimName, type NoAnswer } from '../../../core/dispatch/claim-store.js'
import { unitKey } from '../../../core/dispatch/claims.js'
import { sha256 } from '../../../node/digest.js'
import { plainText } from '../../../node/disk.js'
import { gitOverNetwork } from '../auto/claims.js'
import { ask, nextOffer } from '../auto/engine.js'
import { git, isAncestor, textOf } from '../auto/git.js'
import { decideFor, tell } from '../auto/run.js'
import { type RemoteBranch, type RemoteState, readRemote } from '../auto/submitted-work.js'
import { openTree, removeTree, treeFor, type UnitTree } from '../auto/trees.js'
import { mergeMainInto, resolveConflict, type WorkerContext, worktreePorts } from '../auto/worker.js'

export interface RemoteWorker {
  readonly context: WorkerContext
  readonly place: RemoteBranch
  /** Starts counting the usage of the next unit. */
  beginUsage(): void
  /** The branch's commit with the commands that `GSD_TRUST` approves; null before the first offer. */
  trusted: string | null
}

export interface RemoteOffer {
  readonly seen: RemoteState
  readonly offer: Offer
  readonly jobs: readonly Job[]
}

/** Reads the remote branch, its offer and the submitted work; null if the remote does not answer. */
export async function readRemoteOffer(worker: RemoteWorker): Promise<RemoteOffer | null> {
  const { context, place } = worker
  const seen = await readRemote(place)
  if (seen.is === 'away') {
    context.lane.claims.onUnreachable(seen)
    return null
  }
  const offer = await offerAt(worker, seen)
  return { seen, offer, jobs: freeJobs(context, offer, seen) }
}

async function offerAt(worker: RemoteWorker, { main }: RemoteState): Promise<Offer> {
  const { context, place } = worker
  const { engine } = context.run
  await git(place.cwd, ['symbolic-ref', 'HEAD', place.branch])
  await git(place.cwd, ['reset', '--quiet', '--hard', main])
  // By starting a worker, the user approved all commands of this branch's plans, including later ones.
  if (main !== worker.trusted) engine.env['GSD_TRUST'] = String((await ask(engine, 'trust'))?.['digest'] ?? '')
  worker.trusted = main
  return nextOffer(engine)
}

function freeJobs({ run }: WorkerContext, offer: Offer, { submissions }: RemoteState): readonly Job[] {
  return offersIn(offer).flatMap(({ name, unitOffer }): readonly Job[] => {
    const decision = decideFor(run, unitOffer)
    const unit = unitOffer.unit as Unit
    const turn = submissions.find(unit)?.turn
    if (decision.do === 'end' || run.held.has(name) || turn === 'in' || turn === 'held') return []
    return canRunInWorktree(unitOffer.run, decision.beside)
      ? [{ unit, decision, offer: unitOffer, isInWorktree: true }]
      : []
  })
}

/** Whether the branch and the unit's submission have not changed since the offer; false if the remote does not answer. */
export async function isUnchanged({ place }: RemoteWorker, unit: Unit, { seen }: RemoteOffer): Promise<boolean> {
  const now = await readRemote(place)
  const tipIn = ({ submissions }: typeof seen) => submissions.find(unit)?.tip
  return now.is === 'seen' && now.main === seen.main && tipIn(now) === tipIn(seen)
}

/** Whether a unit is still offered and is not waiting for the merge. A project on hold offers no units, so there it counts as offered. */
export const isStillOffered = ({ offer, seen }: Omit<RemoteOffer, 'jobs'>, unit: Unit): boolean =>
  seen.submissions.find(unit)?.turn !== 'in' &&
  (offer.hold !== null || [...offer.ready, offer.unit].some((row) => row !== null && unitName(row) === unitName(unit)))

export type UnitEnd = { readonly end: End; readonly reason: string } | null

/** Ends that stop the worker instead of putting the unit on hold: the sessions got nowhere, perhaps because of this machine. */
const WORKER_ENDS: ReadonlySet<End> = new Set(['stuck', 'failed'])

/** Builds a unit, or reworks the `returned` submission, and submits it. Returns why the worker must end, or null. */
export async function workOn(
  worker: RemoteWorker,
  unit: UnitTree['unit'],
  returned: Submission | null,
  firstClaim: ActiveClaim,
): Promise<UnitEnd> {
  const { context, place } = worker
  const tree = treeFor(context.run.engine, unit)
  const { submit, freeClaim } = submitter(worker, tree, returned, firstClaim)
  let needsRework = returned !== null
  try {
    const held = await workUnit({
      ...worktreePorts(context, tree),
      open: () => openWorktree(tree, worker, returned),
      async deliver() {
        // A returned submission is reworked before its first delivery.
        if (needsRework) return { is: 'back', reason: returned?.reason ?? '' }
        return submit(null)
      },
      afterDelivery: () => dropWorktree(tree, worker),
      async repair(offer, reason) {
        needsRework = false
        await mergeMainInto(tree, place.cwd)
        await resolveConflict(context, tree, offer, reason)
      },
      hold: (why) => ({ ...why, fix: why.fix ?? '' }),
    })
    if (held === null) return null
    if (WORKER_ENDS.has(held.end)) return held
    const delivery = await submit(held.reason)
    if (delivery.is !== 'delivered') return { end: 'failed', reason: delivery.reason }
    await dropWorktree(tree, worker)
    return null
  } finally {
    await freeClaim()
  }
}

/** Opens the unit's worktree. A returned submission replaces a branch that lacks it. Returns the reason if that fails. */
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

export function submitter(worker: RemoteWorker, tree: UnitTree, returned: Submission | null, firstClaim: ActiveClaim) {
  const { unit, branch } = tree
  const { context, place } = worker
  let claim: ActiveClaim | null = firstClaim
  /** Claims the unit again after the claim was lost, if the unit is still offered; false if the remote does not answer. */
  const reclaim = async (): Promise<boolean> => {
    await claim?.free()
    const current = await readRemoteOffer(worker)
    if (current === null) return false
    const { claims } = context.lane
    let isAway = false
    const onUnreachable = (found: NoAnswer) => {
      isAway = true
      claims.onUnreachable(found)
    }
    const acquired = isStillOffered(current, unit) ? await acquireClaim({ ...claims, onUnreachable }, unit) : null
    // The lost claim stays until there is an answer: without a claim, the work would be dropped.
    if (!isAway) claim = acquired
    return !isAway
  }
  return {
    /** Pushes the work. `holdReason`: why the unit needs the user; null if it is done. */
    async submit(holdReason: string | null): Promise<DeliveryResult> {
      const tip = textOf(await git(place.cwd, ['rev-parse', '--verify', `refs/heads/${branch}`]))
      const to = await withMessage(
        place.cwd,
        tip,
        holdReason === null ? costMessage(place.cwd, unit) : turnMessage('held', holdReason),
      )
      const move = { branch: submissionRef(unit), from: returned?.tip ?? '', to }
      // This work is dropped without a claim (the unit is done or another worker has it), or if the submission has changed (`behind`).
      while (claim?.shared != null) {
        const { claims, token } = claim.shared
        const result = await claims.submit(unitKey(unit.unitType, unit.unitId), token, move)
        if (result.is === 'away') return { is: 'away', reason: result.reason }
        if (result.is === 'refused') return { is: 'held', reason: result.reason }
        const name = unitName(unit)
        if (result.is === 'kept' && holdReason === null)
          tell(context.run, { event: 'handed', unit: name }, `   ${name} was submitted`)
        if (result.is === 'kept' && holdReason !== null)
          tell(context.run, { event: 'held', unit: name, reason: holdReason }, `   ${name} is on hold: ${holdReason}`)
        if (result.is === 'kept' || result.is === 'behind') break
        if (!(await reclaim())) return { is: 'away', reason: 'the remote does not answer' }
      }
      return { is: 'delivered' }
    },
    /** Frees a claim from `reclaim`; the caller frees `firstClaim`. */
    freeClaim: async () => claim !== firstClaim && claim?.free(),
  }
}

const withMessage = async (cwd: string, tip: string, message: string | null): Promise<string> =>
  message === null ? tip : textOf(await gitOverNetwork(cwd)(['commit-tree', `${tip}^{tree}`, '-p', tip, '-m', message]))

/** Returns the commit message that tells the lead run what the unit cost; null if the cost is unknown. */
function costMessage(cwd: string, { unitType, unitId }: UnitTree['unit']): string | null {
  const text = plainText(join(cwd, METRICS_PATH), { maxBytes: MAX_METRICS }) ?? ''
  const lines = usageLines(text, claimName(`${unitType}/${unitId}`), sha256)
  return lines === '' ? null : `${turnMessage('in', 'with what it cost')}\n\n${lines}`
}
const MAX_METRICS = 1 << 26
