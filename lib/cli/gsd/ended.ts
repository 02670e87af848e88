// A run that a person or a signal ended before its time; nothing was changed.
import { GsdError } from '../../errors.js'

/** What shells expect of a run that a signal ended; 4 where the terminal went away or the answer was no. */
export type EndStatus = 4 | 129 | 130 | 143

export class Ended extends GsdError {
  readonly status: EndStatus

  constructor(status: EndStatus, cause?: unknown) {
    super({ code: 'ROLLED_BACK', message: 'ended; everything is as it was', fix: 'run it again' }, { cause })
    this.status = status
  }
}
