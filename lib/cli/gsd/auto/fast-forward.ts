// Fast-forwards the branch to a merge. Git writes files before it moves the branch, so a kill in between would leave
// stray files in the old tree. The move is noted first, and the next run undoes it.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Refused } from '../../../core/auto/lane.js'
import { obstacleAt, plainFile, plainText } from '../../../node/disk.js'
import type { RunResult } from '../../../ports.js'
import { objectIn } from '../../../std/json.js'
import { complaint, git, headOf, namedPaths, partsOf, worked } from './git.js'

/** Two commits, the first an ancestor of the second. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** Bytes kept of Git's output: longer files cannot be compared. */
const MAX = 16 * 1024 * 1024

const noteIn = (folder: string): string => join(folder, 'moving.json')

/** Moves the branch; answers why Git refuses. Git overwrites nothing uncommitted. */
export async function moveForward(root: string, { from, to }: Move, folder: string): Promise<Refused | null> {
  writeFileSync(noteIn(folder), JSON.stringify({ from, to }))
  const moved = await git(root, ['merge', '--ff-only', '--quiet', to])
  rmSync(noteIn(folder), { force: true })
  return worked(moved) ? null : refusedBy(moved)
}

/** Git lists the files in its way on lines with a tab. */
function refusedBy(moved: RunResult): Refused {
  const paths = moved.stderr.split('\n').flatMap((line) => (line.startsWith('\t') ? line.trim() : []))
  if (paths.length === 0) return { is: 'refused', reason: `git does not take it in: ${complaint(moved)}` }
  const reason = `your folder has changes of its own that are not committed: ${namedPaths(paths)}`
  return { is: 'refused', reason, fix: 'commit them or put them away (git stash), then gsd auto' }
}

/** Undoes the writes of an interrupted move; the tree must be idle. Answers the paths changed since, which stay. */
export async function takeBackMove(root: string, folder: string): Promise<readonly string[]> {
  // Null too if the run was killed while it wrote the note.
  const move = objectIn(plainText(noteIn(folder), { maxBytes: MAX }) ?? '') as unknown as Move | null
  if (move === null) return []
  const isOld = (await headOf(root)) === move.from
  const touched = isOld
    ? partsOf(await git(root, ['diff', '--name-only', '--no-renames', '-z', move.from, move.to]))
    : []
  const written: string[] = []
  for (const path of touched) if (await isWritten(root, path, move)) written.push(path)
  await restore(root, written, move.from)
  rmSync(noteIn(folder), { force: true })
  return touched.filter((path) => !written.includes(path))
}

/** The file has the old text, the new text, or the start of the new: only Git has written to it. */
async function isWritten(root: string, path: string, { from, to }: Move): Promise<boolean> {
  // A link in the place of a folder leads elsewhere, to files that are not ours.
  if (obstacleAt(root, path, 'file') !== null) return false
  const file = plainFile(join(root, path), { maxBytes: MAX })
  if (typeof file === 'string') return file === 'absent'
  const text = file.bytes.toString('utf8')
  const at = (commit: string) => git(root, ['cat-file', '--filters', `${commit}:${path}`])
  const [old, fresh] = await Promise.all([at(from), at(to)])
  // A truncated character decodes to the replacement character.
  const start = text.replace(/\ufffd$/, '')
  return (worked(old) && old.stdout === text) || (worked(fresh) && fresh.stdout.startsWith(start))
}

/** Restores the files from the commit, in the index too. */
async function restore(root: string, paths: readonly string[], commit: string): Promise<void> {
  if (paths.length === 0) return
  const list = (all: readonly string[]) => all.map((path) => `${path}\0`).join('')
  await git(root, ['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul', commit], list(paths))
  const kept = new Set(partsOf(await git(root, ['ls-files', '-z', '--cached', '--', ...paths])))
  for (const path of paths.filter((one) => !kept.has(one))) rmSync(join(root, path), { force: true })
  if (kept.size > 0) await git(root, ['checkout-index', '--force', '-z', '--stdin'], list([...kept]))
}
