// With a real old node, each program of the package says what is wrong.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { pinnedFolder } from '../support/clients/run.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = join(dirname(dirname(pinnedFolder('peers'))), 'old-node/node_modules/.bin/node')
const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

it
  .runIf(required || existsSync(NODE))
  .each(['bin/install.js', 'bin/gsd-tools.js', 'dist/gsd.cjs', 'dist/gsd-tools.cjs'])(
  'the version of node is the only error of %s',
  (program) => {
    const ran = spawnSync(NODE, [join(ROOT, program), '--version'], { encoding: 'utf8' })
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([
      70,
      '',
      'gsd-pack: Node 20.19 or newer is needed; this is 12.22.12\n',
    ])
  },
)
