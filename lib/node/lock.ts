// Lock files, created exclusively. A lock is stale once its owner's process has ended, after five minutes if that
// cannot be checked, and after three seconds if it names no process. A clone may bring a lock file, so it is validated.
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { type GsdError, gsdError } from '../errors.js'
import { objectIn } from '../std/json.js'
import { isAlive, startMarkOf } from './alive.js'
import { sleep } from './clock.js'
import { orNull, plainFile } from './disk.js'

/** The valid fields of a lock file. */
interface LockOwner {
  /** 0 if unknown. */
  readonly pid: number
  /** Mark of the process's start, to detect a reused pid; null if unknown. */
  readonly start?: string | null
  readonly host?: string
  /** Sixteen hexadecimal digits: the token in the file, or else a digest of its content. */
  readonly token: string
}

export interface Lock {
  readonly path: string
  /** Removes the lock if it is still ours. */
  release(): void
}

export interface LockOptions {
  /** How long to wait while the same owner holds the lock before throwing `LOCKED`. */
  readonly waitMs?: number | undefined
  /** Set by tests. */
  readonly now?: () => number
}

const DEFAULT_WAIT_MS = 5000
/** Interval of checks whether the owner still runs. */
const CHECK_INTERVAL_MS = 250
/** Age at which a lock is stale if its owner cannot be checked: it is on another host, or its pid may be reused. */
const UNVERIFIABLE_STALE_MS = 5 * 60_000
/** Age at which a lock without a pid is stale: its owner was killed while creating it. Less than `DEFAULT_WAIT_MS`. */
const EMPTY_LOCK_MS = 3000
const MAX_BYTES = 4096

interface LockState {
  readonly owner: LockOwner
  readonly ageMs: number
}

/** Reads a lock, whatever is in its place; null if nothing is. */
export function readLock(path: string, now: () => number = Date.now): LockState | null {
  const found = plainFile(path, { maxBytes: MAX_BYTES })
  const stat = typeof found === 'string' ? lstatSync(path, { throwIfNoEntry: false }) : found.stat
  if (stat === undefined) return null
  const text = typeof found === 'string' ? `${stat.ino}` : found.bytes.toString('utf8')
  // The clock of a network share may differ from ours: a time far in the future is as stale as an old one.
  return { owner: ownerIn(text), ageMs: Math.abs(now() - stat.mtimeMs) }
}

const tokenOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const isPid = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 255 ? value : undefined

function ownerIn(text: string): LockOwner {
  const token = tokenOf(text)
  const parsed = objectIn(text)
  // An incomplete lock file can only be judged by its age.
  if (parsed === null || !isPid(parsed['pid'])) return { pid: 0, token }
  const [host, start, storedToken] = [shortText(parsed['host']), shortText(parsed['start']), shortText(parsed['token'])]
  return {
    pid: parsed['pid'],
    ...(host === undefined ? {} : { host }),
    ...(start === undefined ? {} : { start }),
    token: storedToken !== undefined && /^[0-9a-f]{16}$/.test(storedToken) ? storedToken : token,
  }
}

function isStale({ owner, ageMs }: LockState): boolean {
  if (owner.pid === 0) return ageMs > EMPTY_LOCK_MS
  if (owner.host !== undefined && owner.host !== hostname()) return ageMs > UNVERIFIABLE_STALE_MS
  if (!isAlive(owner.pid)) return true
  const start = startMarkOf(owner.pid)
  // A process with this pid is running, but may not be the owner.
  if (owner.start === undefined || owner.start === null || start === null) return ageMs > UNVERIFIABLE_STALE_MS
  return start !== owner.start
}

/** Creates and fills the file. False if it already exists, or if another process removed it before it was filled. */
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
 * Removes a stale lock under a guard, which is a lock named after the stale token: otherwise two processes that saw the
 * same owner could remove each other's new lock. All empty locks have the same token, so the age is checked again.
 */
function removeStale(path: string, stale: LockState, text: string, now: () => number): void {
  const guard = `${path}.${stale.owner.token}`
  if (!create(guard, text)) {
    const other = readLock(guard, now)
    if (other !== null && isStale(other)) remove(guard)
    return
  }
  try {
    const left = readLock(path, now)
    if (left?.owner.token === stale.owner.token && isStale(left)) remove(path)
  } finally {
    remove(guard)
  }
}

/** Takes the lock. Throws `LOCKED` (exit code 3) if the same owner holds it longer than `waitMs` (default: 5 s). */
export function acquireLock(path: string, { waitMs = DEFAULT_WAIT_MS, now = Date.now }: LockOptions = {}): Lock {
  const token = randomBytes(8).toString('hex')
  const acquired = new Date(now()).toISOString()
  const owner = {
    pid: process.pid,
    cwd: process.cwd(),
    acquired,
    start: startMarkOf(process.pid),
    host: hostname(),
    token,
  }
  const text = JSON.stringify(owner)
  mkdirSync(dirname(path), { recursive: true })
  let holder = ''
  let since = 0
  let checkedAt = 0
  for (let round = 0; !create(path, text); round++) {
    const found = readLock(path, now)
    if (found === null) continue
    const at = performance.now()
    // The wait starts again with each new holder: a lock that keeps changing hands is not stuck.
    const isNewHolder = found.owner.token !== holder
    if (isNewHolder) {
      holder = found.owner.token
      since = at
    }
    if (isNewHolder || at - checkedAt >= CHECK_INTERVAL_MS) {
      checkedAt = at
      if (isStale(found)) {
        removeStale(path, found, text, now)
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

function lockedError(path: string, { pid, host }: LockOwner): GsdError {
  const place = host === undefined ? '' : ` on ${JSON.stringify(host)}`
  return gsdError(
    'LOCKED',
    pid === 0
      ? `cannot lock ${path}: the existing file names no process`
      : `cannot lock ${path}: process ${pid}${place} holds it`,
    pid === 0
      ? 'repeat the command: the file expires by itself after a few seconds'
      : `wait for process ${pid} to end, then repeat the command; delete ${path} only if that process is not gsd. If it cannot be checked, the lock expires after five minutes`,
  )
}

/** Runs `body` under the lock. */
export function withLock<T>(path: string, body: () => T, options: LockOptions = {}): T {
  const lock = acquireLock(path, options)
  try {
    return body()
  } finally {
    lock.release()
  }
}
