// The merge lane with git and the engine. In its own worktree, the lane merges a unit's branch with main, claims the unit,
// copies the drafts and runs the checks. Main only fast-forwards to accepted work.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ActiveClaim } from '../../../core/auto/active-claim.js'
import { type Unit, unitName } from '../../../core/auto/decide.js'
import type { LanePorts, LaneProblem, MergeAttempt } from '../../../core/auto/lane.js'
import { METRICS_PATH } from '../../../core/captures/metrics.js'
import { unitKey } from '../../../core/dispatch/claims.js'
import { unitType } from '../../../core/dispatch/units/all.js'
import { mergedWithBoth } from '../../../install/merge.js'
import { isJsonObject, type JsonObject } from '../../../std/json.js'
import { commitRecord } from './crash-cleanup.js'
import { ask, type Engine, findingsIn, nextOffer, refusalIn } from './engine.js'
import { moveForward } from './fast-forward.js'
import { branchOf, git, gitProblem, headOf, nulSeparated, succeeded, textOf } from './git.js'
import { type Lane, syncBranch } from './sync-branch.js'
import { addTree, LANE_PATH, removeTree } from './trees.js'

/** Planning folders from which a merge takes the branch's new files. The engine writes everything else itself. */
const IMPORTED = /^(?:todos|notes|decisions|learnings)\//

/** The work to merge; `branch` is null if the engine finishes the unit without a session. */
interface LaneWork {
  readonly unit: Unit
  readonly branch: string | null
}

export function lanePorts(lane: Lane, { unit, branch }: LaneWork, claim: ActiveClaim): LanePorts {
  const { main } = lane
  const engine: Engine = { ...main, cwd: join(main.cwd, LANE_PATH) }
  let tip = ''
  return {
    async merge() {
      await commitRecord(main)
      const syncProblem = await syncBranch(lane)
      if (syncProblem !== null) return syncProblem
      await removeTree(main, LANE_PATH)
      tip = await headOf(main.cwd)
      const problem = await addTree(main, engine.cwd, ['--detach', '--', LANE_PATH, tip])
      if (problem !== null) return { is: 'refused', reason: problem }
      return branch === null ? { is: 'clean' } : mergeBranch(engine, tip, branch)
    },
    takeBoth: async (paths) => {
      const conflicts: string[] = []
      for (const path of paths) if (!(await mergeKeepingBoth(engine.cwd, path))) conflicts.push(path)
      return conflicts
    },
    async check() {
      if (branch === null) return finishUnit(engine, unit, null)
      const refusal = await codeProblem(engine, tip, unit)
      if (refusal !== null) return refusal
      return finishUnit(engine, unit, { branch, merge: await commitMerge(engine, tip, { unit, branch }) })
    },
    async advance() {
      const to = await headOf(engine.cwd)
      const submitted = await submitMerge(lane, claim, { unit: unitKey(unit.unitType, unit.unitId), from: tip, to })
      if (submitted !== 'kept') return submitted
      const refused = await moveForward(main.cwd, { from: tip, to }, lane.notes)
      if (refused !== null) return (await headOf(main.cwd)) === tip ? refused : { is: 'behind' }
      appendMetrics(main.cwd, engine.cwd)
      await removeTree(main, LANE_PATH)
      await rebuildState(main)
      return { is: 'moved' }
    },
  }
}

const PUSH_LEASE_MS = 60_000

/** Renews the claim; if the claim is shared, instead pushes the branch and ends the claim. Returns the problem if that fails. */
async function submitMerge(
  { main }: Lane,
  { renew, shared }: ActiveClaim,
  { unit, from, to }: { readonly unit: string; readonly from: string; readonly to: string },
): Promise<'kept' | { readonly is: 'behind' } | LaneProblem> {
  const moving = { branch: await branchOf(main.cwd), from, to }
  let found = shared === null ? await renew() : await shared.claims.submit(unit, shared.token, moving)
  if (found.is === 'lost' && shared !== null) {
    // A database that was reset has lost the claim: the work counts unless another worker has the unit now.
    const again = await shared.claims.acquire(unit, PUSH_LEASE_MS)
    if (again.is === 'acquired') found = await shared.claims.submit(unit, again.token, moving)
  }
  if (found.is === 'kept') return 'kept'
  if (found.is === 'behind') return { is: 'behind' }
  if (found.is === 'refused') return found
  if (found.is === 'away') return { is: 'away', reason: `the remote does not answer: ${found.reason}` }
  return { is: 'refused', reason: 'another run has taken over the unit' }
}

const isCode = (path: string): boolean => !path.startsWith('.planning/')

/** Merges the branch into the worktree, but keeps main's planning files and adds only new ones that match `IMPORTED`. */
async function mergeBranch({ cwd, base }: Engine, tip: string, branch: string): Promise<MergeAttempt> {
  const merged = await git(cwd, ['merge', '--quiet', '--no-ff', '--no-commit', branch])
  const unmerged = async () => nulSeparated(await git(cwd, ['diff', '--name-only', '-z', '--diff-filter=U']))
  if (!succeeded(merged) && (await unmerged()).length === 0) return { is: 'refused', reason: gitProblem(merged) }
  await git(cwd, ['checkout', '--quiet', tip, '--', '.planning'])
  const added = nulSeparated(
    await git(cwd, ['diff', '--cached', '--name-only', '-z', '--diff-filter=AU', tip, '--', '.planning']),
  )
  const unwanted = added.filter((path) => !IMPORTED.test(path.slice(base.length + 1)))
  if (unwanted.length > 0) await git(cwd, ['rm', '--quiet', '--force', '--', ...unwanted])
  const paths = (await unmerged()).filter(isCode)
  return paths.length === 0 ? { is: 'clean' } : { is: 'conflict', paths }
}

