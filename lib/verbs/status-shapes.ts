// Shapes for progress that several verbs share. Fields of one shape have the same meaning everywhere.
import { PHASE_STATUS } from '../core/derivation/statuses.js'
import { int, oneOf, orNull, record } from '../std/shape.js'

export const phaseStatusShape = oneOf(PHASE_STATUS, 'Status of the phase; done: finished, but not verified by gsd')
export const shareShape = record(
  {
    percent: orNull(int('null if there are no phases')),
    done: int('Phases that are verified or done'),
    total: int('Phases'),
    verified: int('Phases that are verified'),
  },
  'Progress of the milestone',
)
