// A run ended early by the user or a signal; nothing was changed.
import { GsdError } from '../../errors.js'

/** The usual shell statuses for signals; 4 if the terminal was closed or the answer was no. */
export type EndStatus = 4 | 129 | 130 | 143

export class Ended extends GsdError {
  readonly status: EndStatus

  constructor(status: EndStatus, cause?: unknown) {
    super({ code: 'ROLLED_BACK', message: 'ended; no changes were made', fix: 'run it again' }, { cause })
    this.status = status
  }
}
