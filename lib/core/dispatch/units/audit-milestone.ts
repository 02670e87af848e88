// An audit may not claim more than the evidence shows.
import { auditFacts } from '../../milestones/milestone-audit.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** "passed" needs every phase done and every requirement met; its findings are the auditor's judgement. */
function inspectAudit({ gathered, derivation, view }: Work): readonly UnitFinding[] {
  const codec = view.codec('milestone-audit')
  return gathered.artifacts.flatMap((artifact) => {
    if (artifact.expected.schema !== 'milestone-audit' || codec === null) return []
    const { status, milestone } = codec.parse(artifact.source).value as {
      readonly status: string | null
      readonly milestone: string | null
    }
    const open = derivation.facts.milestone?.id ?? null
    const other =
      open === null || milestone === null || milestone.toLowerCase().startsWith(open)
        ? []
        : [
            finding(
              'AUDIT_OF_ANOTHER',
              `it is about ${milestone}, but ${open} is open`,
              artifact.path,
              `write milestone: ${open}`,
            ),
          ]
    if (status !== 'passed') return other
    const gaps = auditFacts(derivation).gaps.map(({ code, message, fix }) =>
      finding(code, `its status is "passed", but ${message}`, artifact.path, `write status: gaps_found, or: ${fix}`),
    )
    return [...other, ...gaps]
  })
}

export const auditMilestone: UnitCode = {
  inspect: inspectAudit,
}
