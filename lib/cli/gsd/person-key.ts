// The person's key: an installation makes it, and the last removal takes it away again, unless something rests on it.
import { keyPath, personalKey } from '../../node/custody.js'
import { dropKey, hasKey, isKeyUsed } from '../../node/key-removal.js'
import { placesOf } from './selection.js'
import type { World } from './world.js'

export interface KeyState {
  readonly path: string
  readonly state: 'there' | 'made' | 'none' | 'removed' | 'kept'
}

const variables = ({ env, home }: World) => ({ ...env, HOME: home })

const shown = (world: World): string => keyPath(variables(world))

/** Where there is no key and none can be made, what needs one says so when it is needed. */
export function keyAfterInstall(dryRun: boolean, world: World): KeyState {
  const env = variables(world)
  const path = shown(world)
  if (hasKey(env)) return { path, state: 'there' }
  if (world.home === '') return { path, state: 'none' }
  return { path, state: dryRun || personalKey(env) !== null ? 'made' : 'none' }
}

export const keyNow = (world: World): KeyState => ({
  path: shown(world),
  state: hasKey(variables(world)) ? 'there' : 'none',
})

/** `removes`: what this run removes is the last of it. */
export function keyAfterRemoval(
  { dryRun, purge, removes }: { readonly dryRun: boolean; readonly purge: boolean; readonly removes: boolean },
  world: World,
): KeyState {
  const env = variables(world)
  const path = shown(world)
  if (!hasKey(env)) return { path, state: 'none' }
  if (!removes || (isKeyUsed(env) && !purge)) return { path, state: 'kept' }
  if (!dryRun) dropKey(env)
  return { path, state: 'removed' }
}

/** Whether an installation is left on this machine, as far as it can be seen from here. */
export const isAnythingInstalled = (given: Parameters<typeof placesOf>[0], world: World): boolean =>
  placesOf({ ...given, global: false, local: false }, world).some(({ installed }) => installed.length > 0)

/** A line for people; null where there is nothing to say. */
export function keyLine({ path, state }: KeyState, dryRun: boolean): string | null {
  const lines: Readonly<Record<KeyState['state'], string | null>> = {
    there: null,
    none: null,
    made: dryRun ? `  create ${path} (yours alone: what you agree to is sealed with it)` : null,
    removed: dryRun ? `  remove ${path}` : null,
    kept: `${path} stays: records of your projects are sealed with it (gsd uninstall --purge removes it)`,
  }
  return lines[state]
}
