// Actions only for the user, at a terminal that no client started.
import { recognisedHost } from '../launcher.js'
import { nothingDoneError } from './nothing-done-error.js'
import type { World } from './world.js'

/** `why`: the action refused; `call`: the command for the user; `piped`: allowed in the user's own script. */
export async function personOnly(world: World, why: string, call: string, piped = false): Promise<void> {
  if ((piped || world.isInteractive) && (await recognisedHost(world)) === null) return
  throw nothingDoneError('PERSON_ONLY', why, `run ${call} in your own terminal`)
}
