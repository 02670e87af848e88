// Three workers and a run that leads them, over a remote alone and over a PostgreSQL, while all of them, and the database, are killed at moments that a seed
// chooses: nothing of the plan is lost, done twice or merged unchecked.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { endAll, joinIn, lead, sharedGround } from '../support/auto/shared.js'
import { expectWhole, survive } from '../support/auto/surviving.js'
import { haveQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { disposeProjects } from '../support/project.js'
import { randomOf } from '../support/random.js'

let database: Postgres
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(stopPostgres)
afterEach(() => {
  endAll()
  disposeProjects()
})

const IDS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
const WORKERS = 3
/** As often as that, about as long as one unit takes between two. */
const KILLING = { kills: 8, withinMs: 5000 }

/** `GSD_SEEDS=7-26` plays more of them. */
const seeds = (): readonly number[] => {
  const [first = 1, last = first] = (process.env['GSD_SEEDS'] ?? '').split('-').filter(Boolean).map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

for (const seed of seeds()) {
  it(`twelve units over a remote, seed ${seed}`, async () => {
    const at = await sharedGround(Object.fromEntries(IDS.map((id) => [id, {}])))
    const begin = [() => lead(at), ...Array.from({ length: WORKERS }, () => () => joinIn(at))]
    const told = await survive(randomOf(seed), begin, KILLING)
    expectWhole(at, IDS, told)
  }, 900_000)

  it(`twelve units over a PostgreSQL, seed ${seed}`, async () => {
    const at = await sharedGround(Object.fromEntries(IDS.map((id) => [id, {}])))
    haveQueuePackage(at.project.home)
    const words = ['--queue', database.url]
    const begin = [() => lead(at, ...words), ...Array.from({ length: WORKERS }, () => () => joinIn(at, ...words))]
    const told = await survive(randomOf(seed), begin, { ...KILLING, database })
    expectWhole(at, IDS, told)
  }, 900_000)
}

/** Waits on the merged tree while there is a file `hold`. */
const WAITING = `const { existsSync, writeFileSync } = require('node:fs')
const folder = process.env.FAKE_FOLDER
if (process.cwd().endsWith('lane'))
  for (writeFileSync(folder + '/waits', ''); existsSync(folder + '/hold'); )
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
`

it('the loss of the database in the midst of a merge holds up nothing', async () => {
  const at = await sharedGround({ '01': {} })
  const [hold, waits] = [join(at.folder, 'hold'), join(at.folder, 'waits')]
  writeFileSync(join(at.folder, 'part-01.test.js'), WAITING)
  writeFileSync(hold, '')
  haveQueuePackage(at.project.home)
  const words = ['--queue', database.url]
  const [worker, led] = [joinIn(at, ...words), lead(at, ...words)]
  const told = () => `${led.told.out}\n---\n${worker.told.out}`
  while (!existsSync(waits) && led.child.exitCode === null) await new Promise((done) => setTimeout(done, 50))
  database.lose()
  rmSync(hold)
  expect(await led.ended, told()).toBe(0)
  expect(await worker.ended, told()).toBe(0)
  expectWhole(at, ['01'], told())
})
