// Workers of real clients take a plan of six units to its proof, over a remote and over a PostgreSQL, while they, the run that leads and the database are killed
// at moments that a seed chooses. tests/queue/workers.test.ts plays more seeds, more units and more kills without a client.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
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
import { randomOf } from '../support/random.js'
import { install } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const SEED = Number(process.env['GSD_SEED'] ?? 1)
/** By seed 1 the run that leads, two workers or one, and the database. */
const KILLING = { kills: 3, withinMs: 8000 }
const SIX = TWELVE.slice(0, 6)

afterEach(endAll)
afterAll(stopPostgres)

const MODELS = { claude: [], codex: ['--model', 'gpt-6.1-sol'] } as const

async function aliveTo(client: keyof typeof MODELS, database?: Postgres): Promise<void> {
  const config = { planning_schema: 1, mode: 'yolo', workflow: { research: false, plan_check: false, depth: 'light' } }
  const project = countingProject({
    plans: Object.fromEntries(SIX.map((id) => [id, {}])),
    files: { '.planning/config.json': JSON.stringify(config), '.gitignore': '.planning/.runtime/\n' },
  })
  project.initGit()
  const sandbox = { home: project.home, project: project.root, out: join(project.home, '..', 'out') }
  const model = await startModel((turn) => oneUnit(client, turn))
  try {
    install(sandbox, [`--${client}`, '--global'])
    const env = surroundingsOf(client, sandbox, model.url)
    if (client === 'codex') codexProvider(sandbox, model.url)
    if (database !== undefined) haveQueuePackage(project.home)
    const at: Shared = { ...(await share({ project, folder: sandbox.out, env })), node: NEWER_NODE }
    const queue = database === undefined ? [] : ['--queue', database.url]
    const words = [`--${client}`, '--permissions', 'all', ...MODELS[client], ...queue]
    const begin = [() => lead(at, ...words), ...[1, 2, 3].map(() => () => joinIn(at, ...words))]
    const told = await survive(randomOf(SEED), begin, { ...KILLING, ...(database === undefined ? {} : { database }) })
    expectWhole(at, SIX, told)
    expect(model.faults, told).toEqual([])
  } finally {
    await model.close()
  }
}

const NEWER_NODE = join(folderOf('queue'), 'node_modules/node/bin/node')

it.runIf(required || hasClient('claude'))(
  'three workers of Claude Code take six units to their proof over a remote',
  () => aliveTo('claude'),
  900_000,
)

it.runIf(required || (hasClient('codex') && existsSync(NEWER_NODE)))(
  'three workers of Codex take six units to their proof over a PostgreSQL',
  async () => aliveTo('codex', await startPostgres()),
  900_000,
)
