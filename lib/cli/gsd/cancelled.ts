// A run ended early by the user or a signal; nothing was changed.
import { GsdError } from '../../errors.js'

/** The usual shell statuses for signals; 4 if the terminal was closed or the answer was no. */
export type CancelStatus = 4 | 129 | 130 | 143

export class Cancelled extends GsdError {
  readonly status: CancelStatus

  constructor(status: CancelStatus, cause?: unknown) {
    super({ code: 'ROLLED_BACK', message: 'ended; no changes were made', fix: 'run it again' }, { cause })
    this.status = status
  }
}
