// Compiled code of the bundles: an installation keeps it beside them, for the node that runs it.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compiledAt, type InstallPlan, lacksCompiled, withPuts } from '../../install/plan.js'
import { BUNDLES, type BundleName, compiledName } from '../../node/compiled-code.js'
import { realDisk } from '../../node/files.js'
import type { World } from './world.js'

const PROGRAMS: Readonly<Record<BundleName, string>> = { program: 'gsd-tools.cjs', hook: 'gsd-hook.cjs' }
const LIMIT_MS = 30_000

/** Names of the files below a payload's `bin/`. */
export const COMPILED: readonly string[] = BUNDLES.map((bundle) => compiledName(bundle))

/** The plan with compiled code for every payload that lacks it. */
export async function withCompiled(plan: InstallPlan, world: World): Promise<InstallPlan> {
  const puts = BUNDLES.map(async (bundle) => {
    const places = lacksCompiled(plan, compiledName(bundle), realDisk)
    const bytes = places.length === 0 ? null : await codeOf(bundle, world)
    return bytes === null ? [] : compiledAt(places, bytes, realDisk)
  })
  return withPuts(plan, (await Promise.all(puts)).flat())
}

/** Null after a failure: programs then start a little slower. */
async function codeOf(bundle: BundleName, world: World): Promise<Uint8Array | null> {
  const made = join(world.bin, compiledName(bundle))
  if (existsSync(made)) return readFileSync(made)
  // Certificates of a company slow the start of node, and nothing is fetched here.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = world.env
  const options = { env: { ...env, GSD_CODE_CACHE: 'print' }, timeout: LIMIT_MS, maxBuffer: 2 ** 26 }
  try {
    const program = join(world.bin, PROGRAMS[bundle])
    const { stdout } = await promisify(execFile)(process.execPath, [program], { ...options, encoding: 'buffer' })
    return stdout
  } catch {
    world.err('gsd: the code could not be compiled beforehand; commands start a little slower\n')
    return null
  }
}

export const isCompiled = (bin: string): boolean => COMPILED.every((name) => existsSync(join(bin, name)))
