// Warnings about the place of an installation.
import type { Notice } from '../../install/operation.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { CommonGiven } from './flags.js'
import { type InstallTarget, inScope, installedRuntimes, usableTarget } from './selection.js'
import type { World } from './world.js'

export function inBothScopes(runtimes: readonly RuntimeId[], place: InstallTarget, world: World): readonly Notice[] {
  if (world.cwd === world.home) return []
  const scope = place.scope === 'local' ? 'global' : 'local'
  const there = usableTarget(scope, inScope({} as CommonGiven, scope), world)
  const other = there === null ? [] : installedRuntimes(there)
  return runtimes
    .filter((id) => other.includes(id))
    .map((id) => ({
      level: 'note',
      path: null,
      message: `${runtimeOf(id).title} also has the pack in ${scope} scope: which may list or rename every name twice`,
      fix: `keep one of them: gsd uninstall --${id} --${scope}`,
    }))
}
