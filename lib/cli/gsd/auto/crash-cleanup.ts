// Cleans up after killed runs and sessions: stale locks, unfinished writes, and an uncommitted record of a unit.
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { finishedSince } from '../../../core/auto/finished-units.js'
import { recordMessage } from '../../../core/dispatch/units/all.js'
import { GsdError } from '../../../errors.js'
import { recover } from '../../../node/commit.js'
import { sha256 } from '../../../node/digest.js'
import { errno, isAtOrBelow, namesIn, obstacleAt, plainText, targetOf } from '../../../node/disk.js'
import { unfinishedIn } from '../../../node/intent.js'
import { acquireLock, withLock } from '../../../node/lock.js'
import { attempt } from '../../../std/attempt.js'
import { ask, type Engine } from './engine.js'
import { git, nulSeparated, succeeded, textOf } from './git.js'
import { processData, processIds } from './processes.js'

/** The lock of the planning folder's writer. `.lock.<token>` guards the removal of a stale lock. */
const LOCK = '.planning/.lock'
const LOCK_NAMES = /^\.lock(\.[0-9a-f]{16})?$/

/** Largest ledger read, in bytes; a larger one counts as empty. */
export const MAX_LEDGER = 64 * 1024 * 1024

/** Completes interrupted writes, then commits the record of a finished unit if its session has not. */
export async function commitRecord(engine: Engine): Promise<void> {
  completeWrites(engine)
  const status = await git(engine.cwd, ['status', '--porcelain=v1', '-z', '--no-renames', '--', '.planning'])
  const changed = nulSeparated(status).map((entry) => entry.slice(3))
  const ledgers = changed.filter((path) => path.endsWith('/ledger.jsonl'))
  for (const path of ledgers) {
    const before = await git(engine.cwd, ['cat-file', '--filters', `HEAD:${path}`])
    const now = plainText(join(engine.cwd, path), { maxBytes: MAX_LEDGER }) ?? ''
    const unit = finishedSince(succeeded(before) ? before.stdout : '', now, sha256).at(-1)
    if (unit === undefined) continue
    await ask(engine, 'commit', recordMessage(unit.unitType, unit.unitId), '--files', '.planning')
    return
  }
}

/**
 * Completes or drops writes that dead processes left in the planning folder, and removes their locks, which Git does not
 * ignore in older projects. Waits up to five seconds for a live writer; gives up if it goes on, or a lock is not a plain file.
 */
export function completeWrites({ cwd }: Pick<Engine, 'cwd'>): void {
  const locks = namesIn(join(cwd, dirname(LOCK))).flatMap((name) =>
    LOCK_NAMES.test(name) ? `${dirname(LOCK)}/${name}` : [],
  )
  if (locks.some((path) => obstacleAt(cwd, path, 'file') !== null)) return
  try {
    for (const path of locks) acquireLock(join(cwd, path)).release()
    if (unfinishedIn(cwd).length > 0) withLock(join(cwd, LOCK), () => recover(cwd))
  } catch (thrown) {
    if (!(thrown instanceof GsdError)) throw thrown
  }
}

/** On Linux, removes Git's locks if no Git process is at work in the repository. Other systems do not show that. */
export async function freeLocks({ cwd }: Pick<Engine, 'cwd'>): Promise<void> {
  const common = await git(cwd, ['rev-parse', '--git-common-dir'])
  const folder = targetOf(resolve(cwd, textOf(common)))
  const root = targetOf(cwd)
  if (process.platform !== 'linux' || !succeeded(common) || folder === null || root === null) return
  const locks = [...locksIn(folder), ...['refs', 'worktrees'].flatMap((name) => locksIn(join(folder, name), true))]
  if (locks.length === 0 || isGitAtWork([folder, root])) return
  for (const lock of locks) rmSync(lock, { force: true })
}

const locksIn = (folder: string, isDeep = false): readonly string[] =>
  attempt(() => readdirSync(folder, { recursive: isDeep, withFileTypes: true }), [])
    .filter((entry) => entry.isFile() && entry.name.endsWith('.lock'))
    .map((entry) => join(entry.parentPath, entry.name))

/** Whether a Git process works in one of the folders. A process that we may not inspect counts as working there. */
function isGitAtWork(folders: readonly string[]): boolean {
  return processIds()
    .filter((pid) => processData(pid, 'comm')?.startsWith('git') === true)
    .some((pid) => {
      try {
        const at = readlinkSync(`/proc/${pid}/cwd`)
        return folders.some((folder) => isAtOrBelow(folder, at))
      } catch (error) {
        // An ending process has no working folder.
        return errno(error) === 'EACCES'
      }
    })
}
