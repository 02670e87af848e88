// The shared forms for progress. Fields of the same form are comparable in all views.
import { PHASE_STATUS, PLAN_STATUS, REQUIREMENT_STATUS } from '../core/derivation/statuses.js'
import { int, oneOf, orNull, record, textOrNull, texts } from '../std/shape.js'

export const phaseStatusShape = oneOf(PHASE_STATUS, 'Status of the phase; done: finished, but not verified by us')
export const planStatusShape = oneOf(
  PLAN_STATUS,
  'Status of the plan; in progress: halted, or with a SUMMARY the CLI did not accept',
)
export const requirementStatusShape = oneOf(
  REQUIREMENT_STATUS,
  'Status of the requirement; done: finished by other tools',
)

/** The last shipped milestone, while none is open. */
export const shippedShape = orNull(
  record(
    {
      version: textOrNull(),
      name: textOrNull(),
      phases: int(),
      plans: int('On disk'),
      archived: texts('Files and folders'),
    },
    'Last shipped milestone, while none is open',
  ),
)

export const shareShape = record(
  {
    percent: orNull(int('null if there are none')),
    done: int('Verified or done phases'),
    total: int('Phases'),
    verified: int('Of the done ones'),
  },
  'Progress of the milestone',
)
