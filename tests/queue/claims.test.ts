// Claims in a PostgreSQL database: the tests of every store, and an unreachable or lost database.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Claimant } from '../../lib/core/dispatch/claim-store.js'
import { type QueueClaims, queueClaims } from '../../lib/node/queue-claims.js'
import { claimsContract, LEASE, tokenOf, UNIT, World } from '../support/claims-contract.js'
import { linkQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { lastingFolder } from '../support/temporary.js'

let database: Postgres
let home: string
let repositories = 0
beforeAll(async () => {
  home = lastingFolder('gsd-home-')
  linkQueuePackage(home)
  database = await startPostgres()
})
afterAll(stopPostgres)

const open: QueueClaims[] = []
afterEach(async () => {
  for (const claims of open.splice(0)) await claims.close()
})

/** Returns a separate repository, whose claims are in this file's database. */
function place() {
  const name = `r${++repositories}`
  return {
    join: async (claimant: Claimant) => {
      const claims = await queueClaims({ url: database.url, env: { HOME: home }, patienceMs: 500 }, name, claimant)
      open.push(claims)
      return claims
    },
  }
}

claimsContract('a PostgreSQL database', { other: 'two', open: place })

describe('a database that', () => {
  const two = async () => {
    const world = new World()
    const at = place()
    return [await at.join(world.claimant('one', 11)), await at.join(world.claimant('two', 22))] as const
  }

  it('was killed is reported, and has every claim when it is back', async () => {
    const [a, b] = await two()
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    await database.kill()
    for (const answer of [await a.renew(UNIT, token, LEASE), await b.acquire('quick/x', LEASE), await b.list()])
      expect(answer).toMatchObject({ is: 'away', reason: expect.stringMatching(/\S/) })
    await database.start()
    expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'kept' })
    expect((await b.acquire(UNIT, LEASE)).is).toBe('held')
  })

  it('was killed ends no process and leaves no call without an answer', async () => {
    for (let ms = 0; ms < 6; ms++) {
      const [a] = await two()
      await a.list()
      const calls = Array.from({ length: 12 }, (_, index) => a.acquire(`quick/${index}`, LEASE))
      await new Promise((done) => setTimeout(done, ms))
      await database.kill()
      const answers = await Promise.all(calls)
      await database.start()
      expect(answers.map(({ is }) => is)).toEqual(calls.map(() => expect.stringMatching(/^(?:acquired|away)$/)))
    }
  }, 120_000)

  it('was lost is recreated by the next call, without its claims', async () => {
    const [a, b] = await two()
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    await database.dropAll()
    expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'lost' })
    tokenOf(await b.acquire(UNIT, LEASE))
    expect((await a.acquire(UNIT, LEASE)).is).toBe('held')
  })

  it('is shared by two repositories keeps their claims separate', async () => {
    const [[a], [b]] = [await two(), await two()]
    tokenOf(await a.acquire(UNIT, LEASE))
    tokenOf(await b.acquire(UNIT, LEASE))
  })
})

it('without the package, the error names the call that installs it', async () => {
  const opening = queueClaims({ url: database.url, env: { HOME: '/nowhere' } }, 'r', new World().claimant('one', 11))
  await expect(opening).rejects.toMatchObject({ fix: 'run npm install --prefix /nowhere/.gsd/queue pg-boss@12' })
})
