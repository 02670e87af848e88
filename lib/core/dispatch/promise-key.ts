// How a proof names a must-have: by plan and number, beside the criteria, which have numbers alone.
import type { PlanId } from '../ids.js'

/** `01.2`: the second truth of plan 01. */
export const promiseKey = (plan: PlanId, index: number): string =>
  `${plan.slice(plan.lastIndexOf('-') + 1).padStart(2, '0')}.${index + 1}`
