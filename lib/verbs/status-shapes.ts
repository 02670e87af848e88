// The shared forms for progress. Fields of the same form are comparable in all views.
import { PHASE_STATUS } from '../core/derivation/statuses.js'
import { int, oneOf, orNull, record } from '../std/shape.js'

export const phaseStatusShape = oneOf(PHASE_STATUS, 'Status of the phase; done: finished, but not verified by us')
export const shareShape = record(
  {
    percent: orNull(int('null if there are none')),
    done: int('Verified or done phases'),
    total: int('Phases'),
    verified: int('Of the done ones'),
  },
  'Progress of the milestone',
)
