// What only a person says: at a terminal, which no client started.
import { recognisedHost } from '../launcher.js'
import { refusal } from './refusal.js'
import type { World } from './world.js'

/** `why` says what was not done; `call`: what the person types; `piped`: it may be part of their own script. */
export async function personOnly(world: World, why: string, call: string, piped = false): Promise<void> {
  if ((piped || world.isInteractive) && (await recognisedHost(world)) === null) return
  throw refusal('PERSON_ONLY', why, `run ${call} in a terminal of your own`)
}
