// Errors after which `gsd` has changed nothing: refusals, and a run that the user ended.
import { type Code, GsdError, gsdError } from '../../errors.js'
import { recognisedHost } from '../launcher.js'
import type { World } from './world.js'

export const nothingDoneError = (code: Code, message: string, fix: string): GsdError =>
  gsdError(code, `${message}; nothing was done`, fix)

/** Refuses a call that a client made, or that has no terminal (unless `allowsPipe`). `command`: what the user can run instead. */
export async function requireUser(world: World, reason: string, command: string, allowsPipe = false): Promise<void> {
  if ((allowsPipe || world.isInteractive) && (await recognisedHost(world)) === null) return
  throw nothingDoneError('PERSON_ONLY', reason, `run ${command} in your own terminal`)
}

/** 130 after Ctrl-C; 4 if the terminal was closed or the answer was no. */
type CancelStatus = 4 | 130

export class Cancelled extends GsdError {
  readonly status: CancelStatus

  constructor(status: CancelStatus, cause?: unknown) {
    super({ code: 'ROLLED_BACK', message: 'ended; no changes were made', fix: 'run the command again' }, { cause })
    this.status = status
  }
}
