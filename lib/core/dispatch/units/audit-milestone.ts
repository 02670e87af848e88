// Checks that a milestone audit does not claim more than the evidence shows.
import { auditFacts } from '../../milestones/milestone-audit.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** Reports an audit that passes although a phase is not done or a requirement is not met. */
const inspectAudit = ({ gathered, derivation, view }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap(({ expected, source, path }) => {
    const value = view.codec('milestone-audit')?.parse(source).value as { readonly status?: string | null }
    if (expected.schema !== 'milestone-audit' || value.status !== 'passed') return []
    return auditFacts(derivation).gaps.map(({ code, message, fix }) =>
      finding(code, `the status is "passed", but ${message}`, path, `write status: gaps_found, or: ${fix}`),
    )
  })

export const auditMilestone: UnitCode = { inspect: inspectAudit }
