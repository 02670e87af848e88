// One unit of a pool: sessions in the project's folder or a worktree until the unit is submitted, then the merge.
import { type Decision, type Offer, unitName } from '../../../core/auto/decide.js'
import { bringHome } from '../../../core/auto/lane.js'
import type { HeldUnit, Job } from '../../../core/auto/pool.js'
import type { Right } from '../../../core/auto/rights.js'
import { type Holding, workUnit } from '../../../core/auto/worker.js'
import { ask, nextOffer } from './engine.js'
import { git, headOf, lineOf, worked } from './git.js'
import { laneOf } from './lane.js'
import { decided, isSpent, oneSession, type Run, tell } from './run.js'
import type { Stopping } from './stopping.js'
import type { Lane } from './sync-branch.js'
import { dropTree, isHandedIn, openTree, treeFor, type UnitTree, whyUnclean } from './trees.js'

export interface Crew {
  readonly run: Run
  readonly lane: Lane
  readonly stopping: Stopping
  /** Waits until no other worker changes the repository. */
  inTurn<T>(act: () => Promise<T>): Promise<T>
}

/** A session in the project's folder, which it has for itself. */
export const workHere = ({ run, stopping, inTurn }: Crew, { unit, decision, offer }: Job): Promise<HeldUnit | null> =>
  inTurn(async () => {
    if (decision.waitSeconds > 0) await stopping.pause(decision.waitSeconds * 1000)
    if (stopping.asked()) return null
    const [first = unit] = offer.ready
    const isNext = decision.beside === null && unitName(first) === unitName(unit)
    const call = isNext ? {} : { call: `begin ${unit.unitType} ${unit.unitId}` }
    const seen = isNext || decision.beside !== null ? {} : { seen: (after: Offer) => seenFrom(after, { unit }) }
    await oneSession(run, { before: offer, decision, engine: run.engine, stopping, ...call, ...seen })
    return null
  })

export function workApart(crew: Crew, { unit }: Job, right: Right): Promise<HeldUnit | null> {
  const { run, lane, inTurn } = crew
  const tree = treeFor(run.engine, unit)
  const name = unitName(unit)
  return workUnit({
    ...buildingIn(crew, tree),
    open: () => inTurn(() => openTree(run.engine, tree)),
    async bring() {
      const found = await inTurn(() => bringHome(laneOf(lane, tree, right)))
      if (found.is === 'away') tell(run, { event: 'away', reason: found.reason }, `   ${name} waits: ${found.reason}`)
      return found
    },
    async merged() {
      await inTurn(() => dropTree(run.engine, tree))
      tell(run, { event: 'merged', unit: name }, `   ${name} is merged`)
    },
    async mend(offer, reason) {
      tell(run, { event: 'back', unit: name, reason }, `   ${name} is returned: ${reason}`)
      await inTurn(() => withMain(tree, lane.main.cwd))
      await mend(crew, tree, offer, reason)
    },
    hold: (why) => skipped(run, tree, why),
  })
}

/** Runs the sessions of a unit in its worktree, for a merge here or a push to the remote. */
export function buildingIn({ run, stopping }: Crew, tree: UnitTree) {
  const { unit, engine } = tree
  const seen = (offer: Offer) => seenFrom(offer, tree)
  const call = `begin ${unit.unitType} ${unit.unitId}`
  return {
    look: async () => seen(await nextOffer(engine)),
    isHandedIn: () => isHandedIn(run.engine, tree),
    isStopping: () => stopping.asked(),
    isSpent: () => isSpent(run),
    isAnswered: async (offer: Offer) => (await run.remote?.isAnswered(engine, offer, stopping)) === true,
    judge: (offer: Offer) => decided(run, offer),
    pause: (seconds: number) => stopping.pause(seconds * 1000),
    session: (before: Offer, decision: Extract<Decision, { do: 'run' }>) =>
      oneSession(run, { before, decision, engine, stopping, call, seen }),
    whyUnclean: () => whyUnclean(tree),
  }
}

/** The worktree's own offer, reduced to its unit. `unit` null if it is done there, or held. */
function seenFrom(offer: Offer, { unit }: Pick<UnitTree, 'unit'>): Offer {
  const own = offer.ready.find((one) => unitName(one) === unitName(unit))
  // Captures made there are sorted in the project.
  return { ...offer, unit: own === undefined ? null : unit, run: own?.run ?? null, beside: [] }
}

/** Merges main into the branch; the worker resolves conflicts. Planning files stay the branch's. */
export async function withMain({ engine: { cwd } }: UnitTree, main: string): Promise<void> {
  await git(cwd, ['merge', '--quiet', '--no-ff', '--no-commit', await headOf(main)])
  await git(cwd, ['checkout', '--quiet', 'HEAD', '--', '.planning'])
  const open = await git(cwd, ['diff', '--name-only', '--diff-filter=U'])
  if (worked(open) && lineOf(open) === '')
    await git(cwd, ['commit', '--quiet', '--no-verify', '-m', 'merge: earlier work'])
}

/** A separate unit for a worker to resolve two branches that conflict. */
export async function mend(
  { run, stopping }: Crew,
  { unit, engine }: UnitTree,
  offer: Offer,
  reason: string,
): Promise<void> {
  const name = `merge ${unitName(unit)}`
  const decision = { do: 'run', unit: name, beside: unit, waitSeconds: 0, attempt: 1, errors: 0 } as const
  const look = async (): Promise<Offer> => ({ ...offer, revision: await headOf(engine.cwd) })
  const check = unit.unitType === 'execute-plan' ? `check run ${unit.unitId}` : 'next'
  await oneSession(run, { before: await look(), decision, engine, stopping, mends: { check, reason }, look })
  await ask(engine, 'commit', 'docs: record what was checked', '--files', '.planning')
}

function skipped(run: Run, { unit, path }: UnitTree, { end, reason, fix }: Holding): HeldUnit {
  const why = `${reason} (${path})`
  tell(run, { event: 'held', unit: unitName(unit), tree: path, end, reason }, `   ${unitName(unit)} is skipped: ${why}`)
  return { end, reason: why, fix: fix ?? `inspect ${path}, then run gsd auto again` }
}
