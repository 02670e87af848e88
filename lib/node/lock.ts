// Lock files, created exclusively. A lock is stale once its owner's process has ended, or after five minutes if that
// cannot be checked. A clone may contain a lock file: it is validated, and no path is built from it.
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { GsdError } from '../errors.js'
import { objectIn } from '../std/json.js'
import { isAlive, startOf } from './alive.js'
import { sleep } from './clock.js'
import { orNull, plainFile } from './disk.js'

/** The valid fields of a lock file. */
interface LockOwner {
  /** 0 if unknown. */
  readonly pid: number
  /** Start mark of the process, to detect a reused pid; null if unknown. */
  readonly start?: string | null
  readonly host?: string
  /** Sixteen hexadecimal digits: the lock's own, or a digest of its content. */
  readonly token: string
}

export interface Lock {
  readonly path: string
  /** Removes the lock if it is still ours. */
  release(): void
}

export interface LockOptions {
  /** How long to wait for one live owner before throwing `LOCKED`. */
  readonly waitMs?: number | undefined
  /** Set by tests. */
  readonly now?: () => number
}

const PATIENCE_MS = 5000
/** Interval for checking that the owner is alive. */
const JUDGE_MS = 250
/** Age at which a lock is stale if its owner cannot be checked: another host, or a pid that may be reused. */
const UNPROVEN_MS = 5 * 60_000
/** Age at which an empty lock is stale: its owner was killed before writing to it. Must be less than PATIENCE_MS. */
const EMPTY_LOCK_MS = 3000
const MAX_BYTES = 4096

interface LockState {
  readonly owner: LockOwner
  readonly ageMs: number
}

export function readLock(path: string, now: () => number = Date.now): LockState | null {
  const found = plainFile(path, { maxBytes: MAX_BYTES })
  const stat = typeof found === 'string' ? lstatSync(path, { throwIfNoEntry: false }) : found.stat
  if (stat === undefined) return null
  const text = typeof found === 'string' ? `${stat.ino}` : found.bytes.toString('utf8')
  // The clock of a share may differ from ours: a time far in the future is as stale as an old one.
  return { owner: ownerIn(text), ageMs: Math.abs(now() - stat.mtimeMs) }
}

const tokenOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const isPid = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 255 ? value : undefined

function ownerIn(text: string): LockOwner {
  const token = tokenOf(text)
  const parsed = objectIn(text)
  // An incomplete lock file: only its age makes it stale.
  if (parsed === null || !isPid(parsed['pid'])) return { pid: 0, token }
  const [host, start, own] = [short(parsed['host']), short(parsed['start']), short(parsed['token'])]
  return {
    pid: parsed['pid'],
    ...(host === undefined ? {} : { host }),
    ...(start === undefined ? {} : { start }),
    token: own !== undefined && /^[0-9a-f]{16}$/.test(own) ? own : token,
  }
}

function isAbandoned({ owner, ageMs }: LockState): boolean {
  if (owner.pid === 0) return ageMs > EMPTY_LOCK_MS
  if (owner.host !== undefined && owner.host !== hostname()) return ageMs > UNPROVEN_MS
  if (!isAlive(owner.pid)) return true
  const start = startOf(owner.pid)
  // A process with this pid lives, but may not be the owner.
  if (owner.start === undefined || owner.start === null || start === null) return ageMs > UNPROVEN_MS
  return start !== owner.start
}

/** Creates and fills the file; removes it on failure. False if it exists, or if others removed it while empty. */
function create(path: string, text: string): boolean {
  const fd = orNull(() => openSync(path, 'wx'), 'EEXIST')
  if (fd === null) return false
  try {
    writeFileSync(fd, text)
    return lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino
  } catch (error) {
    remove(path)
    throw error
  } finally {
    closeSync(fd)
  }
}

const remove = (path: string) => orNull(() => unlinkSync(path), 'ENOENT')

/**
 * Removes a stale lock under a guard, a lock named after the stale token, so that two processes that saw the same dead
 * owner cannot remove each other's fresh lock. Empty locks all have the same token, so the age is checked again.
 */
function removeAbandoned(path: string, stale: LockState, text: string, now: () => number): void {
  const guard = `${path}.${stale.owner.token}`
  if (!create(guard, text)) {
    const other = readLock(guard, now)
    if (other !== null && isAbandoned(other)) remove(guard)
    return
  }
  try {
    const left = readLock(path, now)
    if (left?.owner.token === stale.owner.token && isAbandoned(left)) remove(path)
  } finally {
    remove(guard)
  }
}

/** Takes the lock, or throws `LOCKED` (exit 3) if one live owner keeps it longer than `waitMs` (default 5 s). */
export function acquireLock(path: string, { waitMs = PATIENCE_MS, now = Date.now }: LockOptions = {}): Lock {
  const token = randomBytes(8).toString('hex')
  const acquired = new Date(now()).toISOString()
  const owner = { pid: process.pid, cwd: process.cwd(), acquired, start: startOf(process.pid), host: hostname(), token }
  const text = JSON.stringify(owner)
  mkdirSync(dirname(path), { recursive: true })
  let holder = ''
  let since = 0
  let judged = 0
  for (let round = 0; !create(path, text); round++) {
    const found = readLock(path, now)
    if (found === null) continue
    const at = performance.now()
    // The limit is for one holder: a moving queue is not stuck.
    const isNew = found.owner.token !== holder
    if (isNew) {
      holder = found.owner.token
      since = at
    }
    if (isNew || at - judged >= JUDGE_MS) {
      judged = at
      if (isAbandoned(found)) {
        removeAbandoned(path, found, text, now)
        continue
      }
    }
    if (at - since >= waitMs) throw lockedError(path, found.owner)
    sleep(Math.min(5 + round * 5, 50) + Math.floor(Math.random() * 10))
  }
  const release = (): void => {
    if (readLock(path)?.owner.token === token) remove(path)
  }
  return { path, release }
}

const lockedError = (path: string, { pid, host }: LockOwner) =>
  new GsdError({
    code: 'LOCKED',
    message:
      pid === 0
        ? `cannot lock ${path}: the existing file names no process`
        : `cannot lock ${path}: process ${pid}${host === undefined ? '' : ` on ${JSON.stringify(host)}`} holds it`,
    fix: `wait for ${pid === 0 ? 'its owner' : `process ${pid}`} to end and repeat the command; delete ${path} only if that is not a planning tool. An unreachable owner keeps the lock for five minutes`,
  })

export function withLock<T>(path: string, body: () => T, options: LockOptions = {}): T {
  const lock = acquireLock(path, options)
  try {
    return body()
  } finally {
    lock.release()
  }
}
