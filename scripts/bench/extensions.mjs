// What `next` costs with ten extensions of the person that all stand at it, against the same call without any.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { comparePairs } from './startup.mjs'

const COUNT = 10

/** @param {{ home: string, call: { argv: string[], cwd: string, env: Record<string, string> }, pairs: number, cell: (spread: object) => string }} given */
export function benchExtensions({ home, call, pairs, cell }) {
  // One home for both: what a tree was adopted with lies in it.
  const [on, off] = [join(home, '.gsd/extensions'), join(home, '.gsd/extensions-off')]
  for (let at = 0; at < COUNT; at++) write(join(off, `idle-${at}`), `idle-${at}`)
  const moved = (from, to) => () => {
    try {
      renameSync(from, to)
    } catch {
      // It lies there already.
    }
    return call.argv
  }
  try {
    const { wall, wallMs } = comparePairs({ ...call, argv: moved(on, off) }, { ...call, argv: moved(off, on) }, pairs)
    console.log(`\nnext with ${COUNT} extensions against none: wall ${cell(wall)}, ${wallMs.median.toFixed(0)} ms`)
  } finally {
    for (const folder of [on, off]) rmSync(folder, { recursive: true, force: true })
  }
}

function write(folder, name) {
  mkdirSync(folder, { recursive: true })
  const manifest = { manifest: 1, name, version: '1.0.0', about: 'Passes', entry: 'index.mjs', points: ['next'] }
  writeFileSync(join(folder, 'gsd-extension.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'index.mjs'), "export const register = (api) => api.on('next', (_, next) => next())\n")
}