async function mergeKeepingBoth(cwd: string, path: string): Promise<boolean> {
  const at = (stage: number) => git(cwd, ['cat-file', '-p', `:${stage}:${path}`])
  const [base, ours, theirs] = await Promise.all([at(1), at(2), at(3)])
  if (!succeeded(ours) || !succeeded(theirs)) return false
  const text = mergedWithBoth(succeeded(base) ? base.stdout : '', ours.stdout, theirs.stdout)
  if (text === null) return false
  writeFileSync(join(cwd, path), text)
  return succeeded(await git(cwd, ['add', '--', path]))
}

/** Refuses code from a unit that only writes plans or reports, because its checks would not cover code. */
async function codeProblem({ cwd }: Engine, tip: string, { unitType: type }: Unit): ReturnType<LanePorts['check']> {
  if (unitType(type).leavesCode !== true) return null
  const paths = nulSeparated(await git(cwd, ['diff', '--cached', '--name-only', '-z', tip])).filter(isCode)
  return paths.length === 0 ? null : { is: 'failed', reason: `${type} may not change code: revert ${paths.join(', ')}` }
}

/** Commits the merge and resets the worktree to the tip of main, where the engine records the unit's starting point. */
async function commitMerge(
  { cwd }: Engine,
  tip: string,
  { unit, branch }: LaneWork & { branch: string },
): Promise<string> {
  const written = textOf(await git(cwd, ['write-tree']))
  const args = ['commit-tree', written, '-p', tip, '-p', branch, '-m', `merge: ${unitName(unit)}`]
  const commit = textOf(await git(cwd, args))
  await git(cwd, ['reset', '--quiet', '--hard', tip])
  return commit
}

/** Maximum number of attempts to claim a unit: an offer goes stale while others work. */
const MAX_CLAIMS = 8

/** Claims the unit, merges the work of its session if there is one, and finishes the unit. Returns the problem, or null. */
export async function finishUnit(
  engine: Engine,
  { unitType, unitId }: Unit,
  work: { readonly branch: string; readonly merge: string } | null,
): ReturnType<LanePorts['check']> {
  let reply: JsonObject | null = null
  for (let count = 0; count < MAX_CLAIMS; count++) {
    const { revision } = await nextOffer(engine)
    reply = await ask(engine, 'unit', 'claim', unitType, unitId, '--revision', revision)
    const error = reply?.['error']
    if (!isJsonObject(error) || error['code'] !== 'STALE_DECISION') break
  }
  const token = reply?.['claim']
  if (reply === null || typeof token !== 'string')
    return { is: 'refused', reason: refusalIn(reply) ?? 'it is already claimed' }
  if (work !== null) {
    const merged = await git(engine.cwd, ['merge', '--quiet', '--ff-only', work.merge])
    if (!succeeded(merged)) return { is: 'refused', reason: gitProblem(merged) }
    await takeDrafts(engine.cwd, work.branch, reply)
  }
  const ended = await ask(engine, 'unit', 'finish', '--claim', token, '--commit')
  const refused = refusalIn(ended)
  const findings = findingsIn(ended)
  return refused === null ? null : { is: 'failed', reason: findings.length > 0 ? findings.join('; ') : refused }
}

/** Copies the branch's drafts to the folder of the new claim. */
async function takeDrafts(cwd: string, branch: string, { drafts, expects }: JsonObject): Promise<void> {
  const patterns = (expects as unknown as readonly { path: string }[]).map(({ path }) => patternOf(path))
  const found = nulSeparated(await git(cwd, ['ls-tree', '-r', '--name-only', '-z', branch, '--', '.planning']))
  for (const path of found.filter((one) => patterns.some((pattern) => pattern.test(one)))) {
    const text = await git(cwd, ['cat-file', '-p', `${branch}:${path}`])
    const file = join(cwd, String(drafts), basename(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.stdout)
  }
}

/** Returns a pattern for the path of an expected file, in which a part in braces matches any name. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\{\w+\}|[^\w/]/g, (part) => (part.startsWith('{') ? '[^/]+' : `\\${part}`))}$`)

function appendMetrics(main: string, lane: string): void {
  const [to, from] = [join(main, METRICS_PATH), join(lane, METRICS_PATH)]
  if (existsSync(from)) appendFileSync(to, readFileSync(from))
}

/** Rebuilds an existing STATE.md that Git does not track, because no merge has updated it. */
async function rebuildState({ cwd, base, ...main }: Engine): Promise<void> {
  const path = `${base}/STATE.md`
  const tracked = nulSeparated(await git(cwd, ['ls-files', '-z', '--', path]))
  if (tracked.length === 0 && existsSync(join(cwd, path))) await ask({ cwd, base, ...main }, 'state', 'rebuild')
}
