// Lock files, created exclusively. A lock is stale once its owner's process has ended, or after five minutes if that cannot
// be checked. A clone may contain a lock file: it is validated, and no path is built from it.
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { GsdError } from '../errors.js'
import { isAlive, startOf } from './alive.js'
import { sleep } from './clock.js'
import { plainFile } from './plain-file.js'
import { errno } from './system-error.js'

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
  readonly token: string
  /** Removes the lock if it is still ours. */
  release(): void
}

export interface LockOptions {
  /** Time to wait for one live owner before `LOCKED`; six times as long while owners change. */
  readonly waitMs?: number | undefined
  /** Set by tests. */
  readonly now?: () => number
}

const PATIENCE_MS = 5000
/** Factor for the wait while holders change. */
const QUEUE_FACTOR = 6
/** Interval for checking that the holder lives. */
const JUDGE_MS = 250
/** Age at which a lock is stale if its owner cannot be checked: another host, or a pid that may be reused. */
const UNPROVEN_MS = 5 * 60_000
const MOST_BYTES = 4096
/** Without hard links a lock is empty for a moment, or for good on a full disk. */
const EMPTY_LOCK_MS = 30_000
/** Maximum length of the name of a lock or guard; temporary names need the rest. */
const MOST_NAME = 160

interface LockState {
  readonly owner: LockOwner
  /** Age by the file's times, not its content. */
  readonly ageMs: number
  readonly empty: boolean
  /** Not a regular file, so not a lock of ours. */
  readonly strange: boolean
}

export function readLock(path: string, now: () => number = Date.now): LockState | null {
  const found = plainFile(path, { most: MOST_BYTES })
  if (typeof found !== 'string') {
    const text = found.bytes.toString('utf8')
    return { owner: ownerIn(text), ageMs: ageOf(found.stat, now()), empty: text.trim() === '', strange: false }
  }
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const token = tokenOf(`${stat.ino} ${stat.mtimeMs}`)
  return { owner: { pid: 0, token }, ageMs: ageOf(stat, now()), empty: false, strange: !stat.isFile() }
}

/**
 * Time of the last change: the older of mtime, which anybody can set, and ctime. A time in the future is of another
 * clock and is ignored.
 */
function ageOf({ mtimeMs, ctimeMs }: Stats, now: number): number {
  const age = now - Math.min(mtimeMs, ctimeMs)
  return age < -UNPROVEN_MS ? Number.POSITIVE_INFINITY : age
}

const tokenOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const isPid = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 255 ? value : undefined

function ownerIn(text: string): LockOwner {
  const token = tokenOf(text)
  try {
    const parsed = JSON.parse(text) as Readonly<Record<string, unknown>> | null
    if (typeof parsed !== 'object' || parsed === null || !isPid(parsed['pid'])) return { pid: 0, token }
    const [host, start, own] = [short(parsed['host']), short(parsed['start']), short(parsed['token'])]
    return {
      pid: parsed['pid'],
      ...(host === undefined ? {} : { host }),
      ...(start === undefined ? {} : { start }),
      token: own !== undefined && /^[0-9a-f]{16}$/.test(own) ? own : token,
    }
  } catch {
    // A torn lock: only its age makes it stale.
    return { pid: 0, token }
  }
}

function isAbandoned(found: LockState): boolean {
  const { owner, ageMs } = found
  if (found.empty || owner.pid === 0) return ageMs > EMPTY_LOCK_MS
  const isElsewhere = owner.host !== undefined && owner.host !== hostname()
  if (isElsewhere) return ageMs > UNPROVEN_MS
  if (!isAlive(owner.pid)) return true
  const start = startOf(owner.pid)
  // A process with this pid lives, but may not be the owner.
  if (owner.start === undefined || owner.start === null || start === null) return ageMs > UNPROVEN_MS
  return start !== owner.start
}

/** Creates a file with its full text or not at all, also on a full disk. */
function writeNew(path: string, text: string): void {
  const fd = openSync(path, 'wx')
  try {
    writeFileSync(fd, text)
  } catch (error) {
    removeQuietly(path)
    throw error
  } finally {
    closeSync(fd)
  }
}

