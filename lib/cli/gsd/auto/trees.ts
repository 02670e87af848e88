// The worktrees of a run: each unit's, with its own branch, and the lane's. `dropTree` drops only merged work.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Unit, unitName } from '../../../core/auto/decide.js'
import { finishedSince } from '../../../core/auto/finished-units.js'
import { claimName } from '../../../core/dispatch/claim-store.js'
import { LANE_TREE, ledgerPath, RUN_TREE, TREES_FOLDER } from '../../../core/layout.js'
import { gsdError } from '../../../errors.js'
import { sha256 } from '../../../node/digest.js'
import { namesIn, obstacleAt, plainText } from '../../../node/disk.js'
import { AGREED } from '../../../node/trusted.js'
import { commitRecord, completeWrites, MAX_LEDGER } from './crash-cleanup.js'
import type { Engine } from './engine.js'
import { branchOf, git, gitProblem, isAncestor, nulSeparated, pathList, succeeded, textOf } from './git.js'

export interface UnitTree {
  readonly unit: Unit
  /** Path of the worktree, relative to the project. */
  readonly path: string
  readonly branch: string
  readonly engine: Engine
}

const BRANCH_PREFIX = `gsd/${RUN_TREE}`
const REMOVED_SUFFIX = '.gone'

export const LANE_PATH = `${TREES_FOLDER}/${LANE_TREE}`

const pathOf = (name: string): string => `${TREES_FOLDER}/${RUN_TREE}${name}`

export function treeFor(main: Engine, unit: Unit): UnitTree {
  const name = claimName(`${unit.unitType}/${unit.unitId}`)
  const path = pathOf(name)
  return { unit, path, branch: `${BRANCH_PREFIX}${name}`, engine: { ...main, cwd: join(main.cwd, path) } }
}

/** Throws if git has no committer: no merge or session could commit, and every unit would end on hold. */
export async function requireCommitter({ cwd }: Engine): Promise<void> {
  const committer = await git(cwd, ['var', 'GIT_COMMITTER_IDENT'])
  if (succeeded(committer)) return
  throw gsdError(
    'USAGE',
    `git does not know the author of commits: ${gitProblem(committer)}`,
    'run git config --global user.name "Your Name" and git config --global user.email you@example.com',
  )
}

export async function whyNoWorktrees({ cwd, base }: Engine): Promise<string | null> {
  const prefix = await git(cwd, ['rev-parse', '--show-prefix'])
  if (!succeeded(prefix)) return 'this is not a git repository'
  if (textOf(prefix) !== '') return 'the project is not the root of its repository'
  if ((await branchOf(cwd)) === '') return 'no branch is checked out'
  const tracked = await git(cwd, ['ls-files', '-z', '--', `${base}/ROADMAP.md`])
  if (nulSeparated(tracked).length === 0) return 'the plans are not committed'
  return whyBlocked(cwd, TREES_FOLDER)
}

/** Returns what blocks a folder's path, or null: a project may contain any file, and links are neither followed nor removed. */
function whyBlocked(root: string, path: string): string | null {
  const found = obstacleAt(root, path, 'folder')
  return found === null ? null : `${found.path} is a ${found.kind}`
}

/** Whether the creation of a worktree was interrupted, so that no work is in it: git locks a worktree while creating it. */
async function isIncomplete({ engine }: UnitTree): Promise<boolean> {
  const folder = await git(engine.cwd, ['rev-parse', '--git-dir'])
  return !succeeded(folder) || existsSync(resolve(engine.cwd, textOf(folder), 'locked'))
}

/** Creates the worktree of a unit, or finds it and commits the record left in it; returns the reason if that fails. */
export async function openTree(main: Engine, tree: UnitTree): Promise<string | null> {
  const blocked = whyBlocked(main.cwd, tree.path)
  if (blocked !== null) return blocked
  if (existsSync(join(tree.engine.cwd, '.git')) && !(await isIncomplete(tree))) {
    await commitRecord(tree.engine)
    return null
  }
  await removeTree(main, tree.path)
  const branchExists = succeeded(await git(main.cwd, ['rev-parse', '--verify', '--quiet', `refs/heads/${tree.branch}`]))
  const args = branchExists ? [tree.path, tree.branch] : ['-b', tree.branch, '--', tree.path, 'HEAD']
  return addTree(main, tree.engine.cwd, args)
}

