// The work tree of a plan that is done beside others. It is a project of its own while the plan is worked on: what its session hands in is checked there. Then the
// work is brought in: a merge is made beside both trees, the project's branch only moves forward to it, and the project's own engine proves the plan again. The
// planning files of the work tree are left behind, for its engine knew nothing of the plans beside it.
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { conflictsIn, isOffered, withPlanningOf } from '../../../core/auto/wave.js'
import { RUN_TREE, TREES_FOLDER } from '../../../core/layout.js'
import { obstacleAt } from '../../../node/obstacle.js'
import { AGREED } from '../../../node/trusted.js'
import { isJsonObject, type JsonObject } from '../../../std/json.js'
import { ask, type Engine, nextOffer, refusalIn } from './engine.js'
import { complaint, git, lineOf, partsOf, worked } from './git.js'
import { commitRecord, freeOwnLock } from './left.js'
import { type Move, moveForward } from './moving.js'

export interface PlanTree {
  readonly id: string
  /** Relative to the project. */
  readonly path: string
  readonly branch: string
  /** Its entry says that it was made to its end. */
  readonly manifest: string
  /** The engine in it. */
  readonly engine: Engine
}

const PREFIX = 'gsd/auto-'
const MERGE_TREE = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z'] as const

export function treeFor(main: Engine, id: string): PlanTree {
  const path = `${TREES_FOLDER}/${RUN_TREE}${id}`
  const cwd = join(main.cwd, path)
  return {
    id,
    path,
    branch: `${PREFIX}${id}`,
    manifest: `${path}.json`,
    engine: { ...main, cwd },
  }
}

/** Plans whose work trees an earlier run left. */
export async function treesLeft({ cwd }: Engine): Promise<ReadonlySet<string>> {
  const list = await git(cwd, ['worktree', 'list', '--porcelain', '-z'])
  const branches = partsOf(list).flatMap((line) => line.split('\n'))
  const word = `branch refs/heads/${PREFIX}`
  return new Set(branches.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length)))
}

/** Removes branches that a run left without a tree when it was ended while it made or removed that; all that is on them is on the project's branch. */
export async function forgetStrays(main: Engine): Promise<void> {
  const branches = lineOf(await git(main.cwd, ['for-each-ref', '--format=%(refname:short)', 'refs/heads/'])).split('\n')
  const ids = branches.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
  if (ids.length === 0) return
  const left = await treesLeft(main)
  for (const id of ids) {
    const tree = treeFor(main, id)
    if (left.has(id) || obstructed(main.cwd, tree) !== null || !(await isMerged(main, tree))) continue
    await forgetHalfMade(main, tree)
    for (const path of [tree.manifest, leaving(tree)]) rmSync(join(main.cwd, path), { force: true })
  }
}

/** Why plans of this project can not be done in work trees; null where they can. */
export async function whyNotApart({ cwd }: Engine): Promise<string | null> {
  const prefix = await git(cwd, ['rev-parse', '--show-prefix'])
  if (!worked(prefix)) return 'there is no git here'
  if (lineOf(prefix) !== '') return 'the project is not the top of its repository'
  if (!worked(await git(cwd, ['symbolic-ref', '--quiet', 'HEAD']))) return 'no branch is checked out'
  const inTheWay = inTheWayOf(cwd, [TREES_FOLDER, 'folder'])
  if (inTheWay !== null) return inTheWay
  const tree = await git(cwd, [...MERGE_TREE, 'HEAD', 'HEAD'])
  return worked(tree) ? null : `this git cannot merge beside a tree (${complaint(tree)})`
}

/** A project may bring anything below its planning folder: what is a link there is neither entered nor removed. */
function inTheWayOf(root: string, ...places: readonly (readonly [string, 'file' | 'folder'])[]): string | null {
  for (const [path, wanted] of places) {
    const found = obstacleAt(root, path, wanted)
    if (found !== null) return `${found.path} is a ${found.kind}`
  }
  return null
}

const obstructed = (root: string, tree: PlanTree): string | null =>
  inTheWayOf(root, [tree.path, 'folder'], [tree.manifest, 'file'], [leaving(tree), 'file'])

/** Makes the work tree of a plan, or finds it; answers why there is none. */
export async function openTree(main: Engine, tree: PlanTree): Promise<string | null> {
  const inTheWay = obstructed(main.cwd, tree)
  if (inTheWay !== null) return inTheWay
  const isMade = existsSync(join(main.cwd, tree.manifest)) && existsSync(join(tree.engine.cwd, '.git'))
  if (isMade) {
    await commitRecord(tree.engine)
    return null
  }
  await forgetHalfMade(main, tree)
  const made = await git(main.cwd, ['worktree', 'add', '-b', tree.branch, '--', tree.path, 'HEAD'])
  if (!worked(made)) return `git makes no work tree: ${complaint(made)}`
  // What units brought where the run began holds in its trees, also where that is a linked work tree itself.
  if (obstacleAt(main.cwd, AGREED, 'file') === null && existsSync(join(main.cwd, AGREED))) {
    mkdirSync(join(tree.engine.cwd, dirname(AGREED)), { recursive: true })
    copyFileSync(join(main.cwd, AGREED), join(tree.engine.cwd, AGREED))
  }
  writeFileSync(join(main.cwd, tree.manifest), `${JSON.stringify({ path: tree.path, branch: tree.branch })}\n`)
  return null
}

