// Ignored settings of the project and the user, as the CLI reports them.
import { objectIn } from '../../std/json.js'
import { callTools } from './of-verb.js'
import type { World } from './world.js'

export interface IdleSetting {
  readonly key: string
  readonly why: string
  readonly fix: string
}

export async function idleSettings(world: World): Promise<readonly IdleSetting[]> {
  const { stdout } = await callTools(world, 'config', 'list', '--chosen')
  const settings = objectIn(stdout)?.['settings']
  return (Array.isArray(settings) ? (settings as unknown as readonly Partial<IdleSetting>[]) : []).flatMap(
    ({ key, why, fix }) => (key === undefined || why === undefined || fix === undefined ? [] : [{ key, why, fix }]),
  )
}
