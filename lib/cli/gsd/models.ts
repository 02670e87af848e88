// `gsd models`: `model explain` as a person calls it, by the plan or phase alone.
import { join } from 'node:path'
import { parsePlanId } from '../../core/ids.js'
import { execute } from '../execute.js'
import type { ModelsGiven } from './flags.js'
import { ofVerb } from './of-verb.js'
import type { Answer, World } from './world.js'

export async function models({ unit, id, host, json }: ModelsGiven, world: World): Promise<Answer> {
  const words = id === undefined ? [parsePlanId(unit) === null ? 'plan-phase' : 'execute-plan', unit] : [unit, id]
  const called = await execute({
    argv: [
      'model',
      'explain',
      ...words,
      ...(host === undefined ? [] : ['--host', host]),
      ...(json ? [] : ['--pretty']),
    ],
    env: world.env,
    cwd: world.cwd,
    bin: world.bin,
    script: join(world.bin, 'gsd-tools.cjs'),
  })
  return ofVerb(called, json, world)
}
