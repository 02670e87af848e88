// A program that does one installer run and kills itself, hard, before the step it is told: `<action> <home> <version> <step>`.
import { hostname } from 'node:os'
import { apply } from '../../lib/install/apply.js'
import { NO_EDITS } from '../../lib/install/edits/choice.js'
import { planInstall } from '../../lib/install/plan.js'
import { planRemoval } from '../../lib/install/removal.js'
import { rootsOf } from '../../lib/install/target.js'
import { realDisk } from '../../lib/node/files.js'
import { isAlive, startOf } from '../../lib/node/lock.js'
import { supplyOf } from './supply.js'

const [action, home, version, at] = process.argv.slice(2) as [string, string, string, string]
const scope = 'global' as const
const runtimes = ['claude', 'codex'] as const
const choice = {
  scope,
  runtimes,
  roots: rootsOf(scope, { home, project: home, env: {}, platform: 'linux' as const }),
  home,
  profile: null,
  node: 'node',
  restore: false,
  replace: false,
  compiled: null,
  edits: NO_EDITS,
}
const plan =
  action === 'uninstall' ? planRemoval(choice, realDisk) : planInstall(choice, supplyOf({ version }), realDisk)
let step = 0
await apply(plan, {
  owner: { pid: process.pid, host: hostname(), start: startOf(process.pid) },
  alive: ({ pid }) => isAlive(pid),
  onStep: () => {
    if (step++ === Number(at)) process.kill(process.pid, 'SIGKILL')
  },
})
process.stdout.write(`${step}\n`)