/** What a run left that was ended while it made the tree: no session was ever in it. */
async function forgetHalfMade({ cwd }: Engine, { path, branch }: PlanTree): Promise<void> {
  rmSync(join(cwd, path), { recursive: true, force: true })
  // Git locks one that it is making, and forgets none that is locked.
  await git(cwd, ['worktree', 'unlock', path])
  await git(cwd, ['worktree', 'prune'])
  const isEmpty = await git(cwd, ['merge-base', '--is-ancestor', `refs/heads/${branch}`, 'HEAD'])
  if (worked(isEmpty)) await git(cwd, ['update-ref', '-d', `refs/heads/${branch}`])
}

/** Removes the work tree and its branch, if all of it is merged and nothing lies there that is not committed; answers why it stays. */
export async function dropTree(main: Engine, tree: PlanTree): Promise<string | null> {
  const inTheWay = obstructed(main.cwd, tree)
  if (inTheWay !== null) return inTheWay
  if (!(await isMerged(main, tree))) return 'its work is not merged'
  const unclean = await whyUnclean(tree)
  if (unclean !== null) return unclean
  // A removal that is cut off leaves a part of the folder, which no longer looks clean.
  writeFileSync(join(main.cwd, leaving(tree)), '')
  const tip = lineOf(await git(main.cwd, ['rev-parse', `refs/heads/${tree.branch}`]))
  const removed = await git(main.cwd, ['worktree', 'remove', tree.path])
  if (worked(removed)) {
    await git(main.cwd, ['update-ref', '-d', `refs/heads/${tree.branch}`, tip])
    rmSync(join(main.cwd, tree.manifest), { force: true })
  }
  rmSync(join(main.cwd, leaving(tree)), { force: true })
  return worked(removed) ? null : `git keeps it: ${complaint(removed)}`
}

const leaving = ({ manifest }: PlanTree): string => `${manifest}.leaving`

/** Goes on where a removal was cut off; answers whether there was one. */
export async function endLeaving(main: Engine, tree: PlanTree): Promise<boolean> {
  if (obstructed(main.cwd, tree) !== null || !existsSync(join(main.cwd, leaving(tree)))) return false
  const isGone = await isMerged(main, tree)
  if (isGone) await forgetHalfMade(main, tree)
  for (const path of [tree.manifest, leaving(tree)]) rmSync(join(main.cwd, path), { force: true })
  return isGone
}

const MOST_NAMED = 3

/** What lies there and is not committed, as a reason; null: nothing. */
async function whyUnclean({ engine }: PlanTree): Promise<string | null> {
  freeOwnLock(engine)
  const status = await git(engine.cwd, ['status', '--porcelain=v1', '-z', '--untracked-files=all'])
  if (!worked(status)) return `git does not say whether all of it is committed: ${complaint(status)}`
  const paths = partsOf(status).map((line) => line.slice(3))
  const named = paths.slice(0, MOST_NAMED).join(', ')
  return paths.length === 0
    ? null
    : `it has changes or files that are not committed: ${named}${paths.length > MOST_NAMED ? ' …' : ''}`
}

const isMerged = async ({ cwd }: Engine, { branch }: PlanTree): Promise<boolean> =>
  worked(await git(cwd, ['merge-base', '--is-ancestor', `refs/heads/${branch}`, 'HEAD']))

/** Its engine has taken in what the plan's session made; whether it holds is asked again where it is brought in. */
export async function isHandedIn({ id, engine }: PlanTree): Promise<boolean> {
  const files = partsOf(await git(engine.cwd, ['ls-files', '-z', '--', '.planning']))
  return files.some((path) => path.endsWith(`/${id}-SUMMARY.md`))
}

/**
 * Brings a finished plan in; answers why it stays in its work tree. What the engine does not accept on the branch, together with what came before it there, is
 * taken off the branch again. `notes`: the run's folder.
 */
export async function bringIn(main: Engine, tree: PlanTree, notes: string): Promise<string | null> {
  const unclean = await whyUnclean(tree)
  if (unclean !== null) return unclean
  const isIn = await isMerged(main, tree)
  if (!isIn) await takeCaptures(main, tree)
  const merge = isIn ? await mergeAtHead(main, tree) : await mergeOf(main, tree)
  if (typeof merge === 'string') return merge
  const claim = await claimFor(main, tree)
  if ('refused' in claim) return claim.refused
  if (merge !== null && !isIn) {
    const refused = await moveForward(main.cwd, merge, notes)
    if (refused !== null) return `git does not take it in: ${refused}`
  }
  const said = await ask(main, 'unit', 'finish', '--claim', claim.token, '--begin')
  const refused = refusalIn(said)
  if (refused === null) return dropTree(main, tree)
  // Without an answer nobody knows whether it was accepted.
  const isBack = said !== null && merge !== null && (await takenOff(main, merge))
  return isBack
    ? `together with what came before it, it is not accepted: ${refused}`
    : `its work is merged, and the engine does not accept it: ${refused}`
}

