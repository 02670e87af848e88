// What an action of `gsd` consists of: help, arguments and code. Parsing, help and completion are made from it.
import type { Args, Given } from '../../core/verb.js'
import { runtimeFlags } from './flags.js'
import type { Answer, World } from './world.js'

export interface Action {
  readonly about: string
  readonly args: Args
  run(given: never, world: World): Promise<Answer>
}

type Run<A extends Args> = (given: Given<A>, world: World) => Promise<Answer>

export const plainAction = <const A extends Args>(about: string, args: A, run: Run<A>): Action => ({ about, args, run })

/** Declares an action that takes clients, each as a flag. */
export const clientAction = <const A extends Args>(about: string, args: A, run: Run<A>): Action => ({
  about,
  args: { ...runtimeFlags, ...args },
  run,
})
