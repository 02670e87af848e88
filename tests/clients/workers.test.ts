// Workers with a real client against the loopback model, killed at moments that a seed chooses.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { endAll, joinIn, lead, share } from '../support/auto/shared.js'
import { expectWhole, survive } from '../support/auto/surviving.js'
import { oneUnit } from '../support/clients/one-unit.js'
import { hasClient, surroundingsOf } from '../support/clients/run.js'
import { countingProject } from '../support/counting.js'
import { startModel } from '../support/model/server.js'
import { randomOf } from '../support/random.js'
import { install } from '../support/sandbox.js'

afterEach(endAll)

const IDS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
const HOW = ['--claude', '--permissions', 'all']

it.runIf(process.env['GSD_REQUIRE_CLIENTS'] === '1' || hasClient('claude'))(
  'three workers of Claude Code take twelve units to their proof while they and the run that leads are killed',
  async () => {
    const config = {
      planning_schema: 1,
      mode: 'yolo',
      workflow: { research: false, plan_check: false, depth: 'light' },
    }
    const project = countingProject({
      plans: Object.fromEntries(IDS.map((id) => [id, { run: ['node', `part-${id}.test.js`] }])),
      files: { '.planning/config.json': JSON.stringify(config), '.gitignore': '.planning/.runtime/\n' },
    })
    project.initGit()
    const sandbox = { home: project.home, project: project.root, out: join(project.home, '..', 'out') }
    const model = await startModel((turn) => oneUnit('claude', turn))
    try {
      install(sandbox, ['--claude', '--global'])
      const env = surroundingsOf('claude', sandbox, model.url)
      const at = await share({ project, folder: sandbox.out, env })
      const begin = [() => lead(at, ...HOW), ...[1, 2, 3].map(() => () => joinIn(at, ...HOW))]
      const told = await survive(randomOf(1), begin, { kills: 6, withinMs: 8000 })
      expectWhole(at, IDS, told)
      expect(model.faults, told).toEqual([])
    } finally {
      await model.close()
    }
  },
  900_000,
)
