// A worker's view of the plan, and one unit of it: built, or reworked if it was returned, in its own worktree, then
// submitted as a branch of the remote.
import { join } from 'node:path'
import { type End, type Offer, type Unit, unitName } from '../../../core/auto/decide.js'
import type { Brought } from '../../../core/auto/lane.js'
import { isApart, type Job, offersIn } from '../../../core/auto/pool.js'
import { type Right, takeRight } from '../../../core/auto/rights.js'
import { type Submission, submissionRef, turnMessage } from '../../../core/auto/submissions.js'
import { workUnit } from '../../../core/auto/worker.js'
import { METRICS_PATH, usageLines } from '../../../core/captures/metrics.js'
import { claimName } from '../../../core/dispatch/claim-store.js'
import { unitKey } from '../../../core/dispatch/claims.js'
import { sha256 } from '../../../node/digest.js'
import { plainText } from '../../../node/disk.js'
import { overNetwork } from '../auto/claims.js'
import { ask, nextOffer } from '../auto/engine.js'
import { git, isAncestor, lineOf } from '../auto/git.js'
import { decided, tell } from '../auto/run.js'
import { lookAtRemote, type RemoteBranch, type RemoteSeen } from '../auto/submitted-work.js'
import { openTree, removeTree, treeFor, type UnitTree } from '../auto/trees.js'
import { buildingIn, type Crew, mend, withMain } from '../auto/worker.js'

export interface Shift {
  readonly crew: Crew
  readonly place: RemoteBranch
  /** Usage from now on counts for the next unit. */
  begin(): void
}

export interface Looked {
  readonly seen: RemoteSeen
  readonly offer: Offer
  readonly free: readonly Job[]
}

/** Null if the remote does not answer. */
export async function lookAround(shift: Shift): Promise<Looked | null> {
  const { crew, place } = shift
  const seen = await lookAtRemote(place)
  if (seen.is === 'away') {
    crew.lane.claims.away(seen)
    return null
  }
  const offer = await offerAt(shift, seen)
  return { seen, offer, free: freeIn(crew, offer, seen) }
}

async function offerAt({ crew, place }: Shift, { main }: RemoteSeen): Promise<Offer> {
  const { engine } = crew.run
  await git(place.cwd, ['symbolic-ref', 'HEAD', place.branch])
  await git(place.cwd, ['reset', '--quiet', '--hard', main])
  // By starting a worker, the user approved the commands of this branch's plans, now and later.
  engine.env['GSD_TRUST'] = String((await ask(engine, 'trust'))?.['digest'] ?? '')
  return nextOffer(engine)
}

function freeIn({ run }: Crew, offer: Offer, { handed }: RemoteSeen): readonly Job[] {
  return offersIn(offer).flatMap(({ name, seen }): readonly Job[] => {
    const decision = decided(run, seen)
    const unit = seen.unit as Unit
    const turn = handed.of(unit)?.turn
    if (decision.do === 'end' || run.held.has(name) || turn === 'in' || turn === 'held') return []
    return isApart(seen.run, decision.beside) ? [{ unit, decision, offer: seen, isApart: true }] : []
  })
}

/** Whether nothing changed on the remote between the look and the claim. */
export async function isUnchanged({ place }: Shift, unit: Unit, { seen }: Looked): Promise<boolean> {
  const now = await lookAtRemote(place)
  return now.is === 'seen' && now.main === seen.main && now.handed.of(unit)?.tip === seen.handed.of(unit)?.tip
}

const isOffered = ({ free }: Looked, unit: Unit): boolean => free.some((job) => unitName(job.unit) === unitName(unit))

export type Ended = { readonly end: End; readonly reason: string } | null

/** Ends caused by this machine rather than by the unit. */
const OWN: ReadonlySet<End> = new Set(['budget', 'stuck', 'failed', 'asked'])

