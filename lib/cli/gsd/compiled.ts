// Compiled code of the bundles, made at install by the node that will run them and kept beside them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Installed } from '../../install/installed.js'
import { type InstallPlan, lacksCompiled, planInstall, withCompiled } from '../../install/plan.js'
import type { Choice } from '../../install/target.js'
import type { Supply } from '../../install/wanted.js'
import { codeCacheName, isWholeCache } from '../../node/code-cache.js'
import { steadyDisk } from '../../node/files.js'
import { nodeForPrompts } from '../../node/programs.js'
import type { World } from './world.js'

const BUNDLE = 'gsd-tools'
const LIMIT_MS = 30_000

/** The node that prompts call. */
const nodeOf = (world: World): string => nodeForPrompts(world).path

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

/** The plan, with compiled code for every payload that lacks it. The bundles are compiled once, while the plan is made. */
export async function planWithCode(
  choice: Choice,
  supply: Supply,
  installed: readonly Installed[],
  world: World,
): Promise<InstallPlan> {
  const { compiled: name } = choice
  const disk = steadyDisk()
  if (name === null) return planInstall(choice, supply, disk)
  const early = seemsCompiled(choice, supply, installed, name) ? null : compile(world)
  try {
    const plan = planInstall(choice, supply, disk)
    const places = lacksCompiled(plan, name, disk)
    if (places.length === 0) return plan
    const bytes = await (early ?? compile(world)).bytes
    if (bytes !== null) return withCompiled(plan, places, bytes, disk)
    world.err('gsd: the code could not be compiled beforehand; commands start a little slower\n')
    return plan
  } finally {
    early?.end()
  }
}

/** Whether it looks as if there were nothing to compile; the plan knows for sure, but only when it is made. */
const seemsCompiled = (
  { runtimes }: Choice,
  { version }: Supply,
  installed: readonly Installed[],
  name: string,
): boolean =>
  runtimes.every((id) => installed.some(({ manifest }) => manifest.runtimes.includes(id))) &&
  installed.every(({ manifest, path }) => manifest.version === version && existsSync(join(dirname(path), 'bin', name)))

interface Compiling {
  /** Null after a failure, which costs start-up time and nothing else. */
  readonly bytes: Promise<Uint8Array | null>
  end(): void
}

function compile(world: World): Compiling {
  const child = spawn(nodeOf(world), [join(world.bin, `${BUNDLE}.cjs`)], {
    env: { ...world.env, GSD_CODE_CACHE: 'print' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const bytes = new Promise<Uint8Array | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', (code) => {
      const printed = Buffer.concat(parts)
      resolve(code === 0 && isWholeCache(printed) ? printed : null)
    })
  })
  return { bytes, end: () => child.kill() }
}

/** True when the node that prompts call finds compiled code below `bin`. */
export function isCompiled(bin: string, world: World): boolean {
  const name = compiledName(world)
  return name !== null && existsSync(join(bin, name))
}
