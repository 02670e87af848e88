// Compiled code of the bundles, made at install by the node that will run them and kept beside them.
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Installed } from '../../install/installed.js'
import type { Put } from '../../install/operation.js'
import { compiledAt, type InstallPlan, lacksCompiled, planInstall } from '../../install/plan.js'
import type { Choice } from '../../install/target.js'
import type { Supply } from '../../install/wanted.js'
import { codeCacheName } from '../../node/compiled-code.js'
import { steadyDisk } from '../../node/files.js'
import { VERSION } from '../../node/pack.js'
import type { RuntimeId } from '../../runtimes/all.js'
import { BUNDLE, compiling, endCompiling, LIMIT_MS, nodeOf } from './compiling.js'
import type { World } from './world.js'

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

/** Compiles while the rest is still read and planned, unless it looks as if there were nothing to compile: for sure only the plan knows. */
export function compileEarly(runtimes: readonly RuntimeId[], installed: readonly Installed[], world: World): void {
  const name = compiledName(world)
  const seemsCompiled =
    runtimes.every((id) => installed.some(({ manifest }) => manifest.runtimes.includes(id))) &&
    installed.every(
      ({ manifest, path }) => manifest.version === VERSION && existsSync(join(dirname(path), 'bin', name ?? '')),
    )
  if (name === null || seemsCompiled) endCompiling(world)
  else compiling(world)
}

/** The plan, and what puts compiled code into every payload that lacks it, as soon as there is some. The bundles are compiled once for all. */
export function planWithCode(
  choice: Choice,
  supply: Supply,
  world: World,
): { readonly planned: InstallPlan; readonly code: () => Promise<readonly Put[]> } {
  const { compiled: name } = choice
  const disk = steadyDisk()
  const planned = planInstall(choice, supply, disk)
  const places = name === null ? [] : lacksCompiled(planned, name, disk)
  const code = async () => {
    if (places.length === 0) return []
    const bytes = await compiling(world).bytes()
    if (bytes !== null) return compiledAt(places, bytes, disk)
    world.err('gsd: the code could not be compiled beforehand; commands start a little slower\n')
    return []
  }
  return { planned, code }
}

/** True when the node that prompts call finds compiled code below `bin`. */
export function isCompiled(bin: string, world: World): boolean {
  const name = compiledName(world)
  return name !== null && existsSync(join(bin, name))
}
