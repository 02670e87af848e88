// Warnings about the place of an installation.
import { GsdError } from '../../errors.js'
import type { Notice } from '../../install/operation.js'
import { folderEnvVars } from '../../install/target.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { CommonGiven } from './flags.js'
import { type InstallTarget, installedRuntimes, installTargetOf } from './selection.js'
import type { World } from './world.js'

export const warnings = (
  runtimes: readonly RuntimeId[],
  place: InstallTarget,
  given: CommonGiven,
  world: World,
): readonly Notice[] => [
  ...runtimes.flatMap((id) => unreadVariables(id, place, given, world)),
  ...inBothScopes(runtimes, place, world),
]

/** The client ignores this variable, though other packs of the family respect it. */
function unreadVariables(
  id: RuntimeId,
  { scope, roots }: InstallTarget,
  given: CommonGiven,
  world: World,
): readonly Notice[] {
  if (scope === 'local' || given.configDir !== undefined || folderEnvVars(id, world).length > 0) return []
  const { title, home } = runtimeOf(id)
  return home.unread
    .filter((name) => (world.env[name]?.trim() ?? '') !== '')
    .map((name) => ({
      level: 'note',
      path: null,
      message: `${name} is set, but ${title} does not read it; the pack is in ${roots[id]}, the client's folder`,
      fix: `to use that folder anyway: gsd install --${id} --config-dir "$${name}"`,
    }))
}

const installedElsewhere = (place: InstallTarget, world: World): readonly RuntimeId[] => {
  if (world.cwd === world.home) return []
  const other = place.scope === 'local' ? 'global' : 'local'
  return installedRuntimes(
    installTargetOf(other, { local: other === 'local', global: other === 'global' } as CommonGiven, world),
  )
}

/** Leaves out clients whose commands clash if both home and project have them. Throws if none is left. */
export function withoutClashing(
  runtimes: readonly RuntimeId[],
  place: InstallTarget,
  world: World,
): readonly RuntimeId[] {
  if (place.scope === 'global') return runtimes
  const elsewhere = installedElsewhere(place, world)
  const clashing = runtimes.filter((id) => runtimeOf(id).scopesClash && elsewhere.includes(id))
  if (clashing.length === 0) return runtimes
  const titles = clashing.map((id) => runtimeOf(id).title).join(', ')
  const rest = runtimes.filter((id) => !clashing.includes(id))
  if (rest.length === 0)
    throw new GsdError({
      code: 'INSTALL_REFUSED',
      message: `${titles} has the pack in your home; a second copy here would break its commands; nothing was done`,
      fix: `use that one, or first run: gsd uninstall --${clashing[0]} --global`,
    })
  world.err(
    `gsd: ${titles} already has the pack in your home and is skipped here: two copies would break its commands\n`,
  )
  return rest
}

function inBothScopes(runtimes: readonly RuntimeId[], place: InstallTarget, world: World): readonly Notice[] {
  const other = place.scope === 'local' ? 'global' : 'local'
  const elsewhere = installedElsewhere(place, world)
  const twice = runtimes.filter((id) => elsewhere.includes(id))
  return twice.map((id) => ({
    level: 'note',
    path: null,
    message: `${runtimeOf(id).title} also has the pack in ${other} scope, and may list every name twice`,
    fix: `keep one of them: gsd uninstall --${id} --${other}`,
  }))
}