/** `back`: submitted work that was returned. */
export async function workOn(
  shift: Shift,
  unit: UnitTree['unit'],
  back: Submission | null,
  first: Right,
): Promise<Ended> {
  const { crew, place } = shift
  const tree = treeFor(crew.run.engine, unit)
  const name = unitName(unit)
  const { handIn, end } = handing(shift, tree, back, first)
  let isMended = back === null
  try {
    const held = await workUnit({
      ...buildingIn(crew, tree),
      open: () => opened(tree, shift, back),
      async bring() {
        if (!isMended) return { is: 'back', reason: back?.reason ?? '' }
        return handIn(null)
      },
      merged: () => closed(tree, shift),
      async mend(offer, reason) {
        isMended = true
        await withMain(tree, place.cwd)
        await mend(crew, tree, offer, reason)
      },
      hold: (why) => ({ ...why, fix: why.fix ?? '' }),
    })
    if (held === null) return null
    if (OWN.has(held.end)) return held
    const left = await handIn(held.reason)
    if (left.is !== 'home') return { end: 'failed', reason: left.reason }
    await closed(tree, shift)
    tell(crew.run, { event: 'held', unit: name, reason: held.reason }, `   ${name} waits for the user: ${held.reason}`)
    return null
  } finally {
    await end()
  }
}

/** Continues an earlier session's work of this worker; returned work continues where it was submitted. */
async function opened(tree: UnitTree, { crew, place }: Shift, back: Submission | null): Promise<string | null> {
  const { engine } = crew.run
  const branch = `refs/heads/${tree.branch}`
  if (back !== null && !(await isAncestor(place.cwd, back.tip, branch))) {
    await removeTree(engine, tree.path)
    await git(place.cwd, ['update-ref', branch, back.tip])
  }
  return openTree(engine, tree)
}

async function closed({ path, branch }: UnitTree, { crew, place }: Shift): Promise<void> {
  await removeTree(crew.run.engine, path)
  await git(place.cwd, ['update-ref', '-d', `refs/heads/${branch}`])
}

function handing(shift: Shift, { unit, branch }: UnitTree, back: Submission | null, first: Right) {
  const { crew, place } = shift
  let right: Right | null = first
  /** The claim expired while this machine was away; the work counts if no other worker did the unit meanwhile. */
  const takeAgain = async () => {
    await right?.free()
    const seen = await lookAround(shift)
    const isOpen = seen !== null && isOffered(seen, unit)
    right = isOpen ? await takeRight(crew.lane.claims, unit) : null
  }
  return {
    /** `held`: why the user must look at it. */
    async handIn(held: string | null): Promise<Brought> {
      const tip = lineOf(await git(place.cwd, ['rev-parse', '--verify', `refs/heads/${branch}`]))
      const to = await marked(place.cwd, tip, held === null ? costMessage(place.cwd, unit) : turnMessage('held', held))
      const moving = { branch: submissionRef(unit), from: back?.tip ?? '', to }
      // No claim means that another worker has finished the unit: there is nothing to submit.
      for (; right?.shared != null; await takeAgain()) {
        const { claims, token } = right.shared
        const found = await claims.submit(unitKey(unit.unitType, unit.unitId), token, moving)
        if (found.is === 'away') return { is: 'away', reason: found.reason }
        const name = unitName(unit)
        if (found.is === 'kept' && held === null)
          tell(crew.run, { event: 'handed', unit: name }, `   ${name} is submitted`)
        if (found.is === 'kept' || found.is === 'behind') break
      }
      return { is: 'home' }
    },
    end: async () => right !== first && right?.free(),
  }
}

const marked = async (cwd: string, tip: string, message: string | null): Promise<string> =>
  message === null ? tip : lineOf(await overNetwork(cwd)(['commit-tree', `${tip}^{tree}`, '-p', tip, '-m', message]))

/** Tells the lead run what the unit cost; that run merges the parent commit. Null if the cost is unknown. */
function costMessage(cwd: string, { unitType, unitId }: UnitTree['unit']): string | null {
  const text = plainText(join(cwd, METRICS_PATH), { maxBytes: MAX_METRICS }) ?? ''
  const lines = usageLines(text, claimName(`${unitType}/${unitId}`), sha256)
  return lines === '' ? null : `${turnMessage('in', 'with what it cost')}\n\n${lines}`
}
const MAX_METRICS = 1 << 26
