// Owner-checked locks by exclusive create. A lock is taken from its owner only when that owner is gone, never by age alone.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { GsdError } from '../errors.js'

/** What the lock file holds. Locks of other tools have no `start`, `host` and `token`. */
interface LockOwner {
  readonly pid: number
  readonly cwd?: string
  readonly acquired?: string
  /** Opaque mark of the process' start, so that a reused pid is not taken for the owner; null where the system does not tell. */
  readonly start?: string | null
  readonly host?: string
  readonly token: string
}

export interface Lock {
  readonly path: string
  readonly token: string
  /** Removes the lock if it is still ours. */
  release(): void
}

export interface LockOptions {
  /** How long to wait for one live owner before `LOCKED`; while the owners change, six times as long. */
  readonly waitMs?: number
  /** Injected by tests. */
  readonly now?: () => number
}

const PATIENCE_MS = 5000
/** How much longer than for one holder it is waited when the holders change. */
const QUEUE_FACTOR = 6
/** How often it is asked again whether a holder lives. */
const JUDGE_MS = 250
const FOREIGN_HOST_MS = 5 * 60_000
/** An empty lock file belongs to a tool that creates first and writes afterwards; this is how long such a tool itself respects it. */
const EMPTY_LOCK_MS = 30_000

const sleepCell = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number) => Atomics.wait(sleepCell, 0, 0, ms)

const errno = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Start mark of a live process, comparable only with marks of the same host; null when unknown. */
export function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
      return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
    }
    if (process.platform === 'darwin')
      return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'latin1', timeout: 2000 }).trim()
  } catch {
    return null
  }
  return null
}

/** True when a signal could reach the process. Not being allowed to signal it proves that it lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errno(error) === 'EPERM'
  }
}

interface Found {
  readonly owner: LockOwner
  readonly ageMs: number
  readonly empty: boolean
}

/** The lock as it is on disk; null when there is none. */
export function readLock(path: string, now: () => number = Date.now): Found | null {
  let text: string
  let modified: number
  try {
    text = readFileSync(path, 'utf8')
    modified = statSync(path).mtimeMs
  } catch (error) {
    if (errno(error) === 'ENOENT') return null
    throw error
  }
  const owner = ownerIn(text)
  const since = owner.acquired === undefined ? modified : Date.parse(owner.acquired)
  return { owner, ageMs: now() - (Number.isNaN(since) ? modified : since), empty: text.trim() === '' }
}

const tokenOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

function ownerIn(text: string): LockOwner {
  const bare = Number(text.trim())
  if (Number.isInteger(bare) && bare > 0) return { pid: bare, token: tokenOf(text) }
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && typeof (parsed as LockOwner).pid === 'number')
      return { ...(parsed as LockOwner), token: (parsed as Partial<LockOwner>).token ?? tokenOf(text) }
  } catch {
    // Not JSON: a foreign or torn lock, which only its age can release.
  }
  return { pid: 0, token: tokenOf(text) }
}

/** True when nobody can hold the lock any more. */
export function isAbandoned(found: Found): boolean {
  const { owner } = found
  if (found.empty || owner.pid === 0) return found.ageMs > EMPTY_LOCK_MS
  if (owner.host !== undefined && owner.host !== hostname()) return found.ageMs > FOREIGN_HOST_MS
  if (!isAlive(owner.pid)) return true
  if (owner.start === undefined || owner.start === null) return false
  const start = startOf(owner.pid)
  return start !== null && start !== owner.start
}

/** Creates `path` with its full text in one step, so that nobody ever sees an empty lock. False when it exists. */
function createExclusively(path: string, text: string, token: string): boolean {
  const temporary = `${path}.${process.pid}.${token}`
  const fd = openSync(temporary, 'wx')
  try {
    writeSync(fd, text)
  } finally {
    closeSync(fd)
  }
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if (errno(error) === 'EEXIST') return false
    return createByOpen(path, text)
  } finally {
    removeQuietly(temporary)
  }
}

/** For file systems without hard links. */
function createByOpen(path: string, text: string): boolean {
  try {
    const fd = openSync(path, 'wx')
    try {
      writeSync(fd, text)
    } finally {
      closeSync(fd)
    }
    return true
  } catch (error) {
    if (errno(error) === 'EEXIST') return false
    throw error
  }
}

const removeQuietly = (path: string) => {
  try {
    unlinkSync(path)
  } catch (error) {
    if (errno(error) !== 'ENOENT') throw error
  }
}

/**
 * Removes an abandoned lock. The right to do so is itself a lock, named after the token it removes:
 * two stealers that saw the same dead owner cannot remove each other's fresh lock.
 */
