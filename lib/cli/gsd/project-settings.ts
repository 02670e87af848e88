// Settings of the project around the call, and of the person, that do not count: asked of the CLI, which knows.
import { join } from 'node:path'
import { objectIn } from '../../std/json.js'
import { execute } from '../execute.js'
import type { World } from './world.js'

export interface IdleSetting {
  readonly key: string
  readonly why: string
  readonly fix: string
}

export async function idleSettings({ env, cwd, bin }: World): Promise<readonly IdleSetting[]> {
  const argv = ['config', 'list', '--chosen']
  const { stdout } = await execute({ argv, env, cwd, bin, script: join(bin, 'gsd-tools.cjs') })
  const settings = objectIn(stdout)?.['settings']
  return (Array.isArray(settings) ? (settings as unknown as readonly Partial<IdleSetting>[]) : []).flatMap(
    ({ key, why, fix }) => (key === undefined || why === undefined || fix === undefined ? [] : [{ key, why, fix }]),
  )
}
