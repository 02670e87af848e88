import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GsdError } from '../../../lib/errors.js'
import { isAlive, startMarkOf } from '../../../lib/node/alive.js'
import { acquireLock, readLock, withLock } from '../../../lib/node/lock.js'
import { temporaryFolder } from '../../support/temporary.js'
import { itWhere } from '../../support/where.js'

let folder: string
let path: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = temporaryFolder('gsd-lock-')
  path = join(folder, '.lock')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a process that runs until it is killed. */
async function startSleeper(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'])
  children.push(child)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

const killAndWait = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

const codeOf = (action: () => unknown): string => {
  try {
    action()
  } catch (error) {
    return error instanceof GsdError ? error.code : String(error)
  }
  return 'acquired'
}

const write = (owner: Record<string, unknown>) => writeFileSync(path, JSON.stringify(owner))
const writeFor = ({ pid = 0 }: ChildProcess) =>
  write({ pid, host: hostname(), start: startMarkOf(pid), token: 'a', acquired: new Date().toISOString() })

describe('a lock', () => {
  it('excludes a second owner and leaves nothing behind', () => {
    withLock(path, () => {
      expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    })
    expect(readdirSync(folder)).toEqual([])
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }).release())).toBe('acquired')
  })

  it('is released when the body throws', () => {
    expect(() =>
      withLock(path, () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(existsSync(path)).toBe(false)
  })

  it('names its owner', () => {
    withLock(path, () => {
      expect(readLock(path)?.owner).toMatchObject({
        pid: process.pid,
        host: hostname(),
        start: startMarkOf(process.pid),
      })
    })
  })

  it('without a process is reported as expiring by itself', () => {
    writeFileSync(path, '')
    const body = expect.objectContaining({ fix: expect.stringContaining('after a few seconds') })
    expect(() => acquireLock(path, { waitMs: 0 })).toThrow(expect.objectContaining({ body }))
  })

  it('can be taken at once when its owner was killed', async () => {
    const child = await startSleeper()
    writeFor(child)
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    await killAndWait(child)
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('acquired')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is never taken from a live owner, however old it is', async () => {
    const child = await startSleeper()
    writeFor(child)
    utimesSync(path, 1, 1)
    const tomorrow = () => Date.now() + 86_400_000
    expect(codeOf(() => acquireLock(path, { waitMs: 30, now: tomorrow }))).toBe('LOCKED')
  })

  itWhere(process.platform === 'linux')('does not mistake a reused pid for its owner', async () => {
    const child = await startSleeper()
    write({ pid: child.pid, host: hostname(), start: 'another-boot:1', token: 'a', acquired: new Date().toISOString() })
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('acquired')
  })

  const later = (ms: number) => () => Date.now() + ms

  it.each([
    ['of another host', { pid: 1, host: 'elsewhere' }],
    [
      'of another host that says it is from the year 2099',
      { pid: 1, host: 'elsewhere', acquired: '2099-01-01T00:00:00Z' },
    ],
    ['of the number of a live process, without a proof that it is the same process', { pid: 1 }],
    ['of such a number on this host', { pid: 1, host: hostname(), start: null, acquired: '2099-01-01T00:00:00Z' }],
    ['whose proof is no text', { pid: 1, host: hostname(), start: 7 }],
  ])('%s is respected for five minutes of our own clock', (_, owner) => {
    write(owner)
    expect(codeOf(() => acquireLock(path, { waitMs: 30, now: later(4 * 60_000) }))).toBe('LOCKED')
    expect(codeOf(() => acquireLock(path, { waitMs: 0, now: later(6 * 60_000) }).release())).toBe('acquired')
    expect(readdirSync(folder)).toEqual([])
  })

  it('that is empty is not removed if another process replaced it after our check', () => {
    writeFileSync(path, '')
    utimesSync(path, 1, 1)
    let calls = 0
    const now = () => {
      // The first call is for our own lock, the second for the stale one.
      if (++calls === 2) {
        rmSync(path)
        writeFileSync(path, '')
      }
      return Date.now()
    }
    expect(codeOf(() => acquireLock(path, { waitMs: 30, now }))).toBe('LOCKED')
    expect(readdirSync(folder)).toEqual(['.lock'])
  })

  it('with a time in the future is stale', () => {
    write({ pid: 1, host: 'elsewhere' })
    utimesSync(path, 4_070_908_800, 4_070_908_800)
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('acquired')
    write({ pid: 1, host: 'elsewhere' })
    expect(codeOf(() => acquireLock(path, { waitMs: 0, now: later(-3_600_000) }).release())).toBe('acquired')
  })

  it.each([
    '../../../x/y',
    '..',
    join(tmpdir(), 'gsd-lock-token'),
    'a/b',
    'x'.repeat(300),
    'a\0b',
    ['../x'],
    { toString: 1 },
    7,
    null,
  ])('with an invalid token (%j) creates no path', (token) => {
    write({ pid: 999_999_999, token })
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('acquired')
    expect(readdirSync(folder)).toEqual([])
    expect(existsSync(join(tmpdir(), 'gsd-lock-token'))).toBe(false)
  })

  it.each([-1, 0, 1.5, 2 ** 31, 2 ** 53, '1', null, [1]])(
    'with an impossible pid (%j) is treated as one without a process',
    (pid) => {
      write({ pid, host: hostname() })
      expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
      expect(codeOf(() => acquireLock(path, { waitMs: 0, now: later(31_000) }).release())).toBe('acquired')
    },
  )

  it('without a token is valid while its process runs', async () => {
    const child = await startSleeper()
    write({ pid: child.pid, cwd: '/x' })
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    await killAndWait(child)
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('acquired')
  })

  it('that is empty is respected for the time that its owner may need to fill it', () => {
    writeFileSync(path, '')
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('acquired')
  })

  it('that is empty because its owner was killed expires during the wait', () => {
    writeFileSync(path, '')
    utimesSync(path, new Date(Date.now() - 2500), new Date(Date.now() - 2500))
    expect(codeOf(() => acquireLock(path).release())).toBe('acquired')
  })

  it('of another owner is not removed on release', () => {
    const lock = acquireLock(path)
    write({ pid: process.pid, token: 'theirs' })
    lock.release()
    expect(JSON.parse(readFileSync(path, 'utf8')).token).toBe('theirs')
  })
})

