// Compiled code beside the bundles of an installed payload: made once after an install, by the node that will run them.
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { InstallPlan } from '../../install/plan.js'
import { payloadOf, type Roots } from '../../install/target.js'
import { codeCacheName } from '../../node/code-cache.js'
import { realDisk } from '../../node/files.js'
import { findProgram } from '../../node/programs.js'
import type { RuntimeId } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/runtime.js'
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

/** Names of the files below `bin/`. A project's folder travels to other machines and other versions of node, so it gets none. */
export function compiledNames(scope: Scope, world: World): readonly string[] {
  if (scope === 'local') return []
  const node = nodeOf(world)
  if (isRunning(node)) return [codeCacheName(BUNDLE)]
  const asked = spawnSync(node, ['-p', 'process.version + "-" + process.arch'], { encoding: 'utf8', timeout: LIMIT_MS })
  const [version, arch] = asked.status === 0 ? asked.stdout.trim().split('-') : []
  return version === undefined || arch === undefined ? [] : [codeCacheName(BUNDLE, version, arch)]
}

/** Makes what is missing or older than its bundles. A failure costs start-up time, nothing else. */
export function compile(plan: InstallPlan, roots: Roots, names: readonly string[], world: World): void {
  for (const host of Object.keys(plan.payloads) as RuntimeId[]) {
    const bin = join(payloadOf(roots[host]), 'bin')
    const below = `${realDisk.real(bin)}/`
    const isNew = plan.operations.some(({ kind, path }) => kind === 'put' && path.startsWith(below))
    const isMissing = names.some((name) => !existsSync(join(bin, name)))
    const bundle = join(bin, `${BUNDLE}.cjs`)
    if (names.length === 0 || !(isNew || isMissing) || !existsSync(bundle)) continue
    const made = spawnSync(nodeOf(world), [bundle], {
      env: { ...world.env, GSD_CODE_CACHE: 'write' },
      stdio: 'ignore',
      timeout: LIMIT_MS,
    })
    if (made.status !== 0)
      world.err(`gsd: the code in ${bin} could not be compiled beforehand; it starts a little slower\n`)
  }
}

/** True when the node that prompts call finds compiled code below `bin`. */
export const isCompiled = (bin: string, world: World): boolean =>
  compiledNames('global', world).every((name) => existsSync(join(bin, name)))
