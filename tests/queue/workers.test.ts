// Three workers and a run that leads them, over a remote alone and over a PostgreSQL, while all of them, and the database, are killed at moments that a seed
// chooses: nothing of the plan is lost, done twice or merged unchecked.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { completedIn, endAll, joinIn, lead, refsOf, type Shared, sharedGround } from '../support/auto/shared.js'
import { COUNTING } from '../support/counting.js'
import { haveQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { disposeProjects } from '../support/project.js'
import { type Random, randomOf } from '../support/random.js'

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
const KILLS = 8
/** About as long as one unit takes. */
const WITHIN_MS = 5000

/** `GSD_SEEDS=7-26` plays more of them. */
const seeds = (): readonly number[] => {
  const [first = 1, last = first] = (process.env['GSD_SEEDS'] ?? '').split('-').filter(Boolean).map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

type Started = ReturnType<typeof lead>

/** Kills one of them at a time, each within a few seconds of the last, and starts it again. Answers what everybody said. */
async function survive(random: Random, begin: readonly (() => Started)[], isQueued: boolean): Promise<string> {
  const said: string[] = []
  const running = begin.map((one) => one())
  for (let kills = 0; kills < KILLS; kills++) {
    await new Promise((done) => setTimeout(done, random.below(WITHIN_MS)))
    const victim = random.below(running.length + (isQueued ? 1 : 0))
    if (victim === running.length) {
      said.push(`-- the database is killed${random.below(2) === 0 ? '' : ' and lost'}`)
      await database.kill()
      await database.start()
      if (said.at(-1)?.endsWith('lost')) database.lose()
      continue
    }
    const one = running[victim] as Started
    if (one.child.exitCode !== null) continue
    one.child.kill('SIGKILL')
    await one.ended
    said.push(`-- ${victim === 0 ? 'the run that leads' : `worker ${victim}`} is killed\n${one.told.out}`)
    running[victim] = (begin[victim] as () => Started)()
  }
  const exits = await Promise.all(running.map(({ ended }) => ended))
  const all = [...said, ...running.map(({ told }) => told.out)].join('\n')
  expect(exits, all).toEqual(running.map(() => 0))
  return all
}

function expectWhole({ project, bare, ...at }: Shared, told: string): void {
  const units = IDS.map((id) => `execute-plan 01-${id}`)
  expect([...completedIn({ project, bare, ...at })].sort(), told).toEqual([
    ...units,
    'transition 01',
    'verify-phase 01',
  ])
  const show = (path: string) => project.git('-C', bare, 'show', `main:${path}`)
  for (const id of IDS) {
    expect(show(`part-${id}.js`), told).toContain('module.exports')
    const receipt = JSON.parse(show(`${COUNTING}/01-${id}-VERIFY.json`))
    expect(JSON.stringify(receipt), told).toContain('"pass"')
  }
  const heads = project.git('ls-remote', bare, 'refs/heads/*').trim().split('\n')
  expect(
    heads.map((line) => line.split('\t')[1]),
    told,
  ).toEqual(['refs/heads/main'])
  expect(project.git('rev-parse', 'main'), told).toBe(project.git('-C', bare, 'rev-parse', 'main'))
  expect(project.git('status', '--porcelain'), told).toBe('')
}

for (const seed of seeds()) {
  it(`twelve units over a remote, seed ${seed}`, async () => {
    const at = await sharedGround(Object.fromEntries(IDS.map((id) => [id, {}])))
    const begin = [() => lead(at), ...Array.from({ length: WORKERS }, () => () => joinIn(at))]
    const told = await survive(randomOf(seed), begin, false)
    expectWhole(at, told)
    expect(refsOf(at), told).toEqual([])
  }, 900_000)

  it(`twelve units over a PostgreSQL, seed ${seed}`, async () => {
    const at = await sharedGround(Object.fromEntries(IDS.map((id) => [id, {}])))
    haveQueuePackage(at.project.home)
    const words = ['--queue', database.url]
    const begin = [() => lead(at, ...words), ...Array.from({ length: WORKERS }, () => () => joinIn(at, ...words))]
    const told = await survive(randomOf(seed), begin, true)
    expectWhole(at, told)
    expect(refsOf(at), told).toEqual([])
  }, 900_000)
}
