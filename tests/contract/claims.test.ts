// What holds for claims, wherever they are kept: one suite over a folder of this machine and refs on a remote.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Claims, Held, Taker } from '../../lib/core/dispatch/held.js'
import { GIT_VARIABLES, remoteClaims } from '../../lib/core/dispatch/remote-claims.js'
import { folderClaims } from '../../lib/node/folder-claims.js'
import { runStep } from '../../lib/node/run.js'
import type { Holder, Standing } from '../../lib/ports.js'

const MINUTE = 60_000
const LEASE = 10 * MINUTE
const UNIT = 'execute-plan/01-01'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** Machines that see each other by the claims alone; a process is alive until it is killed. */
class World {
  readonly root = mkdtempSync(join(tmpdir(), 'gsd-claims-'))
  readonly dead = new Set<number>()
  now = Date.parse('2026-01-05T12:00:00.000Z')
  #count = 0

  constructor() {
    roots.push(this.root)
  }

  /** `ahead`: how far its clock is before the others. */
  taker(machine: string, pid: number, ahead = 0): Taker {
    const own: Holder = { host: machine, namespace: '', pid, start: String(pid), session: null }
    const standingOf = (other: Holder): Standing =>
      other.host !== machine
        ? 'unknown'
        : other.pid === pid
          ? 'client'
          : this.dead.has(other.pid)
            ? 'gone'
            : 'elsewhere'
    return {
      machine,
      presence: { holder: own, standingOf },
      clock: { now: () => this.now + ahead },
      fresh: () => `token-${machine}-${++this.#count}`,
    }
  }
}

interface Adapter {
  open(world: World): { join(taker: Taker): Claims; away?(isAway: boolean): void }
  /** The machine of a second claimer, who sees no process of the first. */
  readonly other: string
}

function remoteOn(world: World): ReturnType<Adapter['open']> {
  const git = (cwd: string, ...words: readonly string[]) => execFileSync('git', words, { cwd, stdio: 'pipe' })
  const bare = join(world.root, 'bare.git')
  git(world.root, 'init', '--quiet', '--bare', bare)
  let count = 0
  return {
    join: (taker) => {
      const clone = join(world.root, `clone-${++count}`)
      git(world.root, 'clone', '--quiet', bare, clone)
      const run = (words: readonly string[], stdin?: string) =>
        runStep(clone, { argv: ['git', ...words], env: GIT_VARIABLES, ...(stdin === undefined ? {} : { stdin }) })
      return remoteClaims(run, 'origin', taker)
    },
    away: (isAway) => renameSync(isAway ? bare : `${bare}.away`, isAway ? `${bare}.away` : bare),
  }
}

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  'a folder': {
    other: 'two',
    open: (world) => {
      mkdirSync(join(world.root, '.planning'))
      return { join: (taker) => folderClaims(world.root, '.planning/.runtime/claims', taker) }
    },
  },
  'refs on a remote': { other: 'two', open: remoteOn },
}

const tokenOf = (found: Awaited<ReturnType<Claims['acquire']>>): string => {
  expect(found.is).toBe('taken')
  return found.is === 'taken' ? found.token : ''
}

