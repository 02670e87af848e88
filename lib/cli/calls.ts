// Lets one verb call others, each as if it had been typed.
import { ONE_UNIT } from '../core/dispatch/session-variables.js'
import type { Answer, Calls } from '../core/verb.js'
import { GsdError } from '../errors.js'
import { loadVerb, type VerbName } from '../verbs/registry.js'
import { type Flags, readArguments } from './arguments.js'
import { call } from './call.js'
import { spellingFor, withRunnableCommands } from './launcher.js'
import type { World } from './world.js'

export const callsFrom = (flags: Flags, world: World): Calls => ({
  isSingleUnit: Boolean(world.env[ONE_UNIT]),
  cli: async () => (await spellingFor(world))('gsd-tools'),
  withCallerCommands: (value) => withRunnableCommands(value, world),
  async call(step) {
    const verb = await loadVerb(step.verb as VerbName)
    // The outer call's flags apply to the inner call too; `call` ignores those about output.
    const answer = await answerOrRefusal(() => call(verb, { args: readArguments(verb, step.words).args, flags }, world))
    return withRunnableCommands({ ...step, answer }, world)
  },
})

async function answerOrRefusal(run: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof GsdError)) throw thrown
    const { exit } = thrown
    return { result: null, exit: exit === 3 || exit === 4 ? exit : 1, error: thrown.body }
  }
}
