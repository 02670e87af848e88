// The lane over git and the engine. A unit's branch meets main in a worktree, where the engine claims it, merges,
// takes its drafts and runs its checks. Main only fast-forwards to accepted work.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Unit, unitName } from '../../../core/auto/decide.js'
import type { LanePorts, Merged, Refused } from '../../../core/auto/lane.js'
import type { Right } from '../../../core/auto/rights.js'
import { METRICS_PATH } from '../../../core/captures/metrics.js'
import { unitKey } from '../../../core/dispatch/claims.js'
import { unitType } from '../../../core/dispatch/units/all.js'
import { mergedWithBoth } from '../../../install/merge.js'
import { isJsonObject, type JsonObject } from '../../../std/json.js'
import { commitRecord } from './crash-cleanup.js'
import { ask, type Engine, findingsIn, nextOffer, refusalIn } from './engine.js'
import { moveForward } from './fast-forward.js'
import { branchOf, complaint, git, headOf, lineOf, partsOf, worked } from './git.js'
import { type Lane, syncBranch } from './sync-branch.js'
import { addTree, LANE_PATH, removeTree } from './trees.js'

/** Planning files taken from a branch beside the unit's record. The engine writes all others anew. */
const BROUGHT = /^(?:todos|notes|decisions|learnings)\//

/** The work to merge; `branch` null if the engine does the unit alone. */
interface Homing {
  readonly unit: Unit
  readonly branch: string | null
}

export function laneOf(lane: Lane, { unit, branch }: Homing, right: Right): LanePorts {
  const { main } = lane
  const engine: Engine = { ...main, cwd: join(main.cwd, LANE_PATH) }
  let tip = ''
  return {
    async merge() {
      await commitRecord(main)
      const behind = await syncBranch(lane)
      if (behind !== null) return behind
      await removeTree(main, LANE_PATH)
      tip = await headOf(main.cwd)
      const none = await addTree(main, engine.cwd, ['--detach', '--', LANE_PATH, tip])
      if (none !== null) return { is: 'refused', reason: none }
      return branch === null ? { is: 'clean' } : mergedWith(engine, tip, branch)
    },
    takeBoth: async (paths) => {
      const open: string[] = []
      for (const path of paths) if (!(await tookBoth(engine.cwd, path))) open.push(path)
      return open
    },
    async check() {
      if (branch === null) return accepted(engine, unit, null)
      const stray = await strayCode(engine, tip, unit)
      if (stray !== null) return stray
      return accepted(engine, unit, { branch, merge: await committed(engine, tip, { unit, branch }) })
    },
    async advance() {
      const to = await headOf(engine.cwd)
      const kept = await handedIn(lane, right, { unit: unitKey(unit.unitType, unit.unitId), from: tip, to })
      if (kept !== 'kept') return kept
      const refused = await moveForward(main.cwd, { from: tip, to }, lane.notes)
      if (refused !== null) return (await headOf(main.cwd)) === tip ? refused : { is: 'behind' }
      keepMetrics(main.cwd, engine.cwd)
      await removeTree(main, LANE_PATH)
      await redraw(main)
      return { is: 'moved' }
    },
  }
}

const PUSH_LEASE_MS = 60_000

/** Whether the claim is still valid; with a remote, also pushes the branch in the same step. */
async function handedIn(
  { main }: Lane,
  { keep, shared }: Right,
  { unit, from, to }: { readonly unit: string; readonly from: string; readonly to: string },
): Promise<'kept' | { readonly is: 'behind' } | Refused> {
  const moving = { branch: await branchOf(main.cwd), from, to }
  let found = shared === null ? await keep() : await shared.claims.submit(unit, shared.token, moving)
  if (found.is === 'lost' && shared !== null) {
    // A lost database has lost the claim too: the work counts unless another worker has the unit now.
    const again = await shared.claims.acquire(unit, PUSH_LEASE_MS)
    if (again.is === 'taken') found = await shared.claims.submit(unit, again.token, moving)
  }
  if (found.is === 'kept') return 'kept'
  if (found.is === 'behind') return { is: 'behind' }
  if (found.is === 'away') return { is: 'away', reason: `no answer from the remote: ${found.reason}` }
  return { is: 'refused', reason: 'another run took it over' }
}

const isCode = (path: string): boolean => !path.startsWith('.planning/')

/** Merges the branch into the tree, with the planning files of main. */
async function mergedWith({ cwd, base }: Engine, tip: string, branch: string): Promise<Merged> {
  const merged = await git(cwd, ['merge', '--quiet', '--no-ff', '--no-commit', branch])
  const unmerged = async () => partsOf(await git(cwd, ['diff', '--name-only', '-z', '--diff-filter=U']))
  if (!worked(merged) && (await unmerged()).length === 0) return { is: 'refused', reason: complaint(merged) }
  await git(cwd, ['checkout', '--quiet', tip, '--', '.planning'])
  const added = partsOf(
    await git(cwd, ['diff', '--cached', '--name-only', '-z', '--diff-filter=AU', tip, '--', '.planning']),
  )
  const left = added.filter((path) => !BROUGHT.test(path.slice(base.length + 1)))
  if (left.length > 0) await git(cwd, ['rm', '--quiet', '--force', '--', ...left])
  const paths = (await unmerged()).filter(isCode)
  return paths.length === 0 ? { is: 'clean' } : { is: 'conflict', paths }
}

