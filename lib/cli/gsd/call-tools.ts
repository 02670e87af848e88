// Runs commands of `gsd-tools` within this process.
import { join } from 'node:path'
import type { Verb } from '../../core/verb.js'
import type { Value } from '../arguments.js'
import { call } from '../call.js'
import { execute } from '../execute.js'
import type { World as ToolsWorld } from '../world.js'
import type { World } from './world.js'

type ToolsContext = Pick<World, 'env' | 'cwd' | 'bin'>

export const callTools = ({ env, cwd, bin }: ToolsContext, ...argv: readonly string[]) =>
  execute({ argv, env, cwd, bin, script: join(bin, 'gsd-tools.cjs') })

export const callVerb = (
  verb: Verb,
  args: Readonly<Record<string, Value>>,
  { env, cwd, bin }: ToolsContext,
  overrides: Partial<ToolsWorld> = {},
) => call(verb, { args, flags: {} }, { argv: [], env, cwd, bin, script: '', ...overrides })
