// `gsd` and `gsd-tools` by their names: where they may be put, when that is done or offered, and what becomes of them with the last installation.
import { existsSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { COMPLETED, withoutCompletion } from '../../install/completion-plan.js'
import type { Plan } from '../../install/operation.js'
import { type ShimPlace, withoutShims, withShims } from '../../install/shim-plan.js'
import { payloadOf } from '../../install/target.js'
import { realDisk } from '../../node/files.js'
import { findProgram, nodeForPrompts } from '../../node/programs.js'
import { shellQuoted } from '../../std/text.js'
import type { Place } from './selection.js'
import type { World } from './world.js'

/** The folder that the person's shells look in for their own programs; null where there is no such custom. */
export function shimFolder({ env, home, platform }: World): string | null {
  if (platform === 'win32' || home === '') return null
  const named = env['XDG_BIN_HOME']
  return named !== undefined && isAbsolute(named) ? named : join(home, '.local/bin')
}

function placeFor(world: World): ShimPlace | null {
  const folder = shimFolder(world)
  if (folder === null) return null
  const node = nodeForPrompts(world)
  return { folder, node: node.isOnPath ? 'node' : shellQuoted(node.path) }
}

/** The folder to offer: nothing of the name is there yet; null: nothing is offered. */
export const offeredFolder = (world: World): string | null =>
  findProgram('gsd', world.env) === null ? shimFolder(world) : null

/** The plan that also makes them. What was made before needs no care: a payload stays where it is until it is removed. */
export function shimmedInstall<P extends Plan & { readonly payloads: object }>(plan: P, world: World): P {
  const place = placeFor(world)
  const [payload] = Object.values(plan.payloads) as readonly string[]
  if (place === null || payload === undefined) return plan
  const planned = withShims(plan, place, payload, realDisk)
  const isFound = (world.env['PATH'] ?? '').split(delimiter).includes(place.folder)
  if (isFound) return planned
  const notice = {
    level: 'note',
    path: place.folder,
    message: 'your shells do not look there yet',
    fix: `add to your shell's profile: export PATH="${place.folder}:$PATH"`,
  } as const
  return { ...planned, notices: [...planned.notices, notice] }
}

/** They go with the last payload, or start one that stays; what completes them in a shell goes with them. */
export function shimmedRemoval<P extends Plan>(plan: P, { installed, unrecorded, roots }: Place, world: World): P {
  const removed = new Set(plan.operations.flatMap(({ kind, path }) => (kind === 'remove' ? [path] : [])))
  const payloads = [
    ...installed.flatMap(({ manifest }) => manifest.runtimes.map((id) => payloadOf(roots[id]))),
    ...unrecorded.map(({ path }) => dirname(path)),
  ]
  const left = payloads.find((payload) => {
    const program = join(payload, 'bin/gsd.cjs')
    return existsSync(program) && !removed.has(realDisk.real(program))
  })
  const completed =
    left !== undefined || world.home === ''
      ? plan
      : COMPLETED.reduce((so, shell) => withoutCompletion(so, shell, world, realDisk), plan)
  const place = placeFor(world)
  return place === null ? completed : withoutShims(completed, place, left ?? null, realDisk)
}