/** Creates a worktree and copies the project's approvals into it; returns the reason if that fails. */
export async function addTree(main: Engine, cwd: string, args: readonly string[]): Promise<string | null> {
  const added = await git(main.cwd, ['worktree', 'add', ...args])
  if (!succeeded(added)) return `git cannot create a worktree: ${gitProblem(added)}`
  if (obstacleAt(main.cwd, AGREED, 'file') === null && existsSync(join(main.cwd, AGREED))) {
    mkdirSync(join(cwd, dirname(AGREED)), { recursive: true })
    copyFileSync(join(main.cwd, AGREED), join(cwd, AGREED))
  }
  return null
}

/** Removes a worktree with all its contents. The next call completes an interrupted removal. */
export async function removeTree({ cwd }: Engine, path: string): Promise<void> {
  const removed = join(cwd, `${path}${REMOVED_SUFFIX}`)
  rmSync(removed, { recursive: true, force: true })
  if (existsSync(join(cwd, path))) renameSync(join(cwd, path), removed)
  rmSync(removed, { recursive: true, force: true })
  // Git locks a worktree while creating it, and does not prune a locked one.
  await git(cwd, ['worktree', 'unlock', path])
  await git(cwd, ['worktree', 'prune'])
}

/** Removes a worktree and its branch if all is merged and committed; otherwise returns why it stays. */
export async function dropTree(main: Engine, tree: UnitTree): Promise<string | null> {
  const blocked = whyBlocked(main.cwd, tree.path)
  if (blocked !== null) return blocked
  if (!(await isAncestor(main.cwd, `refs/heads/${tree.branch}`))) return 'its work is not merged'
  const unclean = existsSync(tree.engine.cwd) ? await whyUnclean(tree) : null
  if (unclean !== null) return unclean
  await removeTree(main, tree.path)
  await git(main.cwd, ['update-ref', '-d', `refs/heads/${tree.branch}`])
  return null
}

/** Removes an earlier run's lane, and its worktrees and branches whose work is committed and merged. */
export async function dropMergedTrees(main: Engine): Promise<void> {
  if (whyBlocked(main.cwd, TREES_FOLDER) !== null) return
  await removeTree(main, LANE_PATH)
  const names = namesIn(join(main.cwd, TREES_FOLDER))
  for (const name of names.filter((one) => one.startsWith(RUN_TREE) && one.endsWith(REMOVED_SUFFIX)))
    await removeTree(main, `${TREES_FOLDER}/${name.slice(0, -REMOVED_SUFFIX.length)}`)
  const listed = await git(main.cwd, ['for-each-ref', '--format=%(refname:short)', `refs/heads/${BRANCH_PREFIX}*`])
  for (const branch of textOf(listed).split('\n').filter(Boolean)) {
    const path = pathOf(branch.slice(BRANCH_PREFIX.length))
    const tree = { unit: { unitType: '', unitId: '' }, path, branch, engine: { ...main, cwd: join(main.cwd, path) } }
    await dropTree(main, tree)
  }
}

/** Completes interrupted writes, then returns why the worktree is not clean, such as its uncommitted files; null if it is clean. */
export async function whyUnclean({ engine }: UnitTree): Promise<string | null> {
  completeWrites(engine)
  const status = await git(engine.cwd, ['status', '--porcelain=v1', '-z', '--untracked-files=all'])
  if (!succeeded(status)) return `git status failed: ${gitProblem(status)}`
  const paths = nulSeparated(status).map((line) => line.slice(3))
  return paths.length === 0 ? null : `it has uncommitted files: ${pathList(paths)}`
}

/** Whether the unit is finished in its worktree, but not yet in the project. The merge checks the work again. */
export async function isFinished({ cwd, base }: Engine, { unit, engine }: UnitTree): Promise<boolean> {
  const path = ledgerPath({ base })
  const [before, now] = [cwd, engine.cwd].map((root) => plainText(join(root, path), { maxBytes: MAX_LEDGER }) ?? '')
  return finishedSince(before as string, now as string, sha256).some((one) => unitName(one) === unitName(unit))
}
