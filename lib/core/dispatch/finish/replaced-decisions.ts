// Marks project decisions that the work replaced, so that later work does not follow them.
import { decisionNumber, placeOutcome } from '../../decision-ids.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { summaryArtifact, summaryIn } from './summary.js'
import type { Work } from './work.js'

const INSTEAD = /\binstead of (D-\d{1,6})\b/gi

/** Ids that the result's decisions replace. */
const replacedIn = (work: Work): readonly string[] => [
  ...new Set(
    (summaryIn(work)?.decisions ?? []).flatMap((words) =>
      [...words.matchAll(INSTEAD)].map(([, id = '']) => id.toUpperCase()),
    ),
  ),
]

export function inspectReplaced(work: Work): readonly UnitFinding[] {
  const replaced = replacedIn(work)
  if (replaced.length === 0) return []
  const path = work.view.at('PROJECT.md')
  const known = new Set((work.view.parse('project', path)?.value.keyDecisions ?? []).map(decisionNumber))
  return replaced
    .filter((id) => !known.has(decisionNumber({ decision: id })))
    .map((id) =>
      finding(
        'DECISION_UNKNOWN',
        `a decision of the result says "instead of ${id}", which is not in ${path}`,
        summaryArtifact(work)?.path ?? path,
        'name it as in PROJECT.md, or omit that',
      ),
    )
}

export function placeReplaced(work: Work): void {
  const by = work.plan?.id ?? work.claim.unitId
  for (const id of replacedIn(work)) placeOutcome(work.staging, id, `Replaced in ${by}`)
}
