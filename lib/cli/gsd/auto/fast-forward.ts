// Fast-forwards the branch to a commit. Git writes files before it moves the branch, so a kill in between would leave
// stray files in the old tree. The move is noted first, so that the next run can undo it.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaneProblem } from '../../../core/auto/lane.js'
import { obstacleAt, plainFile, plainText } from '../../../node/disk.js'
import type { RunResult } from '../../../ports.js'
import { objectIn } from '../../../std/json.js'
import { git, gitProblem, headOf, nulSeparated, pathList, succeeded } from './git.js'

/** Two commits, the first an ancestor of the second. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** Largest file that can be compared, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024

const notePath = (folder: string): string => join(folder, 'moving.json')

/** Fast-forwards the branch; returns why Git refuses, or null. Git overwrites nothing uncommitted. */
export async function moveForward(root: string, { from, to }: Move, folder: string): Promise<LaneProblem | null> {
  writeFileSync(notePath(folder), JSON.stringify({ from, to }))
  const moved = await git(root, ['merge', '--ff-only', '--quiet', to])
  rmSync(notePath(folder), { force: true })
  return succeeded(moved) ? null : problemOf(moved)
}

/** Names the uncommitted files that Git would overwrite; Git lists them on lines that begin with a tab. */
function problemOf(moved: RunResult): LaneProblem {
  const paths = moved.stderr.split('\n').flatMap((line) => (line.startsWith('\t') ? line.trim() : []))
  if (paths.length === 0) return { is: 'refused', reason: `git cannot fast-forward: ${gitProblem(moved)}` }
  const reason = `your folder has uncommitted changes: ${pathList(paths)}`
  return { is: 'refused', reason, fix: 'commit or stash them (git stash), then run gsd auto' }
}

/** Undoes a move that was interrupted before the branch moved, in an idle tree. Returns the paths that others changed, which stay. */
export async function undoMove(root: string, folder: string): Promise<readonly string[]> {
  // Also null if the run was killed while it wrote the note.
  const move = objectIn(plainText(notePath(folder), { maxBytes: MAX_BYTES }) ?? '') as unknown as Move | null
  if (move === null) return []
  const isUnmoved = (await headOf(root)) === move.from
  const touched = isUnmoved
    ? nulSeparated(await git(root, ['diff', '--name-only', '--no-renames', '-z', move.from, move.to]))
    : []
  const written: string[] = []
  for (const path of touched) if (await isWrittenByGit(root, path, move)) written.push(path)
  await restore(root, written, move.from)
  rmSync(notePath(folder), { force: true })
  return touched.filter((path) => !written.includes(path))
}

/** Whether only Git has written the file: it is missing, or has the old text, the new text or the start of the new. */
async function isWrittenByGit(root: string, path: string, { from, to }: Move): Promise<boolean> {
  // A link in place of a folder leads to files outside the project.
  if (obstacleAt(root, path, 'file') !== null) return false
  const file = plainFile(join(root, path), { maxBytes: MAX_BYTES })
  if (typeof file === 'string') return file === 'absent'
  const text = file.bytes.toString('utf8')
  const at = (commit: string) => git(root, ['cat-file', '--filters', `${commit}:${path}`])
  const [old, fresh] = await Promise.all([at(from), at(to)])
  // A truncated character decodes to the replacement character.
  const start = text.replace(/\ufffd$/, '')
  return (succeeded(old) && old.stdout === text) || (succeeded(fresh) && fresh.stdout.startsWith(start))
}

/** Restores the files from the commit, also in the index; removes those that the commit lacks. */
async function restore(root: string, paths: readonly string[], commit: string): Promise<void> {
  if (paths.length === 0) return
  const list = (all: readonly string[]) => all.map((path) => `${path}\0`).join('')
  await git(root, ['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul', commit], list(paths))
  const inIndex = new Set(nulSeparated(await git(root, ['ls-files', '-z', '--cached', '--', ...paths])))
  for (const path of paths.filter((one) => !inIndex.has(one))) rmSync(join(root, path), { force: true })
  if (inIndex.size > 0) await git(root, ['checkout-index', '--force', '-z', '--stdin'], list([...inIndex]))
}
