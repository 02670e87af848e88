// Warnings about the place of an installation.
import type { Notice } from '../../install/operation.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { CommonGiven } from './flags.js'
import { nothingDoneError } from './nothing-done-error.js'
import { type InstallTarget, inScope, installedRuntimes, installTargetOf } from './selection.js'
import type { World } from './world.js'

const otherScope = ({ scope }: InstallTarget) => (scope === 'local' ? 'global' : 'local')

/** Those of the clients that have the pack in the other scope too. */
function alsoElsewhere(runtimes: readonly RuntimeId[], place: InstallTarget, world: World): readonly RuntimeId[] {
  if (world.cwd === world.home) return []
  const other = installTargetOf(otherScope(place), inScope({} as CommonGiven, otherScope(place)), world)
  return runtimes.filter((id) => installedRuntimes(other).includes(id))
}

/** Leaves out clients whose commands clash if both home and project have them. Throws if none is left. */
export function withoutClashing(
  runtimes: readonly RuntimeId[],
  place: InstallTarget,
  world: World,
): readonly RuntimeId[] {
  if (place.scope === 'global') return runtimes
  const clashing = alsoElsewhere(runtimes, place, world).filter((id) => runtimeOf(id).scopesClash)
  if (clashing.length === 0) return runtimes
  const titles = clashing.map((id) => runtimeOf(id).title).join(', ')
  const rest = runtimes.filter((id) => !clashing.includes(id))
  if (rest.length === 0)
    throw nothingDoneError(
      'INSTALL_REFUSED',
      `${titles} has the pack in your home; a second copy here would break its commands`,
      `use that one, or first run: gsd uninstall --${clashing[0]} --global`,
    )
  world.err(`gsd: ${titles} has the pack in your home and is skipped here: two copies would break its commands\n`)
  return rest
}

export const inBothScopes = (runtimes: readonly RuntimeId[], place: InstallTarget, world: World): readonly Notice[] =>
  alsoElsewhere(runtimes, place, world).map((id) => ({
    level: 'note',
    path: null,
    message: `${runtimeOf(id).title} also has the pack in ${otherScope(place)} scope, and may list every name twice`,
    fix: `keep one of them: gsd uninstall --${id} --${otherScope(place)}`,
  }))