/** The merge of the plan where nothing came after it: a run that was killed made it, and nobody has proven it yet. Null: there is something, or it needed none. */
async function mergeAtHead({ cwd }: Engine, { branch }: PlanTree): Promise<Move | null> {
  const names = ['HEAD', 'HEAD^1', 'HEAD^2', `refs/heads/${branch}`]
  const found = await Promise.all(names.map((name) => git(cwd, ['rev-parse', '--verify', '--quiet', name])))
  const [to = '', from = '', merged, tip] = found.map(lineOf)
  return found.every(worked) && merged === tip ? { from, to } : null
}

/** Changes of a person in the same files stay, and then the merge does too. */
async function takenOff({ cwd }: Engine, { from, to }: Move): Promise<boolean> {
  const head = await git(cwd, ['rev-parse', '--verify', 'HEAD'])
  return lineOf(head) === to && worked(await git(cwd, ['reset', '--quiet', '--keep', from]))
}

/** A commit that holds the project's branch and that of the plan; or why there is none. */
async function mergeOf({ cwd }: Engine, { id, branch }: PlanTree): Promise<Move | string> {
  // Asked once: the branch may move meanwhile, and then git does not take the merge in.
  const head = await git(cwd, ['rev-parse', '--verify', 'HEAD'])
  if (!worked(head)) return `git cannot merge it: ${complaint(head)}`
  const from = lineOf(head)
  const merged = await git(cwd, [...MERGE_TREE, from, branch])
  const [tree = '', ...conflicts] = partsOf(merged)
  const open = conflictsIn(conflicts)
  if (open.length > 0) return `it conflicts with what came before it: ${open.join(', ')}`
  if (!worked(merged) && conflicts.length === 0) return `git cannot merge it: ${complaint(merged)}`
  const entries = async (of: string) => partsOf(await git(cwd, ['ls-tree', '-z', of]))
  const kept = withPlanningOf(await entries(tree), await entries(from))
  const made = await git(cwd, ['mktree', '-z'], kept.map((entry) => `${entry}\0`).join(''))
  const commit = await git(cwd, ['commit-tree', lineOf(made), '-p', from, '-p', branch, '-m', `merge: plan ${id}`])
  return worked(commit) ? { from, to: lineOf(commit) } : `git cannot merge it: ${complaint(commit)}`
}

/** Thoughts that the plan's session kept lie among the planning files of its tree, which stay behind. */
async function takeCaptures(main: Engine, { engine }: PlanTree): Promise<void> {
  const notesOf = async (of: Engine, ...more: readonly string[]) => {
    const found = (await ask(of, 'note', 'list', '--kind', 'todo', ...more))?.['notes']
    return Array.isArray(found) ? found.filter(isJsonObject) : []
  }
  const kept = await notesOf(engine, '--status', 'pending')
  if (kept.length === 0) return
  const there = new Set((await notesOf(main, '--all')).map(({ id }) => id))
  const more = kept.filter(({ id }) => !there.has(id as string))
  for (const { text, class: kind, phase } of more) {
    const words = Object.entries({ class: kind, phase }).flatMap(([name, value]) =>
      typeof value === 'string' ? [`--${name}`, value] : [],
    )
    await ask(main, 'note', 'add', '--text', String(text), ...words)
  }
  if (more.length > 0) await ask(main, 'commit', 'docs: capture a thought', '--files', '.planning')
}

/** Claims go stale while others work. */
const MOST_CLAIMS = 8

/** Takes the plan in the project, with what its work tree handed in as the drafts. */
async function claimFor(
  main: Engine,
  { id, engine }: PlanTree,
): Promise<{ readonly token: string } | { readonly refused: string }> {
  for (let count = 1; ; count++) {
    const offer = await nextOffer(main)
    if (!isOffered(offer, id)) return { refused: offer.hold?.reason ?? 'the project does not offer it any more' }
    const said = await ask(main, 'unit', 'claim', 'execute-plan', id, '--revision', offer.revision)
    const token = said?.['claim']
    if (typeof token === 'string') {
      takeDrafts(main.cwd, engine.cwd, said as JsonObject)
      return { token }
    }
    const refused = refusalIn(said) ?? 'it is held'
    const error = said?.['error']
    if (count === MOST_CLAIMS || !isJsonObject(error) || error['code'] !== 'STALE_DECISION') return { refused }
  }
}

function takeDrafts(root: string, from: string, { drafts, expects }: JsonObject): void {
  const paths = (Array.isArray(expects) ? expects : []).flatMap((one) =>
    isJsonObject(one) ? [String(one['path'])] : [],
  )
  for (const path of paths.filter((one) => existsSync(join(from, one))))
    copyFileSync(join(from, path), join(root, String(drafts), basename(path)))
}
