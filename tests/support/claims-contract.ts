// The tests that every store of claims must pass.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Claimant, Claims, StoredClaim } from '../../lib/core/dispatch/claim-store.js'
import type { Holder, HolderState } from '../../lib/ports.js'

const MINUTE = 60_000
export const LEASE = 10 * MINUTE
export const UNIT = 'execute-plan/01-01'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** Machines that know of each other only through the claims; a process is alive until it is in `dead`. */
export class World {
  readonly root = mkdtempSync(join(tmpdir(), 'gsd-claims-'))
  readonly dead = new Set<number>()
  now = Date.parse('2026-01-05T12:00:00.000Z')
  #count = 0

  constructor() {
    roots.push(this.root)
  }

  /** A process on a machine whose clock is `ahead` milliseconds fast. */
  claimant(machine: string, pid: number, ahead = 0): Claimant {
    const own: Holder = { host: machine, namespace: '', pid, start: String(pid), session: null }
    const standingOf = (other: Holder): HolderState =>
      other.host !== machine
        ? 'unknown'
        : other.pid === pid
          ? 'client'
          : this.dead.has(other.pid)
            ? 'gone'
            : 'elsewhere'
    return {
      machine,
      presence: { holder: own, stateOf: standingOf },
      clock: { now: () => this.now + ahead },
      newToken: () => `token-${machine}-${++this.#count}`,
    }
  }
}

interface Opened {
  join(taker: Claimant): Claims | Promise<Claims>
  setUnreachable?(isUnreachable: boolean): void | Promise<void>
}

export interface Adapter {
  open(world: World): Opened | Promise<Opened>
  /** Machine of the second claimant, who sees no process of the first. */
  readonly other: string
}

export const tokenOf = (found: Awaited<ReturnType<Claims['acquire']>>): string => {
  expect(found.is).toBe('acquired')
  return found.is === 'acquired' ? found.token : ''
}

export const claimsContract = (name: string, { open, other }: Adapter) =>
  describe(`claims in ${name}`, () => {
    const twoClaimants = async () => {
      const world = new World()
      const place = await open(world)
      return {
        world,
        place,
        a: await place.join(world.claimant('one', 11)),
        b: await place.join(world.claimant(other, 22)),
      }
    }

    it('belong to one claimant, are visible to others, and can be renewed and released', async () => {
      const { a, b } = await twoClaimants()
      const token = tokenOf(await a.acquire(UNIT, LEASE))
      expect(await b.acquire(UNIT, LEASE)).toMatchObject({ is: 'held', by: { unitId: '01-01', machine: 'one' } })
      expect(await a.acquire(UNIT, LEASE)).toEqual({ is: 'acquired', token })
      expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'kept' })
      expect(
        ((await b.list()) as readonly StoredClaim[]).map(({ unitType, unitId }) => `${unitType}/${unitId}`),
      ).toEqual([UNIT])
      expect(await b.release(UNIT, 'another')).toEqual({ is: 'lost' })
      expect(await a.release(UNIT, token)).toEqual({ is: 'kept' })
      expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'lost' })
      expect(await b.list()).toEqual([])
      tokenOf(await b.acquire(UNIT, LEASE))
    })

    it('of a killed process can be taken at once on its machine, elsewhere only when the lease has ended', async () => {
      const { world, place, a, b } = await twoClaimants()
      const first = tokenOf(await a.acquire(UNIT, LEASE))
      world.dead.add(11)
      expect((await b.acquire(UNIT, LEASE)).is).toBe('held')
      const here = await place.join(world.claimant('one', 12))
      const second = tokenOf(await here.acquire(UNIT, LEASE))
      expect(second).not.toBe(first)
      expect(await a.renew(UNIT, first, LEASE)).toEqual({ is: 'lost' })
      world.now += LEASE + 1
      tokenOf(await b.acquire(UNIT, LEASE))
      expect(await here.renew(UNIT, second, LEASE)).toEqual({ is: 'lost' })
    })

    it('outlast a lease if they are renewed', async () => {
      const { world, a, b } = await twoClaimants()
      const token = tokenOf(await a.acquire(UNIT, LEASE))
      for (let minutes = 0; minutes < 25; minutes += 5) {
        world.now += 5 * MINUTE
        expect((await b.acquire(UNIT, LEASE)).is).toBe('held')
        expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'kept' })
      }
    })

    it('taken early by a machine with a fast clock leave one valid token', async () => {
      const { world, place, a } = await twoClaimants()
      const token = tokenOf(await a.acquire(UNIT, LEASE))
      const ahead = await place.join(world.claimant(other, 33, LEASE + MINUTE))
      const early = tokenOf(await ahead.acquire(UNIT, LEASE))
      expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'lost' })
      expect(await a.release(UNIT, token)).toEqual({ is: 'lost' })
      expect(await ahead.renew(UNIT, early, LEASE)).toEqual({ is: 'kept' })
    })

    it('with a lease that ends in years block nobody', async () => {
      const { world, place, b } = await twoClaimants()
      const far = await place.join(world.claimant('one', 44, 1000 * 24 * 60 * MINUTE))
      tokenOf(await far.acquire(UNIT, LEASE))
      tokenOf(await b.acquire(UNIT, LEASE))
    })

    it('of sixteen units are granted once each to eight concurrent claimants', async () => {
      const world = new World()
      const place = await open(world)
      const units = Array.from({ length: 16 }, (_, index) => `execute-plan/01-${10 + index}`)
      const claimers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => place.join(world.claimant(`machine-${index}`, 100 + index))),
      )
      const taken = await Promise.all(
        claimers.map(async (claims, index) => {
          const own: string[] = []
          for (let step = 0; step < units.length; step++) {
            const held = (await claims.list()) as readonly StoredClaim[]
            const open = units.filter((unit) => !held.some(({ unitId }) => unit.endsWith(unitId)))
            const unit = open[index % Math.max(1, open.length)]
            if (unit === undefined) return own
            if ((await claims.acquire(unit, LEASE)).is === 'acquired') own.push(unit)
          }
          return own
        }),
      )
      expect(taken.flat().sort()).toEqual(units)
    })
  })
