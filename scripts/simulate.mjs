// Compares a pool of simulated agents on generated plans with a single one: `npm run simulate -- --units 64 --workers 8 --seed 7 [--seeds 20]
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
const numberOf = (name, max) => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  console.error(`--${name} takes a whole number from 1 to ${max}, not "${values[name]}"`)
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
  console.error(`--adapter takes folder, git, refs, or pg with --queue postgres://…; it was "${values.adapter}"`)
  process.exit(2)
}

const { simulate } = await importLibrary({ 'scripts/simulation.ts': ['simulate'] })
let isCorrect = true
for (const adapter of adapters)
  for (let at = seed; at < seed + seeds; at++) {
    const queue = { url: values.queue, env: process.env }
    const options = { units, seed: at, adapter, faults: !values.calm, queue }
    const single = await simulate({ ...options, adapter: 'folder', workers: 1 })
    const parallel = await simulate({ ...options, workers })
    const speedup = Math.round((100 * single.minutes) / parallel.minutes) / 100
    const { lost, doubled, unchecked, ...more } = parallel
    isCorrect &&= lost + doubled + unchecked === 0
    if (!values.json)
      console.log(
        `${units} units, ${workers} workers, seed ${at}, ${adapter}: ${parallel.minutes} min; one worker needs ${single.minutes} min`,
      )
    console.log(JSON.stringify({ speedup, lost, doubled, unchecked, adapter, seed: at, units, workers, ...more }))
  }
process.exit(isCorrect ? 0 : 1)
