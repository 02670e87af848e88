// Three workers with real clients complete twelve units over a remote or with a PostgreSQL database, while they, the lead run and the database are killed
// at moments that a seed chooses. tests/queue/workers.test.ts has more kills, without a client.
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
// @ts-expect-error: a script without types
import { folderOf } from '../../scripts/pinned.mjs'
import { killAll, type SharedSetup, share, startLead, startWorker } from '../support/auto/shared.js'
import { expectComplete, survive, TWELVE_PLANS } from '../support/auto/surviving.js'
import { oneUnit } from '../support/clients/one-unit.js'
import { codexProvider } from '../support/clients/person.js'
import { environmentFor, hasClient } from '../support/clients/run.js'
import { countingProject } from '../support/counting.js'
import { startModel } from '../support/model/server.js'
import { linkQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { randomOf, seedsOf } from '../support/random.js'
import { install } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const KILLING = { kills: 5, withinMs: 8000 }

afterAll(() => {
  killAll()
  stopPostgres()
})

const MODELS = { claude: [], codex: ['--model', 'gpt-6.1-sol'] } as const

async function play(seed: number, client: keyof typeof MODELS, database?: Postgres): Promise<void> {
  const config = { planning_schema: 1, mode: 'yolo', workflow: { research: false, plan_check: false, depth: 'light' } }
  const project = countingProject({
    plans: Object.fromEntries(TWELVE_PLANS.map((id) => [id, {}])),
    files: { '.planning/config.json': JSON.stringify(config), '.gitignore': '.planning/.runtime/\n' },
  })
  project.initGit()
  const sandbox = { home: project.home, project: project.root, out: join(project.home, '..', 'out') }
  const model = await startModel((turn) => oneUnit(client, turn))
  try {
    const node = database === undefined ? process.execPath : NEWER_NODE
    install(sandbox, [`--${client}`, '--global'], node)
    const env = environmentFor(client, sandbox, model.url)
    symlinkSync(node, join(sandbox.out, 'bin/node'))
    if (client === 'codex') codexProvider(sandbox, model.url)
    if (database !== undefined) linkQueuePackage(project.home)
    const at: SharedSetup = { ...(await share({ project, folder: sandbox.out, env })), node }
    const queue = database === undefined ? [] : ['--queue', database.url]
    const words = [`--${client}`, '--permissions', 'all', ...MODELS[client], ...queue]
    const begin = [() => startLead(at, ...words), ...[1, 2, 3].map(() => () => startWorker(at, ...words))]
    const output = await survive(randomOf(seed), begin, { ...KILLING, ...(database === undefined ? {} : { database }) })
    expectComplete(at, TWELVE_PLANS, output)
    expect(model.scriptErrors, output).toEqual([])
  } finally {
    await model.close()
  }
}

const NEWER_NODE = join(folderOf('queue'), 'node_modules/node/bin/node')

const SEEDS = seedsOf('1-20')
/** No retries: a single failure is a bug. */
const ONCE = { timeout: 900_000, retry: 0 }

// Two runs at a time, because much of each is waiting.
describe.concurrent.each(SEEDS.filter((seed) => seed % 2 === 1))('twelve units, seed %i', (seed) => {
  it.runIf(required || hasClient('claude'))('by Claude Code workers over a remote', ONCE, () => play(seed, 'claude'))
})

describe.concurrent.each(SEEDS.filter((seed) => seed % 2 === 0))('twelve units, seed %i', (seed) => {
  it.runIf(required || (hasClient('codex') && existsSync(NEWER_NODE)))(
    'by Codex workers with a PostgreSQL database',
    ONCE,
    async () => {
      const database = await startPostgres()
      await play(seed, 'codex', database).finally(database.kill)
    },
  )
})
