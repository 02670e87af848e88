// Pools of two machines on twelve units with claims in a PostgreSQL database, with simulated agents and time: kills, quotas and partitions by twenty seeds.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulate } from '../../scripts/simulation.js'
import { linkQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { lastingFolder } from '../support/temporary.js'

let database: Postgres
const home = lastingFolder('gsd-home-')
beforeAll(async () => {
  linkQueuePackage(home)
  database = await startPostgres()
})
afterAll(stopPostgres)

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

it.concurrent.each(SEEDS)('nothing is lost, done twice or merged unchecked, seed %i', async (seed) => {
  const queue = { url: database.url, env: { HOME: home } }
  const done = await simulate({ units: 12, workers: 6, seed, adapter: 'pg', faults: true, queue })
  expect(done).toMatchObject({ lost: 0, doubled: 0, unchecked: 0 })
})
