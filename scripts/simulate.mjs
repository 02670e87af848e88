// A pool with simulated agents over generated plans: `npm run simulate -- --units 64 --workers 8 --seed 7 [--seeds 20]
// [--adapter folder|git|refs|pg --queue postgres://…] [--calm] [--json]`.
import { parseArgs } from 'node:util'
import { importLibrary } from './import-library.mjs'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '64' },
    workers: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    adapter: { type: 'string' },
    queue: { type: 'string' },
    calm: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const numberOf = (name, most) => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  console.error(`--${name} takes a whole number from 1 to ${most}, not "${values[name]}"`)
  process.exit(2)
}
const [units, workers, seed, seeds] = [
  numberOf('units', 500),
  numberOf('workers', 64),
  numberOf('seed', 1e9),
  numberOf('seeds', 1e6),
]
const adapters = values.adapter === undefined ? ['folder', 'git'] : [values.adapter]
if (adapters.some((name) => !['folder', 'git', 'refs', ...(values.queue ? ['pg'] : [])].includes(name))) {
  console.error(`--adapter takes folder, git, refs or, with --queue postgres://…, pg, not "${values.adapter}"`)
  process.exit(2)
}

const { simulate } = await importLibrary({ 'scripts/simulation.ts': ['simulate'] })
let isWhole = true
for (const adapter of adapters)
  for (let at = seed; at < seed + seeds; at++) {
    const queue = { url: values.queue, env: process.env }
    const wanted = { units, seed: at, adapter, faults: !values.calm, queue }
    const alone = await simulate({ ...wanted, adapter: 'folder', workers: 1 })
    const beside = await simulate({ ...wanted, workers })
    const speedup = Math.round((100 * alone.minutes) / beside.minutes) / 100
    const { lost, doubled, unchecked, ...more } = beside
    isWhole &&= lost + doubled + unchecked === 0
    if (!values.json)
      console.log(
        `${units} units, ${workers} workers, seed ${at}, ${adapter}: ${beside.minutes} min instead of ${alone.minutes}`,
      )
    console.log(JSON.stringify({ speedup, lost, doubled, unchecked, adapter, seed: at, units, workers, ...more }))
  }
process.exit(isWhole ? 0 : 1)
