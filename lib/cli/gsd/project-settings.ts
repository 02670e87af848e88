// What the project around the call and the person say and what of it does not count: asked of the CLI, which knows, as a program of its own beside this one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { TEAM_FOLDER } from '../../core/overrides/layers.js'
import { personalFolderOf } from '../../node/home.js'
import type { World } from './world.js'

export interface IdleSetting {
  readonly key: string
  readonly why: string
  readonly fix: string
}

/** Null where it cannot say. */
function answerOf<T>({ env, cwd, bin }: World, ...words: readonly string[]): T | null {
  const argv = [join(bin, 'gsd-tools.cjs'), ...words]
  const { stdout, status } = spawnSync(process.execPath, argv, { env, cwd, encoding: 'utf8' })
  return status === 0 ? (JSON.parse(stdout) as T) : null
}

export interface IdleOverride {
  readonly path: string
  readonly line?: number
  readonly message: string
  readonly fix: string
}

/** Passages of overrides that are not applied; most people have no such folder and pay for no call. */
export function idleOverrides(world: World): readonly IdleOverride[] {
  const folders = [join(world.cwd, TEAM_FOLDER), join(personalFolderOf(world.env, homedir), 'overrides')]
  if (!folders.some((folder) => existsSync(folder))) return []
  const shown = answerOf<{ readonly files: readonly { readonly findings: readonly IdleOverride[] }[] }>(
    world,
    'overrides',
    'show',
  )
  return (shown?.files ?? []).flatMap(({ findings }) => findings)
}

export function idleSettings(world: World): readonly IdleSetting[] {
  const found = answerOf<{ readonly settings: readonly Partial<IdleSetting>[] }>(world, 'config', 'list', '--chosen')
  return (found?.settings ?? []).flatMap(({ key, why, fix }) =>
    key === undefined || why === undefined || fix === undefined ? [] : [{ key, why, fix }],
  )
}
