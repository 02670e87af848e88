// What the project around the call says in its settings and what does not count: asked of the CLI, which knows.
import { join } from 'node:path'
import { execute } from '../execute.js'
import type { World } from './world.js'

export interface IdleSetting {
  readonly key: string
  readonly why: string
  readonly fix: string
}

export async function idleSettings({ env, cwd, bin }: World): Promise<readonly IdleSetting[]> {
  const argv = ['config', 'list', '--chosen']
  const { stdout, exit } = await execute({ argv, env, cwd, bin, script: join(bin, 'gsd-tools.cjs') })
  if (exit !== 0) return []
  const { settings } = JSON.parse(stdout) as { readonly settings: readonly Partial<IdleSetting>[] }
  return settings.flatMap(({ key, why, fix }) =>
    key === undefined || why === undefined || fix === undefined ? [] : [{ key, why, fix }],
  )
}