async function tookBoth(cwd: string, path: string): Promise<boolean> {
  const at = (stage: number) => git(cwd, ['cat-file', '-p', `:${stage}:${path}`])
  const [base, ours, theirs] = await Promise.all([at(1), at(2), at(3)])
  if (!worked(ours) || !worked(theirs)) return false
  const text = mergedWithBoth(worked(base) ? base.stdout : '', ours.stdout, theirs.stdout)
  if (text === null) return false
  writeFileSync(join(cwd, path), text)
  return worked(await git(cwd, ['add', '--', path]))
}

/** Code on the branch of a unit that only writes plans or reports: no check of its own would run over it. */
async function strayCode({ cwd }: Engine, tip: string, { unitType: type }: Unit): ReturnType<LanePorts['check']> {
  if (unitType(type).leavesCode !== true) return null
  const paths = partsOf(await git(cwd, ['diff', '--cached', '--name-only', '-z', tip])).filter(isCode)
  return paths.length === 0 ? null : { is: 'failed', reason: `${type} may not change code: revert ${paths.join(', ')}` }
}

/** Commits the merge and resets the tree to main's tip: the engine measures there what the work starts from. */
async function committed({ cwd }: Engine, tip: string, { unit, branch }: Homing & { branch: string }): Promise<string> {
  const written = lineOf(await git(cwd, ['write-tree']))
  const words = ['commit-tree', written, '-p', tip, '-p', branch, '-m', `merge: ${unitName(unit)}`]
  const made = lineOf(await git(cwd, words))
  await git(cwd, ['reset', '--quiet', '--hard', tip])
  return made
}

/** Claims go stale while others work. */
const MAX_CLAIMS = 8

/** Claims the unit, merges its work if a session did it, and finishes it. */
export async function accepted(
  engine: Engine,
  { unitType, unitId }: Unit,
  work: { readonly branch: string; readonly merge: string } | null,
): ReturnType<LanePorts['check']> {
  let said: JsonObject | null = null
  for (let count = 0; count < MAX_CLAIMS; count++) {
    const { revision } = await nextOffer(engine)
    said = await ask(engine, 'unit', 'claim', unitType, unitId, '--revision', revision)
    const error = said?.['error']
    if (!isJsonObject(error) || error['code'] !== 'STALE_DECISION') break
  }
  const token = said?.['claim']
  if (said === null || typeof token !== 'string')
    return { is: 'refused', reason: refusalIn(said) ?? 'it is already claimed' }
  if (work !== null) {
    const taken = await git(engine.cwd, ['merge', '--quiet', '--ff-only', work.merge])
    if (!worked(taken)) return { is: 'refused', reason: complaint(taken) }
    await takeDrafts(engine.cwd, work.branch, said)
  }
  const ended = await ask(engine, 'unit', 'finish', '--claim', token, '--commit')
  const refused = refusalIn(ended)
  const found = findingsIn(ended)
  return refused === null ? null : { is: 'failed', reason: found.length > 0 ? found.join('; ') : refused }
}

/** The branch's drafts, under the names of the new claim. */
async function takeDrafts(cwd: string, branch: string, { drafts, expects }: JsonObject): Promise<void> {
  const patterns = (expects as unknown as readonly { path: string }[]).map(({ path }) => patternOf(path))
  const found = partsOf(await git(cwd, ['ls-tree', '-r', '--name-only', '-z', branch, '--', '.planning']))
  for (const path of found.filter((one) => patterns.some((pattern) => pattern.test(one)))) {
    const text = await git(cwd, ['cat-file', '-p', `${branch}:${path}`])
    const file = join(cwd, String(drafts), basename(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.stdout)
  }
}

/** A path of a claim, in which a part in braces matches anything. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\{\w+\}|[^\w/]/g, (part) => (part.startsWith('{') ? '[^/]+' : `\\${part}`))}$`)

/** Measures of accepted work are kept with the tree's other temporary files. */
function keepMetrics(main: string, lane: string): void {
  const [to, from] = [join(main, METRICS_PATH), join(lane, METRICS_PATH)]
  if (existsSync(from)) appendFileSync(to, readFileSync(from))
}

/** Redraws STATE.md: if Git does not track it, no commit has updated it. */
async function redraw({ cwd, base, ...main }: Engine): Promise<void> {
  const path = `${base}/STATE.md`
  const tracked = partsOf(await git(cwd, ['ls-files', '-z', '--', path]))
  if (tracked.length === 0 && existsSync(join(cwd, path))) await ask({ cwd, base, ...main }, 'state', 'rebuild')
}
