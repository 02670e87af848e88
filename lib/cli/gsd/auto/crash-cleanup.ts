// Cleans up after a killed run: stale locks, a branch half moved, an uncommitted record of a unit.
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { finishedIn } from '../../../core/auto/finished-units.js'
import { recordMessage } from '../../../core/dispatch/units/all.js'
import { GsdError } from '../../../errors.js'
import { sha256 } from '../../../node/digest.js'
import { errno, isBelow, namesIn, obstacleAt, plainText, targetOf } from '../../../node/disk.js'
import { acquireLock } from '../../../node/lock.js'
import { ask, type Engine } from './engine.js'
import { git, lineOf, partsOf, worked } from './git.js'
import { processData, processIds } from './processes.js'

/** The lock of the planning folder's writer; with a suffix while it is created or removed. */
const LOCK = '.planning/.lock'

/** Bytes of a ledger; a longer one is left to the next writer. */
export const MOST_LEDGER = 64 * 1024 * 1024

/** Commits the record of a finished unit if its session did not. */
export async function commitRecord(engine: Engine): Promise<void> {
  // Readers see an interrupted write as done, but the files show it only after the next write.
  await ask(engine, 'fsck')
  const status = await git(engine.cwd, ['status', '--porcelain=v1', '-z', '--no-renames', '--', '.planning'])
  const changed = partsOf(status).map((entry) => entry.slice(3))
  const ledgers = changed.filter((path) => path.endsWith('/ledger.jsonl'))
  for (const path of ledgers) {
    const before = await git(engine.cwd, ['cat-file', '--filters', `HEAD:${path}`])
    const now = plainText(join(engine.cwd, path), { most: MOST_LEDGER }) ?? ''
    const unit = finishedIn(worked(before) ? before.stdout : '', now, sha256).at(-1)
    if (unit === undefined) continue
    await ask(engine, 'commit', recordMessage(unit.unitType, unit.unitId), '--files', '.planning')
    return
  }
}

/**
 * Waits for the planning folder's writer, and removes the lock of a dead one, such as a hook of an ended session. Else
 * Git would not remove the work tree of an older project that does not ignore the file.
 */
export function freeOwnLock({ cwd }: Pick<Engine, 'cwd'>): void {
  if (obstacleAt(cwd, LOCK, 'file') !== null) return
  const isLeft = namesIn(join(cwd, dirname(LOCK))).some((name) => name.startsWith(basename(LOCK)))
  if (!isLeft) return
  try {
    acquireLock(join(cwd, LOCK)).release()
  } catch (thrown) {
    if (!(thrown instanceof GsdError)) throw thrown
  }
}

/** Removes Git's locks if no Git process is at work in the repository. They stay if the system does not show that. */
export async function freeLocks({ cwd }: Pick<Engine, 'cwd'>): Promise<void> {
  const common = await git(cwd, ['rev-parse', '--git-common-dir'])
  const folder = targetOf(resolve(cwd, lineOf(common)))
  const root = targetOf(cwd)
  if (process.platform !== 'linux' || !worked(common) || folder === null || root === null) return
  const locks = [...locksIn(folder), ...['refs', 'worktrees'].flatMap((name) => locksIn(join(folder, name), true))]
  if (locks.length === 0 || isGitAtWork([folder, root])) return
  for (const lock of locks) rmSync(lock, { force: true })
}

function locksIn(folder: string, isDeep = false): readonly string[] {
  try {
    return readdirSync(folder, { recursive: isDeep, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.lock'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

/** Whether a Git process works in one of the folders; one we may not inspect counts as if it did. */
function isGitAtWork(folders: readonly string[]): boolean {
  return processIds()
    .filter((pid) => processData(pid, 'comm')?.startsWith('git') === true)
    .some((pid) => {
      try {
        const at = readlinkSync(`/proc/${pid}/cwd`)
        return folders.some((folder) => isBelow(folder, at))
      } catch (error) {
        // An ending process has no folder any more.
        return errno(error) === 'EACCES'
      }
    })
}
