// A program that does one installer run and kills itself, hard, before the step it is told: `<action> <home> <version> <step>`.
import { hostname } from 'node:os'
import { apply } from '../../lib/install/apply.js'
import { NO_EDITS } from '../../lib/install/edits/choice.js'
import { planInstall } from '../../lib/install/plan.js'
import { planRemoval } from '../../lib/install/removal.js'
import { isAlive, startOf } from '../../lib/node/alive.js'
import { realDisk } from '../../lib/node/files.js'
import { choiceFor, compiledLate } from './home.js'
import { supplyOf } from './supply.js'

const [action, home, version, at] = process.argv.slice(2) as [string, string, string, string]
const choice = choiceFor(home, ['claude', 'codex'], { edits: NO_EDITS })
const plan =
  action === 'uninstall' ? planRemoval(choice, realDisk) : planInstall(choice, supplyOf({ version }), realDisk)
let step = 0
await apply(plan, {
  more: action === 'uninstall' ? undefined : async () => compiledLate(home, version),
  owner: { pid: process.pid, host: hostname(), start: startOf(process.pid) },
  alive: ({ pid }) => isAlive(pid),
  onStep: () => {
    if (step++ === Number(at)) process.kill(process.pid, 'SIGKILL')
  },
})
process.stdout.write(`${step}\n`)
