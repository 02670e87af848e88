// `gsd models`: `model explain` as a person calls it, by the plan or phase alone.

import { parsePlanId } from '../../core/ids.js'
import { type Args, arg } from '../../core/verb.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { callTools, ofVerb } from './of-verb.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(['explain'], 'What to do', { positional: true, required: true }),
  unit: arg.word('A plan or a phase, or the type of a unit with its id behind it'),
  id: arg.text('Id of the unit, where its type stands before it', { positional: true }),
  host: arg.text('Client to answer for; the calling one when left out', { names: 'client' }),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function models({ unit, id, host, json }: Given, world: World): Promise<Answer> {
  const words = id === undefined ? [parsePlanId(unit) === null ? 'plan-phase' : 'execute-plan', unit] : [unit, id]
  const flags = [...(host === undefined ? [] : ['--host', host]), ...(json ? [] : ['--pretty'])]
  return ofVerb(await callTools(world, 'model', 'explain', ...words, ...flags), json, world)
}

export const action = plainAction({
  about: 'Which model a session of a unit gets, and by which rules',
  args: ARGS,
  run: models,
})
