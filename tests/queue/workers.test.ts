// Three workers and a lead run, over a remote alone and over a PostgreSQL, while all of them, and the database, are killed at moments that a seed
// chooses: nothing of the plan is lost, done twice or merged unchecked.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endAll, joinIn, lead, sharedGround } from '../support/auto/shared.js'
import { expectWhole, survive, TWELVE } from '../support/auto/surviving.js'
import { haveQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { disposeProjects } from '../support/project.js'
import { randomOf, seedsOf } from '../support/random.js'

afterAll(() => {
  endAll()
  stopPostgres()
  disposeProjects()
})

const WORKERS = 3
/** As often as that, about as long as one unit takes between two. */
const KILLING = { kills: 8, withinMs: 5000 }

async function play(seed: number, database?: Postgres): Promise<void> {
  const at = await sharedGround(Object.fromEntries(TWELVE.map((id) => [id, {}])))
  const words = database === undefined ? [] : ['--queue', database.url]
  if (database !== undefined) haveQueuePackage(at.project.home)
  const begin = [() => lead(at, ...words), ...Array.from({ length: WORKERS }, () => () => joinIn(at, ...words))]
  const told = await survive(randomOf(seed), begin, { ...KILLING, ...(database === undefined ? {} : { database }) })
  expectWhole(at, TWELVE, told)
}

async function overDatabase(seed: number): Promise<void> {
  const database = await startPostgres()
  await play(seed, database).finally(database.kill)
}

// Much of a run is waiting, so several go on at once. Real clients play twenty seeds in CI.
describe.concurrent.each(seedsOf('1-2'))('twelve units, seed %i', (seed) => {
  it('over a remote', () => play(seed), 900_000)
  it('over a PostgreSQL', () => overDatabase(seed), 900_000)
})

/** Waits on the merged tree while there is a file `hold`. */
const WAITING = `case "$(pwd)" in *lane)
  : > "$FAKE_FOLDER/waits"
  while [ -e "$FAKE_FOLDER/hold" ]; do sleep 0.02; done
esac
`

it('the loss of the database in the midst of a merge holds up nothing', async () => {
  const at = await sharedGround({ '01': {} })
  const [hold, waits] = [join(at.folder, 'hold'), join(at.folder, 'waits')]
  writeFileSync(join(at.folder, 'part-01.test.sh'), WAITING)
  writeFileSync(hold, '')
  haveQueuePackage(at.project.home)
  const database = await startPostgres()
  const words = ['--queue', database.url]
  const [worker, led] = [joinIn(at, ...words), lead(at, ...words)]
  const told = () => `${led.told.out}\n---\n${worker.told.out}`
  while (!existsSync(waits) && led.child.exitCode === null) await new Promise((done) => setTimeout(done, 50))
  await database.lose()
  rmSync(hold)
  expect(await led.ended, told()).toBe(0)
  expect(await worker.ended, told()).toBe(0)
  expectWhole(at, ['01'], told())
})
