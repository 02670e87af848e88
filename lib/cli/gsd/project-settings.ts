// What the project around the call and the person say and what of it does not count: asked of the CLI, which knows, as a program of its own beside this one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
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

export function idleSettings(world: World): readonly IdleSetting[] {
  const found = answerOf<{ readonly settings: readonly Partial<IdleSetting>[] }>(world, 'config', 'list', '--chosen')
  return (found?.settings ?? []).flatMap(({ key, why, fix }) =>
    key === undefined || why === undefined || fix === undefined ? [] : [{ key, why, fix }],
  )
}
