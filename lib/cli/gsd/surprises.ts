// What a person may not expect of where an installation went.
import type { Notice } from '../../install/operation.js'
import { movers } from '../../install/target.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { CommonGiven } from './actions.js'
import { type Place, placeOf } from './selection.js'
import type { World } from './world.js'

export const surprises = (
  runtimes: readonly RuntimeId[],
  place: Place,
  given: CommonGiven,
  world: World,
): readonly Notice[] => [
  ...runtimes.flatMap((id) => unreadVariables(id, place, given, world)),
  ...inBothScopes(runtimes, place, world),
]

/** A variable that other packs of the family obey, so that somebody counts on it, and the client does not read. */
function unreadVariables(id: RuntimeId, { scope, roots }: Place, given: CommonGiven, world: World): readonly Notice[] {
  if (scope === 'local' || given.configDir !== undefined || movers(id, world).length > 0) return []
  const { title, home } = runtimeOf(id)
  return home.unread
    .filter((name) => (world.env[name]?.trim() ?? '') !== '')
    .map((name) => ({
      level: 'note',
      path: null,
      message: `${name} is set, but ${title} does not read it; the pack is in ${roots[id]}, where the client looks`,
      fix: `to use that folder all the same: gsd install --${id} --config-dir "$${name}"`,
    }))
}

function inBothScopes(runtimes: readonly RuntimeId[], place: Place, world: World): readonly Notice[] {
  if (world.cwd === world.home) return []
  const other = place.scope === 'local' ? 'global' : 'local'
  const { installed } = placeOf(other, { local: other === 'local', global: other === 'global' } as CommonGiven, world)
  const twice = runtimes.filter((id) => installed.some(({ manifest }) => manifest.runtimes.includes(id)))
  return twice.map((id) => ({
    level: 'note',
    path: null,
    message: `${runtimeOf(id).title} has the pack in ${other} scope too, and may list every name twice here`,
    fix: `keep one of them: gsd uninstall --${id} --${other}`,
  }))
}
