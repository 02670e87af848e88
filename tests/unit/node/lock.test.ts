import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
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
import { acquireLock, readLock, startOf, withLock } from '../../../lib/node/lock.js'

let folder: string
let path: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gsd-lock-'))
  path = join(folder, '.lock')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A process that lives until it is ended. */
async function sleeper(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'])
  children.push(child)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

const ended = (child: ChildProcess) =>
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
  return 'taken'
}

const held = (owner: Record<string, unknown>) => writeFileSync(path, JSON.stringify(owner))

describe('a lock', () => {
  it('excludes a second owner and leaves nothing behind', () => {
    withLock(path, () => {
      expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    })
    expect(readdirSync(folder)).toEqual([])
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }).release())).toBe('taken')
  })

  it('is given back when the body throws', () => {
    expect(() =>
      withLock(path, () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(existsSync(path)).toBe(false)
  })

  it('is taken with whatever a killed process left beside it, and nothing of a live one', async () => {
    const [dead, live] = [await sleeper(), await sleeper()]
    await ended(dead)
    const [token, other] = ['0123456789abcdef', 'fedcba9876543210']
    const leftovers = [`.${dead.pid}.${token}`, `.${token}`, `.${other}.${dead.pid}.${token}`]
    const lock = JSON.stringify({ pid: dead.pid, host: hostname(), token })
    writeFileSync(`${path}${leftovers[0]}`, '')
    for (const name of leftovers.slice(1)) writeFileSync(`${path}${name}`, lock)
    const kept = [`.lock.${live.pid}.${token}`, '.lock.notes', 'STATE.md.lock']
    for (const name of kept) writeFileSync(join(folder, name), name.endsWith(token) ? '' : String(live.pid))
    withLock(path, () => {})
    expect(readdirSync(folder).sort()).toEqual([...kept].sort())
  })

  it('says who holds it', () => {
    withLock(path, () => {
      expect(readLock(path)?.owner).toMatchObject({ pid: process.pid, host: hostname(), start: startOf(process.pid) })
    })
  })

  it('passes on at once when its owner was killed', async () => {
    const child = await sleeper()
    held({
      pid: child.pid,
      host: hostname(),
      start: startOf(child.pid as number),
      token: 'a',
      acquired: new Date().toISOString(),
    })
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    await ended(child)
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('taken')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is never taken from a live owner, however old it is', async () => {
    const child = await sleeper()
    held({
      pid: child.pid,
      host: hostname(),
      start: startOf(child.pid as number),
      token: 'a',
      acquired: new Date().toISOString(),
    })
    utimesSync(path, 1, 1)
    const tomorrow = () => Date.now() + 86_400_000
    expect(codeOf(() => acquireLock(path, { waitMs: 30, now: tomorrow }))).toBe('LOCKED')
  })

  it.skipIf(process.platform !== 'linux')('does not take a reused process number for its owner', async () => {
    const child = await sleeper()
    held({ pid: child.pid, host: hostname(), start: 'another-boot:1', token: 'a', acquired: new Date().toISOString() })
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('taken')
  })

  it('of another host is respected for five minutes', () => {
    held({ pid: 1, host: 'elsewhere', token: 'a', acquired: new Date(Date.now() - 60_000).toISOString() })
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    held({ pid: 1, host: 'elsewhere', token: 'a', acquired: new Date(Date.now() - 6 * 60_000).toISOString() })
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('taken')
  })

  it.each([
    ['JSON without token', (pid: number) => JSON.stringify({ pid, cwd: '/x', acquired: new Date().toISOString() })],
    ['a bare process number', (pid: number) => `${pid}`],
  ])('of an older tool (%s) counts while its process lives', async (_name, text) => {
    const child = await sleeper()
    writeFileSync(path, text(child.pid as number))
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    await ended(child)
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('taken')
  })

  it('that is empty is left to the tool that is about to fill it, for as long as that tool respects it', () => {
    writeFileSync(path, '')
    expect(codeOf(() => acquireLock(path, { waitMs: 30 }))).toBe('LOCKED')
    utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
    expect(codeOf(() => acquireLock(path, { waitMs: 0 }).release())).toBe('taken')
  })

  it('of somebody else is not removed on release', () => {
    const lock = acquireLock(path)
    held({ pid: process.pid, token: 'theirs' })
    lock.release()
    expect(JSON.parse(readFileSync(path, 'utf8')).token).toBe('theirs')
  })
})

describe('what is no lock at all', () => {
  it('is named instead of waited for without end', () => {
    symlinkSync('nowhere', path)
    expect(() => acquireLock(path, { waitMs: 50 })).toThrow(expect.objectContaining({ code: 'LOCKED', exit: 3 }))
  })
})
