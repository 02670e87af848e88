// An audit must not claim more than the evidence shows.
import { auditFacts } from '../../milestones/milestone-audit.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** "passed" needs every phase done and every requirement met. The audit's findings are the auditor's judgement. */
const inspectAudit = ({ gathered, derivation, view }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap(({ expected, source, path }) => {
    const value = view.codec('milestone-audit')?.parse(source).value as { readonly status?: string | null }
    if (expected.schema !== 'milestone-audit' || value.status !== 'passed') return []
    return auditFacts(derivation).gaps.map(({ code, message, fix }) =>
      finding(code, `its status is "passed", but ${message}`, path, `write status: gaps_found, or: ${fix}`),
    )
  })

export const auditMilestone: UnitCode = { inspect: inspectAudit }
