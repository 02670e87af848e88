// Decisions of PROJECT.md by their ids, from which those of phases count on.
import { oneLine } from '../artifacts/parts/draft.js'
import type { KeyDecision } from '../artifacts/project/project.js'
import type { View } from './view.js'
import type { Staging } from './writing/staging.js'

/** The highest number of a decision of PROJECT.md. */
export const lastDecision = (view: View): number =>
  Math.max(0, ...(view.parse('project', view.at('PROJECT.md'))?.value.keyDecisions ?? []).map(decisionNumber))

export const decisionId = (number: number): string => `D-${String(number).padStart(2, '0')}`

export const decisionNumber = ({ decision }: Pick<KeyDecision, 'decision'>): number =>
  Number(/^D-(\d{1,6})\b/.exec(decision)?.[1] ?? 0)

/** Writes down how the decision of this id came out; false where PROJECT.md has none. The verb declares that it reads and writes `project`. */
export function placeOutcome(staging: Staging, id: string, outcome: string): boolean {
  const number = decisionNumber({ decision: id.toUpperCase() })
  const isMeant = (one: KeyDecision): boolean => number > 0 && decisionNumber(one) === number
  let found = false
  staging.update('project', staging.view.at('PROJECT.md'), (value) => {
    found = value.keyDecisions.some(isMeant)
    const keyDecisions = value.keyDecisions.map((one) => (isMeant(one) ? { ...one, outcome: oneLine(outcome) } : one))
    return found ? { ...value, keyDecisions } : value
  })
  return found
}