/** Creates `path` with its full text atomically, so that no lock is ever empty. False if it exists. */
function createExclusively(path: string, text: string, token: string): boolean {
  const temporary = `${path}.${process.pid}.${token}`
  writeNew(temporary, text)
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if (errno(error) === 'EEXIST') return false
    return createByOpen(path, text)
  } finally {
    ignoreErrors(() => removeQuietly(temporary))
  }
}

/** Creates the lock on file systems without hard links. */
function createByOpen(path: string, text: string): boolean {
  try {
    writeNew(path, text)
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
 * Removes a stale lock under a guard, a lock named after the stale token, so that two processes that saw the same dead
 * owner cannot remove each other's fresh lock.
 */
function removeAbandoned(path: string, found: LockState, options: LockOptions): void {
  // Kills may leave nested guards. This many came with a clone, and the next name would be too long.
  if (basename(path).length > MOST_NAME) {
    removeQuietly(path)
    return
  }
  const guard = acquireLock(`${path}.${found.owner.token}`, options)
  try {
    if (readLock(path)?.owner.token === found.owner.token) removeQuietly(path)
  } finally {
    guard.release()
  }
}

/** Ignores failures: a later lock sweeps the rest. */
function ignoreErrors(remove: () => void): void {
  try {
    remove()
  } catch {}
}

/** Takes the lock, or throws `LOCKED` (exit 3) if one live owner keeps it longer than `waitMs` (default 5 s). */
export function acquireLock(path: string, options: LockOptions = {}): Lock {
  const now = options.now ?? Date.now
  const token = randomBytes(8).toString('hex')
  const owner: LockOwner & { readonly cwd: string; readonly acquired: string } = {
    pid: process.pid,
    cwd: process.cwd(),
    acquired: new Date(now()).toISOString(),
    start: startOf(process.pid),
    host: hostname(),
    token,
  }
  mkdirSync(dirname(path), { recursive: true })
  const queue = new Queue(path, options)
  for (;;) {
    if (createExclusively(path, JSON.stringify(owner), token)) {
      ignoreErrors(() => sweep(path, options))
      return { path, token, release: () => releaseLock(path, token) }
    }
    queue.wait()
  }
}

/** One wait for a lock. Only reads, so that many waiting processes do not slow down the holder. */
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

  /** Returns once the lock may be free; throws after the limit. */
  wait(): void {
    for (;;) {
      const found = readLock(this.#path, this.#options.now)
      const now = performance.now()
      if (found === null) return
      if (found.strange) throw strangeLock(this.#path)
      // The limit is for one holder: a moving queue is not stuck.
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
      sleep(Math.min(5 + this.#round++ * 5, 50) + Math.floor(Math.random() * 10))
    }
  }

  #giveUp(now: number, found: LockState): void {
    const patience = this.#options.waitMs ?? PATIENCE_MS
    if (now - this.#since < patience && now - this.#begin < patience * QUEUE_FACTOR) return
    throw lockedError(this.#path, found.owner)
  }
}

/** Temporary file of a lock: `<pid>.<token>`, for a guard after the guarded token. */
const UNFINISHED = /^(?:[0-9a-f]{16}\.)*(\d+)\.[0-9a-f]{16}$/
/** A guard, named after the stale token. */
const GUARD = /^[0-9a-f]{16}(?:\.[0-9a-f]{16})*$/

/** Removes temporary files and guards of killed processes. The caller holds the lock. */
function sweep(path: string, options: LockOptions): void {
  const prefix = `${basename(path)}.`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue
    const rest = name.slice(prefix.length)
    const writer = UNFINISHED.exec(rest)
    if (writer === null && !GUARD.test(rest)) continue
    const file = join(dirname(path), name)
    const found = readLock(file, options.now)
    if (found === null || found.strange) continue
    const isLeft = writer === null || !found.empty ? isAbandoned(found) : !isAlive(Number(writer[1]))
    if (isLeft) removeQuietly(file)
  }
}

function releaseLock(path: string, token: string): void {
  if (readLock(path)?.owner.token === token) removeQuietly(path)
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

const strangeLock = (path: string) =>
  new GsdError({
    code: 'LOCKED',
    message: `cannot create the lock ${path}: it exists and is not a file`,
    fix: `inspect ${path} and remove it: it is not the lock of a planning tool`,
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
