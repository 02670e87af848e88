// The person's key: an installation makes it, and the last removal takes it away again, unless something rests on it.
import { dirname } from 'node:path'
import { type KeyPlace, withKey, withoutKey } from '../../install/key-plan.js'
import type { Plan } from '../../install/operation.js'
import { freshKey, keyPath, personalFolder, trustFolder, usedPath } from '../../node/custody.js'
import { realDisk } from '../../node/files.js'
import { canMakeKey, hasKey, isKeyUsed } from '../../node/key-state.js'
import { remoteFolder, secretNames, secretsFolder } from '../../node/secrets.js'
import { shellQuoted } from '../../std/text.js'
import { everyPlace } from './selection.js'
import type { World } from './world.js'

export interface KeyState {
  readonly path: string
  /** `barred`: there is none, and none can be made. */
  readonly state: 'there' | 'made' | 'none' | 'barred' | 'removed' | 'kept'
}

/** A plan with what it does to the key. */
interface Keyed<P> {
  readonly plan: P
  readonly key: KeyState
}

/** The person's secrets, and whether a removal takes them away. */
export interface SecretsState {
  readonly names: readonly string[]
  readonly removed: boolean
}

export const variables = ({ env, home }: World) => ({ ...env, HOME: home })

const placeIn = (world: World, withSecrets = false): KeyPlace => {
  const env = variables(world)
  const folders = [trustFolder(env), ...(withSecrets ? [secretsFolder(env), remoteFolder(env)] : [])]
  return { folder: personalFolder(env), key: keyPath(env), used: usedPath(env), folders }
}

/** The folder of the key, in which a run that did nothing else may have been cut off. */
export const keyFolder = (world: World): string => personalFolder(variables(world))

export const keyNow = (world: World): KeyState => ({ path: keyPath(variables(world)), state: stateNow(world) })

function stateNow(world: World): KeyState['state'] {
  if (hasKey(variables(world))) return 'there'
  return world.home === '' || canMakeKey(variables(world)) ? 'none' : 'barred'
}

export function keyedInstall<P extends Plan>(plan: P, world: World): Keyed<P> {
  const key = keyNow(world)
  if (key.state !== 'none' || world.home === '') return { plan, key }
  return { plan: withKey(plan, placeIn(world), freshKey(), realDisk), key: { ...key, state: 'made' } }
}

/** What the plan removes may be the last of it; then the key goes too. */
export function keyedRemoval<P extends Plan>(
  plan: P,
  given: Parameters<typeof everyPlace>[0] & { readonly purge: boolean },
  world: World,
): Keyed<P> & { readonly secrets: SecretsState } {
  const [key, names] = [keyNow(world), secretNames(variables(world))]
  const kept = { names, removed: false }
  const isThere = key.state === 'there'
  if (!isThere && !(given.purge && names.length > 0)) return { plan, key, secrets: kept }
  if (isAnythingLeft(plan, given, world)) return { plan, key, secrets: kept }
  if (!given.purge && isKeyUsed(variables(world))) return { plan, key: { ...key, state: 'kept' }, secrets: kept }
  return {
    plan: withoutKey(plan, placeIn(world, given.purge), realDisk),
    key: isThere ? { ...key, state: 'removed' } : key,
    secrets: { names, removed: given.purge },
  }
}

/** Whether an installation is left on this machine, as far as it can be seen from here. */
function isAnythingLeft({ operations }: Plan, given: Parameters<typeof everyPlace>[0], world: World): boolean {
  const removed = new Set(operations.flatMap(({ kind, path }) => (kind === 'remove' ? [path] : [])))
  const places = everyPlace(given, world)
  return places.some(
    ({ installed, unrecorded }) => unrecorded.length > 0 || installed.some(({ path }) => !removed.has(path)),
  )
}

/** A line for people; null where there is nothing to say. */
export function keyLine({ path, state }: KeyState, dryRun: boolean): string | null {
  const lines: Readonly<Record<KeyState['state'], string | null>> = {
    there: null,
    none: null,
    barred: null,
    made: dryRun ? `  ${path} is yours alone: what you agree to is sealed with it` : null,
    removed: dryRun ? `  ${path} goes with the last installation` : `${path} is gone with the last installation`,
    kept: `${path} stays: records of your projects are sealed with it (gsd uninstall --global --all --purge removes it)`,
  }
  return lines[state]
}

/** Who works without a key learns it before anything is proven that will not count; nothing where there is one, or one is made. */
export const barredLines = ({ path, state }: KeyState): readonly string[] =>
  state === 'barred'
    ? [
        `${path} is no key of yours, and none can be made there: nothing will be called verified`,
        `  let it and its folder be yours alone (ls -ld ${shellQuoted(dirname(path))} ${shellQuoted(path)} shows whose they are), or move it away; where nothing can be written, put the key of another machine of yours there, readable by you alone`,
      ]
    : []

/** What becomes of secrets when the last installation goes; null where there are none, or something stays installed. */
export function secretsLine({ names, removed }: SecretsState, isLast: boolean, dryRun: boolean): string | null {
  if (names.length === 0 || !isLast) return null
  const all = `Your secrets (${names.join(', ')})`
  if (removed) return dryRun ? `  ${all} go with the last installation` : `${all} are gone with the last installation`
  return `${dryRun ? '  ' : ''}${all} stay: gsd uninstall --global --all --purge removes them, or gsd secret remove each`
}