describe('a process', () => {
  itWhere(process.platform === 'linux')('that has ended is not alive, even if its parent never reaps it', async () => {
    // The shell becomes a program that does not reap children.
    const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(parent)
    const pid = Number(await new Promise((done) => parent.stdout.once('data', done)))
    for (const until = Date.now() + 10_000; isAlive(pid) && Date.now() < until; )
      await new Promise((done) => setTimeout(done, 10))
    expect(() => process.kill(pid, 0), 'it has a number still').not.toThrow()
    expect([isAlive(pid), isAlive(parent.pid as number)]).toEqual([false, true])
  })
})

describe('a path that is not a lock file', () => {
  it.each([
    ['a link that leads nowhere', () => symlinkSync('nowhere', path)],
    ['a link to a file', () => symlinkSync('/etc/hostname', path)],
    ['a folder', () => mkdirSync(join(path, 'x'), { recursive: true })],
    ['a pipe', () => execFileSync('mkfifo', [path])],
  ])('is reported as locked, and stays: %s', (_, put) => {
    put()
    expect(() => acquireLock(path, { waitMs: 50 })).toThrow(expect.objectContaining({ code: 'LOCKED', exit: 3 }))
    expect(readdirSync(folder)).toEqual(['.lock'])
  })

  it('next to the lock is left alone', () => {
    for (const name of ['.lock.notes', '.lock.aside-0123abcd', '.lock.d']) writeFileSync(join(folder, name), 'mine')
    withLock(path, () => {}, { now: () => Date.now() + 86_400_000 })
    expect(readdirSync(folder)).toHaveLength(3)
  })
})
