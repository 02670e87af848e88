// Calls from one verb to others, each as if typed.
import { ONE_UNIT } from '../core/dispatch/session-variables.js'
import type { Answer, Call, Calls, Verb } from '../core/verb.js'
import { GsdError } from '../errors.js'
import { loadVerb, type VerbName } from '../verbs/registry.js'
import { type Flags, type Request, readArguments } from './arguments.js'
import { call } from './call.js'
import { spellingFor, withRunnableCommands } from './launcher.js'
import type { World } from './world.js'

export const callsFrom = (flags: Flags, world: World): Calls => ({
  isSingleUnit: Boolean(world.env[ONE_UNIT]),
  cli: async () => (await spellingFor(world))('gsd-tools'),
  withCallerCommands: (value) => withRunnableCommands(value, world),
  async call(step) {
    const verb = await loadVerb(step.verb as VerbName)
    const answer = await heard(() => call(verb, request(verb, step, flags), world))
    return withRunnableCommands({ ...step, answer }, world)
  },
})

/** Keeps flags about place and behaviour; output flags belong to the outer call. */
function request(verb: Verb, { words }: Call, flags: Flags): Request {
  const { pick: _, ...rest } = flags
  return { args: readArguments(verb, words).args, flags: rest }
}

async function heard(run: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof GsdError)) throw thrown
    const { exit } = thrown
    return { result: null, exit: exit === 3 || exit === 4 ? exit : 1, error: thrown.body }
  }
}
