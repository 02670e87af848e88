// Adds V8's compiled code of the bundles to an installation, next to the bundles, for the node that runs them.

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
const COMPILE_LIMIT_MS = 30_000

/** Names of the compiled files in a payload's `bin/`. */
export const COMPILED: readonly string[] = BUNDLES.map((bundle) => compiledName(bundle))

export function withCompiled(plan: InstallPlan, world: World): InstallPlan {
  const puts = BUNDLES.flatMap((bundle) => {
    const path = realDisk.real(join(plan.payload, 'bin', compiledName(bundle)))
    const isStale = plan.operations.some(({ kind, path: put }) => kind === 'put' && isWithin(dirname(path), put))
    const bytes = isStale || realDisk.stat(path) === null ? compiledCodeOf(bundle, world) : null
    return bytes === null ? [] : putIfDifferent(realDisk, path, bytes, 'payload', 'record')
  })
  return withOperations(plan, puts)
}

/** Returns a bundle's compiled code. Null after a failure: programs then start a little slower. */
function compiledCodeOf(bundle: BundleName, world: World): Uint8Array | null {
  const existing = join(world.bin, compiledName(bundle))
  if (existsSync(existing)) return readFileSync(existing)
  // Loading extra certificates slows down node, and this call fetches nothing.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = world.env
  try {
    const argv = [process.execPath, join(world.bin, PROGRAMS[bundle])] as const
    return outputOf(argv, { env: { ...env, GSD_CODE_CACHE: 'print' }, timeoutMs: COMPILE_LIMIT_MS })
  } catch {
    world.err('gsd: the code could not be precompiled; commands start a little slower\n')
    return null
  }
}
