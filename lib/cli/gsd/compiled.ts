// Compiled code of the bundles, made at install by the node that will run them and kept beside them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import type { Installed } from '../../install/installed.js'
import { type InstallPlan, lacksCompiled, planInstall, withCompiled } from '../../install/plan.js'
import type { Choice } from '../../install/target.js'
import type { Supply } from '../../install/wanted.js'
import { codeCacheName, isWholeCache } from '../../node/compiled-code.js'
import { steadyDisk } from '../../node/files.js'
import { VERSION } from '../../node/pack.js'
import { nodeForPrompts } from '../../node/programs.js'
import type { RuntimeId } from '../../runtimes/all.js'
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

/** Names by node: asking one costs as much as a start. */
const names = new Map<string, string | null>()

/** Name of the file below `bin/`, or null when the node on PATH does not say what it is. */
export function compiledName(world: World): string | null {
  const node = nodeOf(world)
  const known = names.get(node)
  if (known !== undefined) return known
  const name = nameFor(node)
  names.set(node, name)
  return name
}

function nameFor(node: string): string | null {
  if (isRunning(node)) return codeCacheName(BUNDLE)
  const asked = spawnSync(node, ['-p', 'process.version + " " + process.arch'], { encoding: 'utf8', timeout: LIMIT_MS })
  const [version, arch] = asked.status === 0 ? asked.stdout.trim().split(' ') : []
  return version === undefined || arch === undefined ? null : codeCacheName(BUNDLE, version, arch)
}

export interface Compiling {
  /** Null after a failure, which costs start-up time and nothing else. */
  bytes(): Promise<Uint8Array | null>
  end(): void
}

/** Starts compiling while the rest is still read and planned, unless it looks as if there were nothing to compile: for sure only the plan knows. */
export function compileEarly(
  runtimes: readonly RuntimeId[],
  installed: readonly Installed[],
  world: World,
): Compiling | null {
  const name = compiledName(world)
  const seemsCompiled =
    runtimes.every((id) => installed.some(({ manifest }) => manifest.runtimes.includes(id))) &&
    installed.every(
      ({ manifest, path }) => manifest.version === VERSION && existsSync(join(dirname(path), 'bin', name ?? '')),
    )
  return name === null || seemsCompiled ? null : compile(world)
}

/** The plan, with compiled code for every payload that lacks it. The bundles are compiled once for all. */
export async function planWithCode(
  choice: Choice,
  supply: Supply,
  early: Compiling | null,
  world: World,
): Promise<InstallPlan> {
  const { compiled: name } = choice
  const disk = steadyDisk()
  try {
    const plan = planInstall(choice, supply, disk)
    const places = name === null ? [] : lacksCompiled(plan, name, disk)
    if (places.length === 0) return plan
    const bytes = await (early ?? compile(world)).bytes()
    if (bytes !== null) return withCompiled(plan, places, bytes, disk)
    world.err('gsd: the code could not be compiled beforehand; commands start a little slower\n')
    return plan
  } finally {
    early?.end()
  }
}

function compile(world: World): Compiling {
  // Certificates of a company cost a start of node more than all the rest, and nothing is fetched here.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = world.env
  const child = spawn(nodeOf(world), [join(world.bin, `${BUNDLE}.cjs`)], {
    env: { ...env, GSD_CODE_CACHE: 'print' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Uint8Array | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', (code) => {
      const printed = Buffer.concat(parts)
      resolve(code === 0 && isWholeCache(printed) ? printed : null)
    })
  })
  // A run that ends before it asks for the code does not wait for it.
  const output = child.stdout as unknown as Socket
  child.unref()
  output.unref()
  return {
    bytes: () => {
      child.ref()
      output.ref()
      return done
    },
    end: () => child.kill(),
  }
}

/** True when the node that prompts call finds compiled code below `bin`. */
export function isCompiled(bin: string, world: World): boolean {
  const name = compiledName(world)
  return name !== null && existsSync(join(bin, name))
}
