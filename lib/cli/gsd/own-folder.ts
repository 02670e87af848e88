// Plans what an installation creates in the user's own folder (this machine's id), and what the last removal deletes there.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bytesOf } from '../../install/disk.js'
import { type Operation, type Plan, withOperations } from '../../install/operation.js'
import { removalOf } from '../../install/patches.js'
import { machinePath, newMachineId, personalFolder } from '../../node/caller.js'
import { realDisk } from '../../node/files.js'
import { secretNames } from '../../node/secrets.js'
import { canWriteIn } from '../../node/system-error-fixes.js'
import type { CommonGiven } from './flags.js'
import { usableTargets } from './selection.js'
import type { World } from './world.js'

interface SecretsState {
  readonly names: readonly string[]
  readonly removed: boolean
}

type Own = Pick<World, 'env' | 'home'>

export const envWithHome = ({ env, home }: Own) => ({ ...env, HOME: home })

export const ownFolder = (world: Own): string => personalFolder(envWithHome(world))

/** Adds this machine's id to the plan, because programs in a client's sandbox could not write it later. */
export function withMachineId<P extends Plan>(plan: P, world: World): P {
  const folder = ownFolder(world)
  const path = machinePath(envWithHome(world))
  if (world.home === '' || existsSync(path) || !canWriteIn(folder)) return plan
  const operation: Operation = {
    kind: 'put',
    stage: 'payload',
    path: join(realDisk.real(folder), path.slice(folder.length + 1)),
    bytes: bytesOf(newMachineId()),
    before: null,
    why: 'new',
    mode: 0o600,
  }
  return withOperations(plan, [operation])
}

/** If the plan removes the last installation, adds the removal of the id, approvals, orders and sessions, or with `purge` of everything. */
export function withoutUserData<P extends Plan>(
  plan: P,
  given: CommonGiven & { readonly purge: boolean },
  world: World,
): { readonly plan: P; readonly isLast: boolean; readonly secrets: SecretsState } {
  const env = envWithHome(world)
  const names = secretNames(env)
  if (isStillInstalled(plan, given, world)) return { plan, isLast: false, secrets: { names, removed: false } }
  const folder = ownFolder(world)
  const realFolder = realDisk.real(folder)
  const ownEntries = ['machine', 'trust.json', 'orders', 'sessions'].map((name) => join(realFolder, name))
  const removals = (given.purge ? [realFolder] : ownEntries)
    .flatMap((path) => [...below(path)])
    .flatMap((path): readonly Operation[] =>
      realDisk.stat(path)?.kind === 'directory'
        ? [{ kind: 'remove-directory', stage: 'tidy', path }]
        : removalOf(realDisk, path),
    )
  const secrets = { names, removed: given.purge && names.length > 0 }
  if (removals.length > 0 && !given.purge) removals.push({ kind: 'remove-directory', stage: 'tidy', path: realFolder })
  return { plan: removals.length === 0 ? plan : withOperations(plan, removals), isLast: true, secrets }
}

/** Yields everything below a path, then the path itself. Skips links, and fetched servers, which `dropUnused` removes. */
function* below(path: string): Generator<string> {
  const kind = realDisk.real(path) === path ? realDisk.stat(path)?.kind : undefined
  if (kind === undefined || kind === 'other' || basename(path) === 'extras') return
  if (kind === 'directory') for (const name of realDisk.list(path)) yield* below(join(path, name))
  yield path
}

/** Whether the plan leaves an installation that is visible from here, usable or not. */
function isStillInstalled({ operations }: Plan, given: CommonGiven, world: World): boolean {
  const removed = new Set(operations.flatMap(({ kind, path }) => (kind === 'remove' ? [path] : [])))
  return usableTargets(given, world).some(
    (place) => place === null || (place.installed !== null && !removed.has(place.installed.path)),
  )
}

export function secretsLines({ names, removed }: SecretsState): readonly string[] {
  if (names.length === 0) return []
  const fate = removed
    ? 'are removed with the last installation'
    : 'are kept; to remove them: gsd uninstall --global --all --purge'
  return [`Your secrets (${names.join(', ')}) ${fate}`]
}
