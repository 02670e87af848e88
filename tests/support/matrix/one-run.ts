// A program that does one run over several rows, for those who kill it: `<action> <home> <project> <rows>`.
import { hostname } from 'node:os'
import { GsdError } from '../../../lib/errors.js'
import { apply, recover } from '../../../lib/install/apply.js'
import { isAlive, startOf } from '../../../lib/node/alive.js'
import { steadyDisk } from '../../../lib/node/files.js'
import type { RuntimeId } from '../../../lib/runtimes/all.js'
import { physicalRoots, planOf, type RunAction } from './crash-plans.js'
import { groundAt } from './ground.js'

const [action, home, project, rows] = process.argv.slice(2) as [RunAction | 'recover', string, string, string]
const ground = groundAt({ base: home, home, project, scope: 'global', crowd: 0 }, {})
const alive = ({ pid }: { readonly pid: number }) => isAlive(pid)
try {
  recover(physicalRoots(ground), { alive })
  if (action !== 'recover')
    await apply(planOf(action, ground, rows.split(',') as RuntimeId[], steadyDisk()), {
      owner: { pid: process.pid, host: hostname(), start: startOf(process.pid) },
      alive,
    })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof GsdError ? error.exit : 70
}
