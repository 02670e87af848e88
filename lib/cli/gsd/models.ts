// `gsd models`: `model explain` as a person calls it, by the plan or phase alone.
import { parsePlanId } from '../../core/ids.js'
import type { ModelsGiven } from './flags.js'
import { callTools, ofVerb } from './of-verb.js'
import type { Answer, World } from './world.js'

export async function models({ unit, id, host, json }: ModelsGiven, world: World): Promise<Answer> {
  const words = id === undefined ? [parsePlanId(unit) === null ? 'plan-phase' : 'execute-plan', unit] : [unit, id]
  const flags = [...(host === undefined ? [] : ['--host', host]), ...(json ? [] : ['--pretty'])]
  return ofVerb(await callTools(world, 'model', 'explain', ...words, ...flags), json, world)
}
