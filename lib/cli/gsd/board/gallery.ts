// Loads what draws pictures. An installed copy brings none, because clients need none: it takes those of the package it was installed from.
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GsdError } from '../../../errors.js'
import { digestOf } from '../../../install/disk.js'
import { realDisk } from '../../../node/files.js'
import { namesIn } from '../../../node/names-in.js'
import { VERSION } from '../../../node/pack.js'
import { findProgram } from '../../../node/programs.js'
import { ranNpm } from '../npm.js'
import type { World } from '../world.js'

export type Gallery = typeof import('./pictures.js')

const NAME = 'gsd-pictures.cjs'
/** Digest of the file that was built together with this one: what else goes by our name is not run. */
declare const __GSD_PICTURES__: string | undefined
const BUILT = typeof __GSD_PICTURES__ === 'string' ? __GSD_PICTURES__ : ''

/** `isAgreed`: npm may be asked where it lies nowhere on this machine; else a person at a terminal is. */
export async function galleryOf(world: World, action: string, isAgreed: boolean): Promise<Gallery> {
  const own = join(world.bin, NAME)
  const path = realDisk.see(own) !== null ? own : (lying(world) ?? (await fetched(world, action, isAgreed)))
  return createRequire(path)(path) as Gallery
}

const isBuilt = (path: string): boolean => {
  const bytes = realDisk.read(path)
  return bytes !== null && digestOf(bytes) === BUILT
}

/** In a package that npm installed for the person, or that npx keeps. */
function lying({ env, home, platform }: World): string | null {
  const cache = platform === 'win32' ? join(env['LOCALAPPDATA'] ?? home, 'npm-cache') : join(home, '.npm')
  const kept = namesIn(join(cache, '_npx')).map((name) => join(cache, '_npx', name, 'node_modules/gsd-pack'))
  return [...installedBy(env), ...kept].map((root) => join(root, 'dist', NAME)).find(isBuilt) ?? null
}

/** The package a shell would start: behind a link, or beside the batch file that Windows has instead. */
function installedBy(env: World['env']): readonly string[] {
  const program = findProgram('gsd-pack', env)
  return program === null
    ? []
    : [join(dirname(realpathSync(program)), '..'), join(dirname(program), 'node_modules/gsd-pack')]
}

/** Nothing goes over the network that nobody asked for. */
async function agreed(name: string, action: string, world: World): Promise<void> {
  const why = `what draws gsd ${action} comes with the package, which is not on this machine`
  if (!world.isInteractive)
    throw new GsdError({
      code: 'CONSENT_REQUIRED',
      message: `${why}, and npm is asked for it only where you say so; nothing was done`,
      fix: `gsd ${action} --fetch, or npx ${name} ${action}`,
    })
  const { askConsent } = await import('../../../install/wizard.js')
  const question = `gsd: ${why}; npm would be asked for ${name}.`
  await askConsent({ brief: question, whole: question }, true, (text) => world.err(text))
}

/** npm is asked for the PATH on which the package is, in a folder outside of every project; it takes what it has kept before it fetches anything. */
async function fetched(world: World, action: string, isAgreed: boolean): Promise<string> {
  const name = `gsd-pack@${VERSION}`
  if (!isAgreed) await agreed(name, action, world)
  world.err(`gsd: what draws gsd ${action} comes with the package; asking npm for ${name}\n`)
  const asked = ['exec', '--yes', '--prefer-offline', '--fetch-retries=0', `--package=${name}`]
  const ran = await ranNpm([...asked, '--', 'node', '-p', 'process.env.PATH'], world.home, world)
  const roots = 'out' in ran ? installedBy({ ...world.env, PATH: ran.out.trim() }) : []
  const found = roots.map((root) => join(root, 'dist', NAME)).find(isBuilt)
  if (found !== undefined) return found
  throw new GsdError({
    code: 'NOT_FOUND',
    message: `gsd ${action} comes with the package, not with what is installed for a client, and npm did not bring it (${'problem' in ran ? ran.problem : 'what it has under that name is not ours'}); nothing was done`,
    fix: `npx ${name} ${action}`,
  })
}
