// Three workers and a lead run, over a remote alone and with a PostgreSQL database, all killed at moments that a seed chooses: no unit is lost, done twice or
// merged unchecked.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { killAll, sharedSetup, startLead, startWorker } from '../support/auto/shared.js'
import { expectComplete, survive, TWELVE_PLANS } from '../support/auto/surviving.js'
import { linkQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { disposeProjects } from '../support/project.js'
import { randomOf, seedsOf } from '../support/random.js'

afterAll(() => {
  killAll()
  stopPostgres()
  disposeProjects()
})

const WORKERS = 3
/** Number of kills, and the longest time between two: about that of one unit. */
const KILLING = { kills: 8, withinMs: 5000 }

async function play(seed: number, database?: Postgres): Promise<void> {
  const at = await sharedSetup(Object.fromEntries(TWELVE_PLANS.map((id) => [id, {}])))
  const words = database === undefined ? [] : ['--queue', database.url]
  if (database !== undefined) linkQueuePackage(at.project.home)
  const begin = [
    () => startLead(at, ...words),
    ...Array.from({ length: WORKERS }, () => () => startWorker(at, ...words)),
  ]
  const output = await survive(randomOf(seed), begin, { ...KILLING, ...(database === undefined ? {} : { database }) })
  expectComplete(at, TWELVE_PLANS, output)
}

async function overDatabase(seed: number): Promise<void> {
  const database = await startPostgres()
  await play(seed, database).finally(database.kill)
}

// Several run at once, because much of each is waiting. CI also runs twenty seeds with real clients.
describe.concurrent.each(seedsOf('1-2'))('twelve units, seed %i', (seed) => {
  it('over a remote', () => play(seed), 900_000)
  it('with a PostgreSQL database', () => overDatabase(seed), 900_000)
})

/** Shell code of a check that waits in the merged tree while a file `hold` exists. */
const WAITING = `case "$(pwd)" in *lane)
  : > "$FAKE_FOLDER/waits"
  while [ -e "$FAKE_FOLDER/hold" ]; do sleep 0.02; done
esac
`

it('the loss of the database during a merge blocks nothing', async () => {
  const at = await sharedSetup({ '01': {} })
  const [hold, waits] = [join(at.folder, 'hold'), join(at.folder, 'waits')]
  writeFileSync(join(at.folder, 'part-01.test.sh'), WAITING)
  writeFileSync(hold, '')
  linkQueuePackage(at.project.home)
  const database = await startPostgres()
  const words = ['--queue', database.url]
  const [worker, led] = [startWorker(at, ...words), startLead(at, ...words)]
  const output = () => `${led.output.out}\n---\n${worker.output.out}`
  while (!existsSync(waits) && led.child.exitCode === null) await new Promise((done) => setTimeout(done, 50))
  await database.dropAll()
  rmSync(hold)
  expect(await led.ended, output()).toBe(0)
  expect(await worker.ended, output()).toBe(0)
  expectComplete(at, ['01'], output())
})
