// The branch moves forward to a merge. Git writes files first and moves the branch last, so one that is killed in between leaves some files of the merge in a tree
// that is still the old one, where they would be in the way for ever. The move is noted before, and the next run takes back what was written.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { obstacleAt } from '../../../node/obstacle.js'
import { plainFile, plainText } from '../../../node/plain-file.js'
import { objectIn } from '../../../std/json.js'
import { complaint, git, lineOf, partsOf, worked } from './git.js'

/** Two commits, the second of which holds the first. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** Bytes that are kept of what git prints, so no longer file can be compared. */
const MOST = 16 * 1024 * 1024

const noteIn = (folder: string): string => join(folder, 'moving.json')

/** Moves the branch; answers why git does not. Git overwrites nothing that is not committed. */
export async function moveForward(root: string, { from, to }: Move, folder: string): Promise<string | null> {
  writeFileSync(noteIn(folder), JSON.stringify({ from, to }))
  const moved = await git(root, ['merge', '--ff-only', '--quiet', to])
  rmSync(noteIn(folder), { force: true })
  return worked(moved) ? null : complaint(moved)
}

/** Takes back what a move that was cut off wrote; nothing else may be at work in the tree. Answers the paths that somebody has changed since, which stay. */
export async function takeBackMove(root: string, folder: string): Promise<readonly string[]> {
  const move = moveIn(folder)
  if (move === null) return []
  const isOld = lineOf(await git(root, ['rev-parse', '--verify', 'HEAD'])) === move.from
  const touched = isOld
    ? partsOf(await git(root, ['diff', '--name-only', '--no-renames', '-z', move.from, move.to]))
    : []
  const written: string[] = []
  for (const path of touched) if (await isWritten(root, path, move)) written.push(path)
  await restore(root, written, move.from)
  rmSync(noteIn(folder), { force: true })
  return touched.filter((path) => !written.includes(path))
}

function moveIn(folder: string): Move | null {
  const { from, to } = objectIn(plainText(noteIn(folder), { most: MOST }) ?? '') ?? {}
  return isCommit(from) && isCommit(to) ? { from, to } : null
}

const isCommit = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value)

/** The file is as it was, as it was to be, or the beginning of that: nobody but git has written to it. */
async function isWritten(root: string, path: string, { from, to }: Move): Promise<boolean> {
  // A link in the place of a folder leads elsewhere, and nothing there is ours.
  if (obstacleAt(root, path, 'file') !== null) return false
  const file = plainFile(join(root, path), { most: MOST })
  if (typeof file === 'string') return file === 'absent'
  const text = file.bytes.toString('utf8')
  const [old, new_] = await Promise.all(
    [from, to].map((commit) => git(root, ['cat-file', '--filters', `${commit}:${path}`])),
  )
  const is = (found: typeof old, compare: (whole: string) => boolean) =>
    found !== undefined && worked(found) && compare(found.stdout)
  // A character that was cut in half reads as the mark of one.
  return is(old, (whole) => whole === text) || is(new_, (whole) => whole.startsWith(text.replace(/\ufffd$/, '')))
}

/** The files as the commit has them, in the index too. */
async function restore(root: string, paths: readonly string[], commit: string): Promise<void> {
  if (paths.length === 0) return
  const list = (all: readonly string[]) => all.map((path) => `${path}\0`).join('')
  await git(root, ['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul', commit], list(paths))
  const kept = new Set(partsOf(await git(root, ['ls-files', '-z', '--cached', '--', ...paths])))
  for (const path of paths.filter((one) => !kept.has(one))) rmSync(join(root, path), { force: true })
  if (kept.size > 0) await git(root, ['checkout-index', '--force', '-z', '--stdin'], list([...kept]))
}
