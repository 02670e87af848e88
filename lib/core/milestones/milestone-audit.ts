// Finds the gaps that an audit of the open milestone would find, from evidence alone.
import { type Infer, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { openItemsCall, openItemsOf } from '../derivation/acceptance-debt.js'
import type { Derivation } from '../derivation/derive.js'
import { auditName, type PhaseFacts } from '../derivation/facts.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { fulfilmentOf, isRequirementMet, ownRequirements, phasesNaming } from '../derivation/statuses.js'
import { displayPhaseId } from '../ids.js'

const gapShape = record({
  code: oneOf(['PHASE_OPEN', 'REQUIREMENT_OPEN', 'REQUIREMENT_UNCOVERED']),
  message: text(),
  fix: text(),
})
type AuditGap = Infer<typeof gapShape>

/** The fields of an audit, as the verb publishes them. */
export const AUDIT_FIELDS = {
  scores: record({ requirements: text('Met / all'), phases: text('Done / all') }),
  gaps: listOf(gapShape, 'Why the milestone is not ready; empty if it is ready'),
  audit: record({ path: text(), status: orNull(text('Status in the file; null if there is none')) }),
}

/** Gathers the fields of an audit. The view needs the codec `requirements`. */
export function auditFacts(derivation: Derivation) {
  const { facts } = derivation
  const requirements = facts.view.parse('requirements', facts.view.at('REQUIREMENTS.md'))?.value
  const own = requirements === undefined ? [] : ownRequirements(facts, requirements)
  const path = facts.view.at(auditName(facts))
  const status = facts.inputs.frontMatter(path)?.['status']
  const met = own.filter(({ id }) => isRequirementMet(facts, id))
  return {
    scores: {
      requirements: `${met.length}/${own.length}`,
      phases: `${facts.phases.filter(({ id }) => derivation.done.has(id)).length}/${facts.phases.length}`,
    },
    gaps: [
      ...facts.phases.flatMap((phase) => phaseGaps(derivation, phase)),
      ...own.flatMap(({ id }) => requirementGaps(derivation, id)),
    ],
    audit: { path, status: typeof status === 'string' ? status : null },
  }
}

function phaseGaps({ facts, done }: Derivation, phase: PhaseFacts): readonly AuditGap[] {
  const shown = displayPhaseId(phase.id)
  const named = `phase ${shown} (${phase.title})`
  if (done.has(phase.id))
    return openItemsOf(facts, phase).map((text) => ({
      code: 'PHASE_OPEN',
      message: `${named} is done, but ${text}`,
      fix: `resolve this (${openItemsCall(phase)}), or record the result in that file`,
    }))
  const { rule, reason } = derivePhase(facts, phase)
  const message = `${named} is not closed: ${rule}: ${reason}`
  return [{ code: 'PHASE_OPEN', message, fix: 'run gsd-tools next' }]
}

function requirementGaps({ facts, done }: Derivation, id: string): readonly AuditGap[] {
  const { standing, reason } = fulfilmentOf(facts, id)
  if (standing !== 'open') return []
  const naming = phasesNaming(facts, id)
  const phases = naming.map((phase) => displayPhaseId(phase.id)).join(', ')
  if (naming.length === 0) {
    const fix = `gsd-tools phase add "<title>", then gsd-tools phase edit <phase> --requirements ${id}; or move ${id} to v2`
    return [{ code: 'REQUIREMENT_UNCOVERED', message: `${id} belongs to no phase of the milestone`, fix }]
  }
  const meet = naming.every((phase) => done.has(phase.id))
    ? `if it is met, add ${id} to requirements-completed of a SUMMARY in each phase that names it (${phases}), and verify again: gsd-tools next`
    : `meet it in phase ${phases}`
  return [{ code: 'REQUIREMENT_OPEN', message: `${id} is not met: ${reason}`, fix: `${meet}; or move ${id} to v2` }]
}
