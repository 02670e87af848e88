// Compiled code of the bundles, kept beside them for the node that runs it.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWithin } from '../../install/installed.js'
import { withOperations } from '../../install/operation.js'
import { putIfDifferent } from '../../install/patches.js'
import type { InstallPlan } from '../../install/plan.js'
import { BUNDLES, type BundleName, compiledName } from '../../node/compiled-code.js'
import { realDisk } from '../../node/files.js'
import { outputOf } from '../../node/start.js'
import type { World } from './world.js'

const PROGRAMS: Readonly<Record<BundleName, string>> = { program: 'gsd-tools.cjs', hook: 'gsd-hook.cjs' }
const LIMIT_MS = 30_000

/** File names below a payload's `bin/`. */
export const COMPILED: readonly string[] = BUNDLES.map((bundle) => compiledName(bundle))

export function withCompiled(plan: InstallPlan, world: World): InstallPlan {
  const puts = BUNDLES.flatMap((bundle) => {
    const path = realDisk.real(join(plan.payload, 'bin', compiledName(bundle)))
    const isStale = plan.operations.some(({ kind, path: put }) => kind === 'put' && isWithin(dirname(path), put))
    const bytes = isStale || realDisk.stat(path) === null ? codeOf(bundle, world) : null
    return bytes === null ? [] : putIfDifferent(realDisk, path, bytes, 'payload', 'record')
  })
  return withOperations(plan, puts)
}

/** Null after a failure: programs then start a little slower. */
function codeOf(bundle: BundleName, world: World): Uint8Array | null {
  const made = join(world.bin, compiledName(bundle))
  if (existsSync(made)) return readFileSync(made)
  // Extra certificates slow down the start of node, and nothing is fetched here.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = world.env
  try {
    const argv = [process.execPath, join(world.bin, PROGRAMS[bundle])] as const
    return outputOf(argv, { env: { ...env, GSD_CODE_CACHE: 'print' }, timeoutMs: LIMIT_MS })
  } catch {
    world.err('gsd: the code could not be precompiled; commands start a little slower\n')
    return null
  }
}
