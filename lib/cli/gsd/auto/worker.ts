// One unit of a pool: sessions until it is handed in, in the project's folder or in a work tree of its own; from a work tree the lane brings it home.
import { type Decision, type Offer, unitName } from '../../../core/auto/decide.js'
import { bringHome } from '../../../core/auto/lane.js'
import { type Held, isQuestion, type Job } from '../../../core/auto/pool.js'
import type { Right } from '../../../core/auto/rights.js'
import { ask, nextOffer } from './engine.js'
import { git, lineOf, worked } from './git.js'
import { type Lane, laneOf } from './lane.js'
import { decided, isSpent, oneSession, type Run, tell } from './run.js'
import type { Stopping } from './stopping.js'
import { dropTree, isHandedIn, openTree, treeFor, type UnitTree, whyUnclean } from './trees.js'

/** What the workers of a run share. */
export interface Crew {
  readonly run: Run
  readonly lane: Lane
  readonly stopping: Stopping
  /** Waits until nobody else changes the repository. */
  inTurn<T>(act: () => Promise<T>): Promise<T>
}

/** Times that a worker mends what the lane gave back. */
const MOST_MENDED = 2

/** A session in the project's folder, for itself as long as it runs. */
export const workHere = ({ run, stopping, inTurn }: Crew, { unit, decision, offer }: Job): Promise<Held | null> =>
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

export async function workApart(crew: Crew, job: Job, right: Right): Promise<Held | null> {
  const { run, stopping } = crew
  const tree = treeFor(run.engine, job.unit)
  const refused = await crew.inTurn(() => openTree(run.engine, tree))
  if (refused !== null) return heldIn(run, tree, { end: 'person', reason: refused, fix: null })
  const seen = (offer: Offer) => seenFrom(offer, tree)
  for (let offer = seen(await nextOffer(tree.engine)); ; ) {
    if (offer.unit === null && (await isHandedIn(run.engine, tree))) return brought(crew, tree, right, offer)
    if (stopping.asked() || isQuestioned(run)) return null
    if (offer.unit === null && offer.hold === null)
      return heldIn(run, tree, {
        end: 'person',
        reason: 'the work tree does not offer it: commit the plans',
        fix: null,
      })
    if (await run.remote?.isAnswered(tree.engine, offer, stopping)) {
      offer = seen(await nextOffer(tree.engine))
      continue
    }
    const decision = decided(run, offer)
    if (decision.do === 'end') return heldIn(run, tree, decision)
    if (decision.waitSeconds > 0) await stopping.pause(decision.waitSeconds * 1000)
    if (stopping.asked()) return null
    const call = `begin ${job.unit.unitType} ${job.unit.unitId}`
    offer = await oneSession(run, { before: offer, decision, engine: tree.engine, stopping, call, seen })
  }
}

/** What a work tree's own engine offers, seen from the unit that it is for. `unit` null: it is done there, or something holds it. */
function seenFrom(offer: Offer, { unit }: Pick<UnitTree, 'unit'>): Offer {
  const own = offer.ready.find((one) => unitName(one) === unitName(unit))
  // What is captured there is sorted in the project.
  return { ...offer, unit: own === undefined ? null : unit, run: own?.run ?? null, beside: [] }
}

/** Somebody is to be asked first. */
const isQuestioned = ({ limits, held }: Run): boolean => limits.untilQuestion && [...held.values()].some(isQuestion)

async function brought(crew: Crew, tree: UnitTree, right: Right, offer: Offer): Promise<Held | null> {
  const { run, lane, stopping, inTurn } = crew
  let given: string | null = null
  for (let mended = 0; ; mended++) {
    const unclean = await whyUnclean(tree)
    if (unclean !== null) return heldIn(run, tree, { end: 'person', reason: given ?? unclean, fix: null })
    const found = await inTurn(() => bringHome(laneOf(laneFor(crew, tree), tree, right)))
    if (found.is === 'home') {
      await inTurn(() => dropTree(run.engine, tree))
      tell(run, { event: 'merged', unit: unitName(tree.unit) }, `   ${unitName(tree.unit)} is merged`)
      return null
    }
    if (found.is === 'held' || mended === MOST_MENDED)
      return heldIn(run, tree, { end: 'person', reason: found.reason, fix: null })
    if (stopping.asked() || isSpent(run)) return null
    given = found.reason
    tell(
      run,
      { event: 'back', unit: unitName(tree.unit), reason: found.reason },
      `   ${unitName(tree.unit)} goes back: ${found.reason}`,
    )
    await inTurn(() => withMain(tree, lane.main.cwd))
    await mend(crew, tree, offer, found.reason)
  }
}

/** The engine of the lane records what the unit's own session was started on. */
const laneFor = ({ run, lane }: Crew, { unit }: UnitTree): Lane => ({
  ...lane,
  main: { ...lane.main, env: { ...lane.main.env, ...run.askedOf.get(unitName(unit)) } },
})

/** Merges main into the branch; what conflicts stays open for the worker, but for planning files: those of the branch are only read. */
async function withMain({ engine: { cwd } }: UnitTree, main: string): Promise<void> {
  const tip = lineOf(await git(main, ['rev-parse', '--verify', 'HEAD']))
  await git(cwd, ['merge', '--quiet', '--no-ff', '--no-commit', tip])
  await git(cwd, ['checkout', '--quiet', 'HEAD', '--', '.planning'])
  const open = await git(cwd, ['diff', '--name-only', '--diff-filter=U'])
  if (worked(open) && lineOf(open) === '')
    await git(cwd, ['commit', '--quiet', '--no-verify', '-m', 'merge: what came before it'])
}

/** A unit of its own for a worker: two lines of work, and why they do not go together. */
async function mend({ run, stopping }: Crew, { unit, engine }: UnitTree, offer: Offer, reason: string): Promise<void> {
  const name = `merge ${unitName(unit)}`
  const decision: Extract<Decision, { do: 'run' }> = {
    do: 'run',
    unit: name,
    beside: unit,
    waitSeconds: 0,
    attempt: 1,
    errors: 0,
  }
  const look = async (): Promise<Offer> => ({
    ...offer,
    revision: lineOf(await git(engine.cwd, ['rev-parse', '--verify', 'HEAD'])),
  })
  const check = unit.unitType === 'execute-plan' ? `check run ${unit.unitId}` : 'next'
  await oneSession(run, { before: await look(), decision, engine, stopping, mends: { check, reason }, look })
  await ask(engine, 'commit', 'docs: record what was checked', '--files', '.planning')
}

/** The run ends for all by its limits; anything else concerns this unit alone. */
function heldIn(
  run: Run,
  { unit, path }: UnitTree,
  how: Pick<Extract<Decision, { do: 'end' }>, 'end' | 'reason' | 'fix'>,
): Held | null {
  const { end, reason, fix } = how
  if (end === 'budget' || end === 'done') return null
  const why = `${reason} (${path})`
  tell(
    run,
    { event: 'held', unit: unitName(unit), tree: path, end, reason },
    `   ${unitName(unit)} is left alone: ${why}`,
  )
  return { end, reason: why, fix: fix ?? `look at ${path}, then run gsd auto again` }
}
