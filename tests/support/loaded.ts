// Which files of a bundle a call reads: told by the process itself when it ends.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const PROBE = `const fs = require('node:fs')
const read = fs.readFileSync
const seen = []
fs.readFileSync = (path, ...rest) => {
  if (typeof path === 'string' && /\\.cjs(\\.br)?$/.test(path)) seen.push(path)
  return read(path, ...rest)
}
process.on('exit', () => fs.writeSync(3, seen.join('\\n')))
`

/** Names of the files without the digest in them (`hot-core`), in the order they were read. `scratch` takes a file of ours. */
export function loadedBy(
  scratch: string,
  script: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): readonly string[] {
  const probe = join(scratch, 'probe.cjs')
  writeFileSync(probe, PROBE)
  const { output } = spawnSync(process.execPath, ['--require', probe, script, ...words], {
    ...options,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  return String(output[3])
    .split('\n')
    .filter((path) => path.includes('/chunks/'))
    .map((path) => basename(path).replace(/-[0-9a-f]{8}\.cjs(?:\.br)?$/, ''))
}
