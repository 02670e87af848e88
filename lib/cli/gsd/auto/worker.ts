// Works on one unit of a pool: one session in the project's folder, or sessions in a worktree until the unit is merged or on hold.

import type { ActiveClaim } from '../../../core/auto/active-claim.js'
import { type Decision, type Offer, unitName } from '../../../core/auto/decide.js'
import { mergeThroughLane } from '../../../core/auto/lane.js'
import type { HeldUnit, Job } from '../../../core/auto/pool.js'
import { type HoldReason, workUnit } from '../../../core/auto/worker.js'
import { ask, nextOffer } from './engine.js'
import { git, headOf, succeeded, textOf } from './git.js'
import { lanePorts } from './lane.js'
import { decideFor, isSpent, type Run, runSession, tell } from './run.js'
import type { Stopping } from './stopping.js'
import type { Lane } from './sync-branch.js'
import { dropTree, isFinished, openTree, treeFor, type UnitTree, whyUnclean } from './trees.js'

export interface WorkerContext {
  readonly run: Run
  readonly lane: Lane
  readonly stopping: Stopping
  /** Runs `act` once no other worker is changing the repository. */
  inTurn<T>(act: () => Promise<T>): Promise<T>
}

/** Runs one session in the project's folder while no other worker changes it. */
export const workInProject = (
  { run, stopping, inTurn }: WorkerContext,
  { unit, decision, offer }: Job,
): Promise<HeldUnit | null> =>
  inTurn(async () => {
    if (decision.waitSeconds > 0) await stopping.pause(decision.waitSeconds * 1000)
    if (stopping.isRequested()) return null
    const [first = unit] = offer.ready
    const isNext = decision.beside === null && unitName(first) === unitName(unit)
    const call = isNext ? {} : { call: `begin ${unit.unitType} ${unit.unitId}` }
    const view = isNext || decision.beside !== null ? {} : { viewOf: (after: Offer) => offerFor(after, { unit }) }
    await runSession(run, { before: offer, decision, engine: run.engine, stopping, ...call, ...view })
    return null
  })

export function workInWorktree(context: WorkerContext, { unit }: Job, claim: ActiveClaim): Promise<HeldUnit | null> {
  const { run, lane, inTurn } = context
  const tree = treeFor(run.engine, unit)
  const name = unitName(unit)
  return workUnit({
    ...worktreePorts(context, tree),
    open: () => inTurn(() => openTree(run.engine, tree)),
    async deliver() {
      const found = await inTurn(() => mergeThroughLane(lanePorts(lane, tree, claim)))
      if (found.is === 'away') tell(run, { event: 'away', reason: found.reason }, `   ${name} waits: ${found.reason}`)
      return found
    },
    async afterDelivery() {
      await inTurn(() => dropTree(run.engine, tree))
      tell(run, { event: 'merged', unit: name }, `   ${name} was merged`)
    },
    async repair(offer, reason) {
      tell(run, { event: 'back', unit: name, reason }, `   ${name} needs rework: ${reason}`)
      await inTurn(() => mergeMainInto(tree, lane.main.cwd))
      await resolveConflict(context, tree, offer, reason)
    },
    hold: (why) => holdUnit(run, tree, why),
  })
}

/** The ports for working on a unit in its worktree, whether it is then merged here or pushed. */
export function worktreePorts({ run, stopping }: WorkerContext, tree: UnitTree) {
  const { unit, engine } = tree
  const viewOf = (offer: Offer) => offerFor(offer, tree)
  const call = `begin ${unit.unitType} ${unit.unitId}`
  return {
    readOffer: async () => viewOf(await nextOffer(engine)),
    isFinished: () => isFinished(run.engine, tree),
    isStopping: () => stopping.isRequested(),
    isSpent: () => isSpent(run),
    awaitAnswer: async (offer: Offer) => (await run.channel?.awaitAnswer(engine, offer, stopping)) === true,
    decide: (offer: Offer) => decideFor(run, offer),
    pause: (seconds: number) => stopping.pause(seconds * 1000),
    session: (before: Offer, decision: Extract<Decision, { do: 'run' }>) =>
      runSession(run, { before, decision, engine, stopping, call, viewOf }),
    whyUnclean: () => whyUnclean(tree),
  }
}

/** The offer reduced to one unit; `unit` is null if that unit is not ready: done, on hold or missing. */
function offerFor(offer: Offer, { unit }: Pick<UnitTree, 'unit'>): Offer {
  const own = offer.ready.find((one) => unitName(one) === unitName(unit))
  // No side work: captures made in the worktree are triaged later, in the project.
  return { ...offer, unit: own === undefined ? null : unit, run: own?.run ?? null, beside: [] }
}

/** Merges main into the branch, but keeps the branch's planning files. Conflicts stay open for a session. */
export async function mergeMainInto({ engine: { cwd } }: UnitTree, main: string): Promise<void> {
  await git(cwd, ['merge', '--quiet', '--no-ff', '--no-commit', await headOf(main)])
  await git(cwd, ['checkout', '--quiet', 'HEAD', '--', '.planning'])
  const unmerged = await git(cwd, ['diff', '--name-only', '--diff-filter=U'])
  if (succeeded(unmerged) && textOf(unmerged) === '')
    await git(cwd, ['commit', '--quiet', '--no-verify', '-m', 'merge: earlier work'])
}

/** Runs an extra session that resolves conflicts with main, or repairs what failed after the merge. */
export async function resolveConflict(
  { run, stopping }: WorkerContext,
  { unit, engine }: UnitTree,
  offer: Offer,
  reason: string,
): Promise<void> {
  const name = `merge ${unitName(unit)}`
  const decision = { do: 'run', unit: name, beside: unit, waitSeconds: 0, attempt: 1, errors: 0 } as const
  const readOffer = async (): Promise<Offer> => ({ ...offer, revision: await headOf(engine.cwd) })
  const check = unit.unitType === 'execute-plan' ? `check run ${unit.unitId}` : 'next'
  await runSession(run, {
    before: await readOffer(),
    decision,
    engine,
    stopping,
    conflict: { check, reason },
    readOffer,
  })
  await ask(engine, 'commit', 'docs: record what was checked', '--files', '.planning')
}

function holdUnit(run: Run, { unit, path }: UnitTree, { end, reason, fix }: HoldReason): HeldUnit {
  const why = `${reason} (${path})`
  tell(run, { event: 'held', unit: unitName(unit), tree: path, end, reason }, `   ${unitName(unit)} is on hold: ${why}`)
  return { end, reason: why, fix: fix ?? `inspect ${path}, then run gsd auto again` }
}
