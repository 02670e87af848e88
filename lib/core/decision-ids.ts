// Ids of decisions, which count on from those of PROJECT.md.
import type { KeyDecision } from '../artifacts/project/project.js'
import type { View } from './view.js'

/** The highest number of a decision of PROJECT.md. */
export const lastDecision = (view: View): number =>
  Math.max(0, ...(view.parse('project', view.at('PROJECT.md'))?.value.keyDecisions ?? []).map(decisionNumber))

export const decisionId = (number: number): string => `D-${String(number).padStart(2, '0')}`

export const decisionNumber = ({ decision }: Pick<KeyDecision, 'decision'>): number =>
  Number(/^D-(\d{1,6})\b/.exec(decision)?.[1] ?? 0)
