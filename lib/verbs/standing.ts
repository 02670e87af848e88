// The shared forms for progress. Fields of the same form are comparable in all views.
import { PHASE_STATUS, PLAN_STATUS, REQUIREMENT_STATUS } from '../core/derivation/standing.js'
import { int, oneOf, orNull, record, textOrNull, texts } from '../std/shape.js'

export const phaseStatusShape = oneOf(PHASE_STATUS, 'How far the phase is; done: finished, not verified by us')
export const planStatusShape = oneOf(
  PLAN_STATUS,
  'How far the plan is; in progress: it halted, or has a SUMMARY that the CLI did not take',
)
export const requirementStatusShape = oneOf(
  REQUIREMENT_STATUS,
  'How far the requirement is; done: other tools finished its phases',
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
    'What was shipped last, while no milestone is open',
  ),
)

export const shareShape = record(
  {
    percent: orNull(int('null where there is nothing to count')),
    done: int('Phases that are verified or done'),
    total: int('Phases'),
    verified: int('Of those that are done'),
  },
  'How far the milestone is',
)
