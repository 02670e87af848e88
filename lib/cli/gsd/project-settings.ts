// What the project around the call says in its settings and what does not count: asked of the CLI, which knows, as a program of its own beside this one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { World } from './world.js'

export interface IdleSetting {
  readonly key: string
  readonly why: string
  readonly fix: string
}

export function idleSettings({ env, cwd, bin }: World): readonly IdleSetting[] {
  const argv = [join(bin, 'gsd-tools.cjs'), 'config', 'list', '--chosen']
  const { stdout, status } = spawnSync(process.execPath, argv, { env, cwd, encoding: 'utf8' })
  if (status !== 0) return []
  const { settings } = JSON.parse(stdout) as { readonly settings: readonly Partial<IdleSetting>[] }
  return settings.flatMap(({ key, why, fix }) =>
    key === undefined || why === undefined || fix === undefined ? [] : [{ key, why, fix }],
  )
}
