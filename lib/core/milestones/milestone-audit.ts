// Gaps that an audit of the open milestone would find, from evidence alone.
import { bool, type Infer, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { openItemsOf } from '../derivation/acceptance-debt.js'
import type { Derivation } from '../derivation/derive.js'
import { auditName, type PhaseFacts, type ProjectFacts } from '../derivation/facts.js'
import { fulfilmentOf, ownRequirements, phasesNaming } from '../derivation/fulfilment.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { isComplete } from '../derivation/plan-facts.js'
import { PHASE_STATUS, phaseStatus, UNVERIFIED } from '../derivation/statuses.js'
import { displayPhaseId } from '../ids.js'

const gapShape = record({
  code: oneOf(['PHASE_OPEN', 'REQUIREMENT_OPEN', 'REQUIREMENT_UNCOVERED']),
  message: text(),
  fix: text(),
})
type AuditGap = Infer<typeof gapShape>

const requirementShape = record({
  id: text(),
  text: text(),
  phases: listOf(text()),
  complete: bool(),
  by: orNull(text('evidence, done or overruled')),
  reason: text(),
})

const phaseShape = record({
  phase: text(),
  title: text(),
  done: bool(),
  status: oneOf(PHASE_STATUS),
  open: listOf(text(), 'Open items of its VERIFICATION and UAT'),
  plans: text('Finished / all'),
  reason: text(),
})

/** The fields of an audit, as the verb publishes them. */
export const AUDIT_FIELDS = {
  requirements: listOf(requirementShape),
  phases: listOf(phaseShape),
  gaps: listOf(gapShape, 'Why it is not ready; empty if it is'),
  audit: record({ path: text(), status: orNull(text('From the file; null without one')) }),
}

/** Needs `requirements` among the codecs. */
export function auditFacts(derivation: Derivation) {
  const { facts, done } = derivation
  const requirements = requirementRows(facts)
  const phases = facts.phases.map((phase) => phaseRow(derivation, phase, done.has(phase.id)))
  const path = facts.view.at(auditName(facts))
  const status = facts.inputs.front(path)?.['status']
  return {
    requirements,
    phases,
    gaps: [
      ...phases.filter((row) => !row.done).map(openPhase),
      ...phases.filter((row) => row.done).flatMap(openPhaseGaps),
      ...requirements.filter((row) => !row.complete).map(openRequirement),
    ],
    audit: { path, status: typeof status === 'string' ? status : null },
  }
}

function requirementRows(facts: ProjectFacts): readonly Infer<typeof requirementShape>[] {
  const value = facts.view.parse('requirements', facts.view.at('REQUIREMENTS.md'))?.value
  return (value === undefined ? [] : ownRequirements(facts, value)).map(({ id, text }) => {
    const phases = phasesNaming(facts, id).map((phase) => displayPhaseId(phase.id))
    const { complete, by, reason } = fulfilmentOf(facts, id)
    return { id, text, phases, complete, by, reason }
  })
}

function phaseRow(derivation: Derivation, phase: PhaseFacts, done: boolean): Infer<typeof phaseShape> {
  const { facts } = derivation
  const status = phaseStatus(derivation, phase)
  const { rule, trace } = derivePhase(facts, phase)
  return {
    phase: displayPhaseId(phase.id),
    title: phase.title,
    done,
    status,
    open: openItemsOf(facts, phase),
    plans: `${phase.plans.filter(isComplete).length}/${phase.plans.length}`,
    reason: done && status === 'done' ? UNVERIFIED : `${rule}: ${trace.at(-1)?.reason ?? ''}`,
  }
}

const openPhase = ({ phase, title, reason }: Infer<typeof phaseShape>): AuditGap => ({
  code: 'PHASE_OPEN',
  message: `phase ${phase} (${title}) is not closed: ${reason}`,
  fix: 'gsd-tools next',
})

const openPhaseGaps = ({ phase, title, open }: Infer<typeof phaseShape>): readonly AuditGap[] =>
  open.map((text) => ({
    code: 'PHASE_OPEN',
    message: `phase ${phase} (${title}) is done, but ${text}`,
    fix: `resolve it (gsd-tools begin plan-phase ${phase}), or record it in the file`,
  }))

const openRequirement = ({ id, phases, reason }: Infer<typeof requirementShape>): AuditGap =>
  phases.length === 0
    ? {
        code: 'REQUIREMENT_UNCOVERED',
        message: `${id} belongs to no phase of the milestone`,
        fix: `gsd-tools phase add "<title>", then gsd-tools phase edit <phase> --requirements ${id}; or move ${id} to v2`,
      }
    : {
        code: 'REQUIREMENT_OPEN',
        message: `${id} is not met: ${reason}`,
        fix: `meet it in phase ${phases.join(', ')}, or have the user overrule it: gsd-tools requirements mark ${id} --by "<name>" --reason "<why>"`,
      }
