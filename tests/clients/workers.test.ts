// Three workers of real clients take a plan of twelve units to its proof, over a remote and over a PostgreSQL, while they, the lead run and the database
// are killed at moments that a seed chooses. tests/queue/workers.test.ts plays more kills without a client.
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
// @ts-expect-error: a script without types
import { folderOf } from '../../scripts/pinned.mjs'
import { endAll, joinIn, lead, type Shared, share } from '../support/auto/shared.js'
import { expectWhole, survive, TWELVE } from '../support/auto/surviving.js'
import { oneUnit } from '../support/clients/one-unit.js'
import { codexProvider } from '../support/clients/person.js'
import { hasClient, surroundingsOf } from '../support/clients/run.js'
import { countingProject } from '../support/counting.js'
import { startModel } from '../support/model/server.js'
import { haveQueuePackage, type Postgres, startPostgres, stopPostgres } from '../support/postgres.js'
import { randomOf, seedsOf } from '../support/random.js'
import { install } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const KILLING = { kills: 5, withinMs: 8000 }

afterAll(() => {
  endAll()
  stopPostgres()
})

const MODELS = { claude: [], codex: ['--model', 'gpt-6.1-sol'] } as const

async function play(seed: number, client: keyof typeof MODELS, database?: Postgres): Promise<void> {
  const config = { planning_schema: 1, mode: 'yolo', workflow: { research: false, plan_check: false, depth: 'light' } }
  const project = countingProject({
    plans: Object.fromEntries(TWELVE.map((id) => [id, {}])),
    files: { '.planning/config.json': JSON.stringify(config), '.gitignore': '.planning/.runtime/\n' },
  })
  project.initGit()
  const sandbox = { home: project.home, project: project.root, out: join(project.home, '..', 'out') }
  const model = await startModel((turn) => oneUnit(client, turn))
  try {
    const node = database === undefined ? process.execPath : NEWER_NODE
    install(sandbox, [`--${client}`, '--global'], node)
    const env = surroundingsOf(client, sandbox, model.url)
    symlinkSync(node, join(sandbox.out, 'bin/node'))
    if (client === 'codex') codexProvider(sandbox, model.url)
    if (database !== undefined) haveQueuePackage(project.home)
    const at: Shared = { ...(await share({ project, folder: sandbox.out, env })), node }
    const queue = database === undefined ? [] : ['--queue', database.url]
    const words = [`--${client}`, '--permissions', 'all', ...MODELS[client], ...queue]
    const begin = [() => lead(at, ...words), ...[1, 2, 3].map(() => () => joinIn(at, ...words))]
    const told = await survive(randomOf(seed), begin, { ...KILLING, ...(database === undefined ? {} : { database }) })
    expectWhole(at, TWELVE, told)
    expect(model.faults, told).toEqual([])
  } finally {
    await model.close()
  }
}

const NEWER_NODE = join(folderOf('queue'), 'node_modules/node/bin/node')

const SEEDS = seedsOf('1-20')
/** A play that fails once has found something. */
const ONCE = { timeout: 900_000, retry: 0 }

// Much of a play is waiting, so two go on at once.
describe.concurrent.each(SEEDS.filter((seed) => seed % 2 === 1))('twelve units, seed %i', (seed) => {
  it.runIf(required || hasClient('claude'))('by workers of Claude Code over a remote', ONCE, () => play(seed, 'claude'))
})

describe.concurrent.each(SEEDS.filter((seed) => seed % 2 === 0))('twelve units, seed %i', (seed) => {
  it.runIf(required || (hasClient('codex') && existsSync(NEWER_NODE)))(
    'by workers of Codex over a PostgreSQL',
    ONCE,
    async () => {
      const database = await startPostgres()
      await play(seed, 'codex', database).finally(database.kill)
    },
  )
})
