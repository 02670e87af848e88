// What a program reads of its bundle and loads of Node: told by the process itself when it ends.
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
process.on('exit', () => {
  const modules = process.moduleLoadList.filter((one) => /^NativeModule (?!internal)/.test(one)).map((one) => one.slice(13))
  fs.writeSync(3, JSON.stringify({ seen, modules }))
})
`

interface Started {
  /** Names of the files without the digest in them (`hot-core`), in the order they were read. */
  readonly files: readonly string[]
  /** Of Node, beyond those of a program that does nothing. */
  readonly modules: readonly string[]
}

interface Around {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input?: string
}

/** `scratch` takes files of ours. */
export function startOf(scratch: string, script: string, words: readonly string[], around: Around): Started {
  const probe = join(scratch, 'probe.cjs')
  const idle = join(scratch, 'idle.cjs')
  writeFileSync(probe, PROBE)
  writeFileSync(idle, '')
  const run = (...argv: readonly string[]) => {
    const { output } = spawnSync(process.execPath, ['--require', probe, ...argv], {
      input: '',
      ...around,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    })
    return JSON.parse(String(output[3])) as { readonly seen: readonly string[]; readonly modules: readonly string[] }
  }
  const bare = run(idle).modules
  const { seen, modules } = run(script, ...words)
  return {
    files: seen
      .filter((path) => path.includes('/chunks/'))
      .map((path) => basename(path).replace(/-[0-9a-f]{8}\.cjs(?:\.br)?$/, '')),
    modules: modules.filter((one) => !bare.includes(one)),
  }
}

/** The files alone. */
export const loadedBy = (...given: Parameters<typeof startOf>): readonly string[] => startOf(...given).files
