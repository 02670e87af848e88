// Refusals of `gsd`, and a run that the user ended; nothing was changed.
import { type Code, GsdError, gsdError } from '../../errors.js'
import { recognisedHost } from '../launcher.js'
import type { World } from './world.js'

export const nothingDoneError = (code: Code, message: string, fix: string): GsdError =>
  gsdError(code, `${message}; nothing was done`, fix)

/** `why`: the action refused; `call`: the command for the user; `piped`: allowed in the user's own script. */
export async function personOnly(world: World, why: string, call: string, piped = false): Promise<void> {
  if ((piped || world.isInteractive) && (await recognisedHost(world)) === null) return
  throw nothingDoneError('PERSON_ONLY', why, `run ${call} in your own terminal`)
}

/** The usual shell statuses for signals; 4 if the terminal was closed or the answer was no. */
type CancelStatus = 4 | 129 | 130 | 143

export class Cancelled extends GsdError {
  readonly status: CancelStatus

  constructor(status: CancelStatus, cause?: unknown) {
    super({ code: 'ROLLED_BACK', message: 'ended; no changes were made', fix: 'run it again' }, { cause })
    this.status = status
  }
}