describe.each(Object.entries(ADAPTERS))('claims in %s', (_name, { open, other }) => {
  const two = () => {
    const world = new World()
    const place = open(world)
    return { world, place, a: place.join(world.taker('one', 11)), b: place.join(world.taker(other, 22)) }
  }

  it('are held by one, told to the others, renewed and given back', async () => {
    const { a, b } = two()
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    expect(await b.acquire(UNIT, LEASE)).toMatchObject({ is: 'held', by: { unitId: '01-01', machine: 'one' } })
    expect(await a.acquire(UNIT, LEASE)).toEqual({ is: 'taken', token })
    expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'kept' })
    expect(((await b.list()) as readonly Held[]).map(({ unitType, unitId }) => `${unitType}/${unitId}`)).toEqual([UNIT])
    expect(await b.release(UNIT, 'another')).toEqual({ is: 'lost' })
    expect(await a.release(UNIT, token)).toEqual({ is: 'kept' })
    expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'lost' })
    expect(await b.list()).toEqual([])
    tokenOf(await b.acquire(UNIT, LEASE))
  })

  it('of a process that was killed are taken at once on its machine, and when the lease has ended everywhere else', async () => {
    const { world, place, a, b } = two()
    const first = tokenOf(await a.acquire(UNIT, LEASE))
    world.dead.add(11)
    expect((await b.acquire(UNIT, LEASE)).is).toBe('held')
    const here = place.join(world.taker('one', 12))
    const second = tokenOf(await here.acquire(UNIT, LEASE))
    expect(second).not.toBe(first)
    expect(await a.renew(UNIT, first, LEASE)).toEqual({ is: 'lost' })
    world.now += LEASE + 1
    tokenOf(await b.acquire(UNIT, LEASE))
    expect(await here.renew(UNIT, second, LEASE)).toEqual({ is: 'lost' })
  })

  it('are kept beyond a lease by renewing them', async () => {
    const { world, a, b } = two()
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    for (let minutes = 0; minutes < 25; minutes += 5) {
      world.now += 5 * MINUTE
      expect((await b.acquire(UNIT, LEASE)).is).toBe('held')
      expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'kept' })
    }
  })

  it('taken early by a clock that jumped leave one token that counts', async () => {
    const { world, place, a } = two()
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    const ahead = place.join(world.taker(other, 33, LEASE + MINUTE))
    const early = tokenOf(await ahead.acquire(UNIT, LEASE))
    expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'lost' })
    expect(await a.release(UNIT, token)).toEqual({ is: 'lost' })
    expect(await ahead.renew(UNIT, early, LEASE)).toEqual({ is: 'kept' })
  })

  it('that say they end in years hold nothing', async () => {
    const { world, place, b } = two()
    const far = place.join(world.taker('one', 44, 1000 * 24 * 60 * MINUTE))
    tokenOf(await far.acquire(UNIT, LEASE))
    tokenOf(await b.acquire(UNIT, LEASE))
  })

  it('are given once each where eight ask for forty at the same time', async () => {
    const world = new World()
    const place = open(world)
    const units = Array.from({ length: 40 }, (_, index) => `execute-plan/01-${10 + index}`)
    const claimers = Array.from({ length: 8 }, (_, index) => place.join(world.taker(`machine-${index}`, 100 + index)))
    const taken = await Promise.all(
      claimers.map(async (claims, index) => {
        const own: string[] = []
        for (let step = 0; step < units.length; step++) {
          const held = (await claims.list()) as readonly Held[]
          const open = units.filter((unit) => !held.some(({ unitId }) => unit.endsWith(unitId)))
          const unit = open[index % Math.max(1, open.length)]
          if (unit === undefined) return own
          if ((await claims.acquire(unit, LEASE)).is === 'taken') own.push(unit)
        }
        return own
      }),
    )
    expect(taken.flat().sort()).toEqual(units)
  })
})

describe('a remote that', () => {
  it('is away says so, and a claim that it has is kept when it is back', async () => {
    const world = new World()
    const place = remoteOn(world)
    const [a, b] = [place.join(world.taker('one', 11)), place.join(world.taker('two', 22))]
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    place.away?.(true)
    for (const answer of [await a.renew(UNIT, token, LEASE), await b.acquire('quick/x', LEASE), await a.list()])
      expect(answer).toMatchObject({ is: 'away', reason: expect.stringMatching(/\S/) })
    place.away?.(false)
    expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'kept' })
  })

  it('is none of the repository is not taken for a path', async () => {
    const world = new World()
    const run = (words: readonly string[]) => runStep(world.root, { argv: ['git', ...words] })
    execFileSync('git', ['init', '--quiet', world.root])
    execFileSync('git', ['init', '--quiet', '--bare', join(world.root, 'evil')])
    const claims = remoteClaims(run, 'evil', world.taker('one', 11))
    expect(await claims.acquire(UNIT, LEASE)).toEqual({ is: 'away', reason: 'it is no remote of this repository' })
  })

  it('moves a branch and ends the claim in one step, or neither', async () => {
    const world = new World()
    const place = remoteOn(world)
    const clone = join(world.root, 'clone-1')
    const a = remoteClaimsOf(place.join(world.taker('one', 11)))
    const b = place.join(world.taker('two', 22))
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
        cwd: clone,
        encoding: 'utf8',
      }).trim()
    git('commit', '--quiet', '--allow-empty', '-m', 'first')
    const from = git('rev-parse', 'HEAD')
    git('push', '--quiet', 'origin', 'HEAD:refs/heads/main')
    git('commit', '--quiet', '--allow-empty', '-m', 'second')
    const moving = { branch: 'refs/heads/main', from, to: git('rev-parse', 'HEAD') }
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    expect(await a.handIn(UNIT, token, { ...moving, from: moving.to })).toEqual({ is: 'behind' })
    world.now += LEASE + 1
    const other = tokenOf(await b.acquire(UNIT, LEASE))
    expect(await a.handIn(UNIT, token, moving)).toEqual({ is: 'lost' })
    expect(git('ls-remote', 'origin', 'refs/heads/main')).toContain(from)
    await b.release(UNIT, other)
    const again = tokenOf(await a.acquire(UNIT, LEASE))
    expect(await a.handIn(UNIT, again, moving)).toEqual({ is: 'kept' })
    expect([git('ls-remote', 'origin', 'refs/heads/main').split('\t')[0], await b.list()]).toEqual([moving.to, []])
  })
})

const remoteClaimsOf = (claims: Claims) => claims as ReturnType<typeof remoteClaims>
