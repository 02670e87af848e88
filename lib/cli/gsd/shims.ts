// Creates, offers and removes the shims `gsd` and `gsd-tools`.
import { existsSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import type { Plan } from '../../install/operation.js'
import { type ShimPlace, withoutShims, withShims } from '../../install/shim-plan.js'
import { payloadOf } from '../../install/target.js'
import { realDisk } from '../../node/files.js'
import { gsdCommand } from '../../node/own-call.js'
import { findProgram, nodeCommand } from '../../node/programs.js'
import { inClone } from '../../std/set-up.js'
import type { InstallTarget } from './selection.js'
import type { World } from './world.js'

/** Returns the usual folder for the user's own programs; null if the system has none. */
export function shimFolder({ env, home, platform }: World): string | null {
  if (platform === 'win32' || home === '') return null
  const named = env['XDG_BIN_HOME']
  return named !== undefined && isAbsolute(named) ? named : join(home, '.local/bin')
}

function placeFor(world: World): ShimPlace | null {
  const folder = shimFolder(world)
  return folder === null ? null : { folder, node: nodeCommand(world.env) }
}

/** Returns where to offer shims; null if `gsd` is already on PATH, or the system has no folder for them. */
export const shimFolderToOffer = (world: World): string | null =>
  findProgram('gsd', world.env) === null ? shimFolder(world) : null

/** Adds the shims to a plan. Existing ones need no change on update, because the payload's path stays the same. */
export function addShims<P extends Plan & { readonly payload: string }>(plan: P, world: World): P {
  const place = placeFor(world)
  return place === null ? plan : withShims(plan, place, plan.payload, realDisk)
}

export const GLOBAL_INSTALL_HINT = inClone('npm install --global .')

/** Returns instructions for putting `gsd` on PATH; none if it is already there. */
export function pathAdvice(
  { payload, runtimes }: { readonly payload: string; readonly runtimes: readonly string[] },
  world: World,
): readonly string[] {
  const folder = shimFolder(world)
  if (findProgram('gsd', world.env) !== null) return []
  if (folder === null) return [`To put gsd and gsd-tools on your PATH, run this ${GLOBAL_INSTALL_HINT}`]
  if (existsSync(join(folder, 'gsd')))
    return ['To use gsd and gsd-tools as commands, run this and open a new terminal:', `  ${pathCommand(world)}`]
  const command = gsdCommand(join(payload, 'bin'), world.env)
  return [
    'To use gsd and gsd-tools as commands, run:',
    `  ${command} install --global ${runtimes.map((id) => `--${id}`).join(' ')} --shim`,
  ]
}

/** Returns the command that puts the folder on PATH for new shells. */
function pathCommand({ env }: World): string {
  const shell = basename(env['SHELL'] ?? '')
  const folder = isAbsolute(env['XDG_BIN_HOME'] ?? '') ? '$XDG_BIN_HOME' : '$HOME/.local/bin'
  if (shell === 'fish') return `fish_add_path "${folder}"`
  const profile = shell === 'zsh' ? '.zshrc' : shell === 'bash' ? '.bashrc' : '.profile'
  return `echo 'export PATH="${folder}:$PATH"' >> ~/${profile}`
}

/** Adds the removal of the shims to a plan, unless the program they start remains. */
export function removeShims<P extends Plan>(plan: P, { roots }: InstallTarget, world: World): P {
  const removed = new Set(plan.operations.flatMap(({ kind, path }) => (kind === 'remove' ? [path] : [])))
  const program = join(payloadOf(roots), 'bin/gsd.cjs')
  const programRemains = existsSync(program) && !removed.has(realDisk.real(program))
  const place = placeFor(world)
  return place === null || programRemains ? plan : withoutShims(plan, place, realDisk)
}
