// Compiled code of the bundles, made at install by the node that will run them and kept beside them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Supply } from '../../install/wanted.js'
import { codeCacheName } from '../../node/code-cache.js'
import { findProgram } from '../../node/programs.js'
import type { World } from './world.js'

const BUNDLE = 'gsd-tools'
const LIMIT_MS = 30_000

/** The node that prompts call. */
const nodeOf = (world: World): string => findProgram('node', world.env) ?? process.execPath

const isRunning = (node: string): boolean => {
  try {
    return realpathSync(node) === realpathSync(process.execPath)
  } catch {
    return false
  }
}

/** Name of the file below `bin/`, or null when the node on PATH does not say what it is. */
export function compiledName(world: World): string | null {
  const node = nodeOf(world)
  if (isRunning(node)) return codeCacheName(BUNDLE)
  const asked = spawnSync(node, ['-p', 'process.version + " " + process.arch'], { encoding: 'utf8', timeout: LIMIT_MS })
  const [version, arch] = asked.status === 0 ? asked.stdout.trim().split(' ') : []
  return version === undefined || arch === undefined ? null : codeCacheName(BUNDLE, version, arch)
}

/** Compiles a copy of the bundles. A failure gives null and costs start-up time, nothing else. */
export function compiledCode({ programs }: Supply, name: string, world: World): Uint8Array | null {
  const folder = mkdtempSync(join(tmpdir(), 'gsd-compile-'))
  try {
    for (const { path, bytes } of programs.filter((program) => /\.cjs(?:\.br)?$/.test(program.path))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
    const made = spawnSync(nodeOf(world), [join(folder, `${BUNDLE}.cjs`)], {
      env: { ...world.env, GSD_CODE_CACHE: 'write' },
      stdio: 'ignore',
      timeout: LIMIT_MS,
    })
    if (made.status === 0 && existsSync(join(folder, name))) return readFileSync(join(folder, name))
    world.err('gsd: the code could not be compiled beforehand; commands start a little slower\n')
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** True when the node that prompts call finds compiled code below `bin`. */
export function isCompiled(bin: string, world: World): boolean {
  const name = compiledName(world)
  return name !== null && existsSync(join(bin, name))
}
