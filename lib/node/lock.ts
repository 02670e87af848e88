// Lock files, created exclusively. A lock is taken from its owner once that process is gone; where that cannot be checked, after five minutes of our own
// clock. A lock file may have come with the project: its shape is checked, and no path is made of its content.
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

/** What the lock file holds, as far as it has the shape. */
interface LockOwner {
  /** 0: the file does not say. */
  readonly pid: number
  /** Opaque mark of the process' start, so that a reused pid is not taken for the owner; null where the system does not tell. */
  readonly start?: string | null
  readonly host?: string
  /** Sixteen hexadecimal digits: the lock's own, or a digest of whatever else it holds. */
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
  readonly waitMs?: number | undefined
  /** Injected by tests. */
  readonly now?: () => number
}

const PATIENCE_MS = 5000
/** How much longer than for one holder it is waited when the holders change. */
const QUEUE_FACTOR = 6
/** How often it is asked again whether a holder lives. */
const JUDGE_MS = 250
/** How long to respect an owner that cannot be checked: one on another host, or a pid that may have been reused. */
const UNPROVEN_MS = 5 * 60_000
/** No lock says more. */
const MOST_BYTES = 4096
/** Where the file system knows no hard links, a lock is empty for a moment before it is filled; a full disk leaves it so. */
const EMPTY_LOCK_MS = 30_000
/** Of a lock, a guard, or a guard of one: a file name has room for more, and what is written beside it needs that. */
const MOST_NAME = 160

interface LockState {
  readonly owner: LockOwner
  /** By the file's own times, never by what it says. */
  readonly ageMs: number
  readonly empty: boolean
  /** No regular file: a link, a folder, a pipe. Nothing that writes locks leaves that. */
  readonly strange: boolean
}

/** The lock as it is on disk; null when there is none. */
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
 * Since when the file is as it is: the older of the two times, because anybody can set the first, and the second is the system's. What lies in the future
 * of our clock was not measured by it.
 */
function ageOf({ mtimeMs, ctimeMs }: Stats, now: number): number {
  const age = now - Math.min(mtimeMs, ctimeMs)
  return age < -UNPROVEN_MS ? Number.POSITIVE_INFINITY : age
}

const tokenOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A number that a process can have. */
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
    // A torn lock, which only its age can release.
    return { pid: 0, token }
  }
}

/** True when nobody can hold the lock any more. */
function isAbandoned(found: LockState): boolean {
  const { owner, ageMs } = found
  if (found.empty || owner.pid === 0) return ageMs > EMPTY_LOCK_MS
  const isElsewhere = owner.host !== undefined && owner.host !== hostname()
  if (isElsewhere) return ageMs > UNPROVEN_MS
  if (!isAlive(owner.pid)) return true
  const start = startOf(owner.pid)
  // The number lives, but nothing tells that it is the process that took the lock.
  if (owner.start === undefined || owner.start === null || start === null) return ageMs > UNPROVEN_MS
  return start !== owner.start
}

/** A new file with its full text, or none: a disk that is full takes no half of it. */
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

/** Creates `path` with its full text in one step, so that nobody ever sees an empty lock. False when it exists. */
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
    orLeft(() => removeQuietly(temporary))
  }
}

/** For file systems without hard links. */
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
 * Removes an abandoned lock. The right to do so is itself a lock, named after the token it removes:
 * two stealers that saw the same dead owner cannot remove each other's fresh lock.
 */
function removeAbandoned(path: string, found: LockState, options: LockOptions): void {
  // Kills leave a guard of a guard now and then. So many on top of each other came with the project, and the next would have no name.
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

/** What cannot be removed now, a later lock sweeps. */
function orLeft(remove: () => void): void {
  try {
    remove()
  } catch {}
}

/** Takes the lock or throws `LOCKED` (exit 3) when one live owner keeps it for longer than `waitMs` (default 5 s). */
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
      orLeft(() => sweep(path, options))
      return { path, token, release: () => releaseLock(path, token) }
    }
    queue.wait()
  }
}

/** One wait for a lock. It only reads: with many waiting, repeated work would slow down the holder. */
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

  /** Returns when the lock may be free; throws after waiting too long. */
  wait(): void {
    for (;;) {
      const found = readLock(this.#path, this.#options.now)
      const now = performance.now()
      if (found === null) return
      if (found.strange) throw strangeLock(this.#path)
      // The patience is for one holder: a queue that moves is not stuck.
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

/** `<pid>.<token>`: a lock that was being written; before it, of a guard, the token it guards. */
const UNFINISHED = /^(?:[0-9a-f]{16}\.)*(\d+)\.[0-9a-f]{16}$/
/** A guard: the token of the lock that is being removed. */
const GUARD = /^[0-9a-f]{16}(?:\.[0-9a-f]{16})*$/

/** Removes what killed processes left beside the lock: locks they were writing, guards of locks they were removing. The caller holds the lock. */
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
        ? `expected to lock ${path}, but a file that names no process is in its place`
        : `expected to lock ${path}, but process ${pid}${host === undefined ? '' : ` on ${JSON.stringify(host)}`} holds it`,
    fix: `wait for ${pid === 0 ? 'its owner' : `process ${pid}`} to end and repeat the command; delete ${path} only if that is not a planning tool. An owner that cannot be asked is respected for five minutes`,
  })

const strangeLock = (path: string) =>
  new GsdError({
    code: 'LOCKED',
    message: `expected to create the lock ${path}, but what is in its place is not a file`,
    fix: `look at ${path} and remove it: it is not the lock of a planning tool`,
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