function removeAbandoned(path: string, found: Found, options: LockOptions): void {
  const guard = acquireLock(`${path}.${found.owner.token.slice(0, 16)}`, options)
  try {
    if (readLock(path)?.owner.token === found.owner.token) removeQuietly(path)
  } finally {
    guard.release()
  }
}

/** Takes the lock or throws `LOCKED` (exit 3) when one live owner keeps it for longer than `waitMs` (default 5 s). */
export function acquireLock(path: string, options: LockOptions = {}): Lock {
  const now = options.now ?? Date.now
  const token = randomBytes(8).toString('hex')
  const owner: LockOwner = {
    pid: process.pid,
    cwd: process.cwd(),
    acquired: new Date(now()).toISOString(),
    start: startOf(process.pid),
    host: hostname(),
    token,
  }
  mkdirSync(dirname(path), { recursive: true })
  return take(path, JSON.stringify(owner), token, options)
}

/** The same for the bare-pid form that other tools of the family understand. */
export function acquirePidLock(path: string, options: LockOptions = {}): Lock {
  const text = String(process.pid)
  return take(path, text, tokenOf(text), options)
}

function take(path: string, text: string, token: string, options: LockOptions): Lock {
  const queue = new Queue(path, options)
  for (;;) {
    if (createExclusively(path, text, token)) {
      sweep(path, options)
      return { path, token, release: () => releaseLock(path, token) }
    }
    queue.wait()
  }
}

/** One wait for a lock. Waiting only looks: with many in the queue, whatever each does again and again is taken from the one who works. */
class Queue {
  readonly #path: string
  readonly #options: LockOptions
  readonly #begin = performance.now()
  #holder: string | null = null
  #since = this.#begin
  #judged = 0
  #round = 0

  constructor(path: string, options: LockOptions) {
    this.#path = path
    this.#options = options
  }

  /** Comes back when the lock may be free, throws when it is waited for too long. */
  wait(): void {
    for (;;) {
      const found = readLock(this.#path, this.#options.now)
      const now = performance.now()
      if (found === null && existsAsLink(this.#path)) this.#giveUp(now, null)
      else if (found === null) return
      else {
        // A queue that moves is not stuck: the patience is for one holder.
        const isNew = found.owner.token !== this.#holder
        if (isNew) {
          this.#holder = found.owner.token
          this.#since = now
        }
        if (isNew || now - this.#judged >= JUDGE_MS) {
          this.#judged = now
          if (isAbandoned(found)) {
            removeAbandoned(this.#path, found, this.#options)
            return
          }
        }
        this.#giveUp(now, found)
      }
      sleep(Math.min(5 + this.#round++ * 5, 50) + Math.floor(Math.random() * 10))
    }
  }

  #giveUp(now: number, found: Found | null): void {
    const patience = this.#options.waitMs ?? PATIENCE_MS
    if (now - this.#since < patience && now - this.#begin < patience * QUEUE_FACTOR) return
    throw found === null ? unreadableLock(this.#path) : lockedError(this.#path, found.owner)
  }
}

/** A link that leads nowhere is in the way of a lock and can never be read. */
const existsAsLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** `<pid>.<token>`: a lock that was being written; before it, of a guard, the token it guards. */
const UNFINISHED = /^(?:[0-9a-f]{16}\.)?(\d+)\.[0-9a-f]{16}$/

/** Removes what killed processes left beside the lock: locks they were writing, guards of locks they were removing. The caller holds the lock. */
function sweep(path: string, options: LockOptions): void {
  const prefix = `${basename(path)}.`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue
    const file = join(dirname(path), name)
    const found = readLock(file, options.now)
    if (found === null) continue
    const writer = UNFINISHED.exec(name.slice(prefix.length))
    const isLeft = writer === null || !found.empty ? isAbandoned(found) : !isAlive(Number(writer[1]))
    if (isLeft) removeQuietly(file)
  }
}

function releaseLock(path: string, token: string): void {
  if (readLock(path)?.owner.token === token) removeQuietly(path)
}

const lockedError = (path: string, owner: LockOwner) =>
  new GsdError({
    code: 'LOCKED',
    message: `expected to lock ${path}, but process ${owner.pid}${owner.host === undefined ? '' : ` on ${owner.host}`} holds it`,
    fix: `wait for process ${owner.pid} to end and repeat the command; delete ${path} only if that process is not a planning tool`,
  })

const unreadableLock = (path: string) =>
  new GsdError({
    code: 'LOCKED',
    message: `expected to create the lock ${path}, but something that cannot be read is in its place`,
    fix: `look at ${path} and remove it: it is no lock of a planning tool`,
  })

/** Runs `body` while holding the lock. */
export function withLock<T>(path: string, body: () => T, options: LockOptions = {}): T {
  const lock = acquireLock(path, options)
  try {
    return body()
  } finally {
    lock.release()
  }
}
