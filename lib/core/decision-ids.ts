// Ids (`D-01`) and outcomes of the decisions in PROJECT.md.
import { type KeyDecision, setOutcome } from '../artifacts/project/project.js'
import type { PhaseFacts } from './derivation/facts.js'
import { displayPhaseId } from './ids.js'
import type { View } from './view.js'
import type { Staging } from './writing/staging.js'

export const lastDecision = (view: View): number =>
  Math.max(0, ...(view.parse('project', view.at('PROJECT.md'))?.value.keyDecisions ?? []).map(decisionNumber))

export const decisionId = (number: number): string => `D-${String(number).padStart(2, '0')}`

export const decisionNumber = ({ decision }: Pick<KeyDecision, 'decision'>): number =>
  Number(/^D-(\d{1,6})\b/.exec(decision)?.[1] ?? 0)

/** Marks decisions of PROJECT.md as replaced: a decision that says `instead of D-01` replaces D-01. */
export function markReplaced(staging: Staging, decisions: readonly string[], by: string): void {
  for (const [, id = ''] of decisions.join('\n').matchAll(/\binstead of (D-(?!0+\b)\d{1,6})\b/gi)) {
    const number = decisionNumber({ decision: id.toUpperCase() })
    staging.edit('project', staging.view.at('PROJECT.md'), (doc) =>
      setOutcome(doc, (one) => decisionNumber(one) === number, `Replaced in ${by}`),
    )
  }
}

const PENDING = /^(?:[—–-]\s*)?pending$/i

/** Marks pending decisions as kept when a phase closes: those that its criteria, plans or summaries name; at the last phase, all with an id. */
export function markKept(staging: Staging, { id, files, plans, section }: PhaseFacts, isLast: boolean): void {
  const { view } = staging
  const paths = plans.flatMap(({ file }) => [file.path, file.summary ?? file.path])
  const texts = [...section.successCriteria, ...paths.map((path) => view.source(path)?.text ?? '')]
  const context = files?.context ? view.parse('context', files.context)?.value : undefined
  // An id that the phase's CONTEXT defines is another decision.
  const decidedHere = new Set(context?.decisions ?? [])
  const isNamed = (name: string) =>
    !decidedHere.has(name) && texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  const isKept = ({ decision, outcome }: KeyDecision): boolean => {
    const name = /^D-\d{1,6}\b/.exec(decision)?.[0]
    return name !== undefined && PENDING.test(outcome) && (isLast || isNamed(name))
  }
  staging.edit('project', view.at('PROJECT.md'), (doc) =>
    setOutcome(doc, isKept, `Kept in Phase ${displayPhaseId(id)}`),
  )
}
