// Calls of `gsd-tools` within this process.
import { join } from 'node:path'
import { execute } from '../execute.js'
import type { World } from './world.js'

export const callTools = ({ env, cwd, bin }: Pick<World, 'env' | 'cwd' | 'bin'>, ...argv: readonly string[]) =>
  execute({ argv, env, cwd, bin, script: join(bin, 'gsd-tools.cjs') })
