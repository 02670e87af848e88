// Plans of one wave side by side: a pool of sessions, each in a work tree of its plan, whose work is brought in one after another.
import { type Decision, unitName } from '../../../core/auto/decide.js'
import { isOffered, isQuestion, offerOf } from '../../../core/auto/wave.js'
import { nextOffer } from './engine.js'
import { decided, oneSession, type Run, tell } from './run.js'
import type { Stopping } from './stopping.js'
import {
  bringIn,
  dropTree,
  endLeaving,
  forgetStrays,
  isHandedIn,
  openTree,
  type PlanTree,
  treeFor,
  treesLeft,
  whyNotApart,
} from './tree.js'

export interface Trees {
  isAble: boolean
  /** Sessions at the same time. */
  readonly jobs: number
  /** Plans whose work trees an earlier run left. */
  readonly begun: ReadonlySet<string>
  /** One plan at a time is brought in. */
  turn: Promise<unknown>
}

/** What earlier runs left is gone on with, or removed where it is all merged. */
export async function openTrees(run: Run, jobs: number): Promise<Trees> {
  const left = await treesLeft(run.engine)
  const why = jobs > 1 || left.size > 0 ? await whyNotApart(run.engine) : null
  if (why !== null && jobs > 1) tellAlone(run, why)
  const offer = left.size > 0 ? await nextOffer(run.engine) : null
  for (const id of left) {
    const tree = treeFor(run.engine, id)
    const isGone = await endLeaving(run.engine, tree)
    if (isGone || offer === null || isOffered(offer, id)) continue
    const stays = await dropTree(run.engine, tree)
    if (stays !== null)
      tell(run, { event: 'kept', unit: id, tree: tree.path, reason: stays }, `${tree.path} stays: ${stays}`)
  }
  await forgetStrays(run.engine)
  return { isAble: why === null, jobs, begun: left, turn: Promise.resolve() }
}

const tellAlone = (run: Run, reason: string): void =>
  tell(run, { event: 'alone', reason }, `One plan at a time: ${reason}.`)

/** Does the plans, `jobs` of them at a time; what becomes of each is in the project, or among those that the run holds. */
export async function besideEachOther(
  run: Run,
  trees: Trees,
  wave: readonly string[],
  stopping: Stopping,
): Promise<void> {
  const waiting = [...wave]
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (stopping.asked() || !trees.isAble || isQuestioned(run)) return
      await onePlan(run, trees, treeFor(run.engine, id), stopping)
    }
  }
  // A worker that fails does not leave the sessions of the others behind.
  const ended = await Promise.allSettled(Array.from({ length: Math.min(trees.jobs, wave.length) }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Somebody is to be asked first. */
const isQuestioned = ({ limits, held }: Run): boolean => limits.untilQuestion && [...held.values()].some(isQuestion)

async function onePlan(run: Run, trees: Trees, tree: PlanTree, stopping: Stopping): Promise<void> {
  const refused = await inTurn(trees, () => openTree(run.engine, tree))
  if (refused !== null) return hold(run, tree, { do: 'end', end: 'person', reason: refused, fix: null })
  const seen = (offer: Parameters<typeof offerOf>[0]) => offerOf(offer, tree.id)
  for (let offer = seen(await nextOffer(tree.engine)); ; ) {
    if (offer.unit === null && (await isHandedIn(tree))) return broughtIn(run, trees, tree)
    if (offer.unit === null && offer.hold === null) return unfit(run, trees, tree)
    if (stopping.asked() || isQuestioned(run)) return
    const decision = decided(run, offer)
    if (await run.remote?.isAnswered(tree.engine, offer, stopping)) {
      offer = seen(await nextOffer(tree.engine))
      continue
    }
    if (decision.do === 'end') return hold(run, tree, decision)
    if (decision.waitSeconds > 0) await stopping.pause(decision.waitSeconds * 1000)
    if (stopping.asked()) return
    const call = `begin execute-plan ${tree.id}`
    offer = await oneSession(run, { before: offer, decision, engine: tree.engine, stopping, call, seen })
  }
}

/** What one does to the repository waits until the others are done with it. */
function inTurn<T>(trees: Trees, act: () => Promise<T>): Promise<T> {
  const mine = trees.turn.then(act)
  trees.turn = mine.catch(() => null)
  return mine
}

async function broughtIn(run: Run, trees: Trees, tree: PlanTree): Promise<void> {
  const { engine, folder, askedOf } = run
  const main = {
    ...engine,
    env: { ...engine.env, ...askedOf.get(unitName({ unitType: 'execute-plan', unitId: tree.id })) },
  }
  const stays = await inTurn(trees, () => bringIn(main, tree, folder))
  if (stays === null) return tell(run, { event: 'merged', unit: tree.id }, `   ${tree.id} is merged`)
  hold(run, tree, { do: 'end', end: 'person', reason: stays, fix: null })
}

/** The planning files of the project are not those that git knows: then its folder is the only one. */
async function unfit(run: Run, trees: Trees, tree: PlanTree): Promise<void> {
  await inTurn(trees, () => dropTree(run.engine, tree))
  if (trees.isAble) tellAlone(run, 'the plans are not committed')
  trees.isAble = false
}

/** The run ends for all by its limits; anything else concerns this plan alone. */
function hold(run: Run, { id, path }: PlanTree, { end, reason, fix }: Extract<Decision, { do: 'end' }>): void {
  if (end === 'budget' || end === 'done') return
  const why = `${reason} (${path})`
  run.held.set(id, { end, reason: why, fix: fix ?? `look at ${path}, then run gsd auto again` })
  tell(run, { event: 'held', unit: id, tree: path, end, reason }, `   ${id} is left alone: ${why}`)
}
