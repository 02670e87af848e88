// Which requirements are met: by evidence of their plans and phases, by another tool, or overruled by the user.
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import type { PhaseSection } from '../../artifacts/roadmap/roadmap.js'
import { onceOf } from '../../std/once.js'
import { WHOSE } from '../consent.js'
import { overrulesIn } from '../history/ledger.js'
import { openItemsOf } from './acceptance-debt.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { derivePhase } from './phase-rules.js'
import { isComplete } from './plan-facts.js'

export interface Fulfilment {
  readonly id: string
  readonly complete: boolean
  /** `done`: another tool finished the phases; `overruled`: by the user; null while it is open. */
  readonly by: 'evidence' | 'done' | 'overruled' | null
  readonly reason: string
}

// Judges each phase once for all requirements.
const indexOf = onceOf((facts: ProjectFacts) => ({
  overrules: overrulesIn(facts.inputs.ledger()),
  verdictOf: onceOf((phase: PhaseFacts) => derivePhase(facts, phase, 'done')),
}))

/** One requirement; ignores phases of closed milestones. */
export function fulfilmentOf(facts: ProjectFacts, id: string): Fulfilment {
  const index = indexOf(facts)
  const overrule = index.overrules.get(id)
  if (overrule !== undefined)
    return {
      id,
      complete: overrule.complete,
      by: overrule.complete ? 'overruled' : null,
      reason: `decided by ${overrule.who} on ${overrule.at.slice(0, 10)}: ${overrule.why}${overrule.by === 'agent' ? `; ${WHOSE.agent}` : ''}`,
    }
  const phases = phasesNaming(facts, id)
  if (phases.length === 0) return open(id, 'no phase of the active milestone names it')
  for (const phase of phases) {
    const [left] = openItemsOf(facts, phase)
    if (left !== undefined) return open(id, left)
    if (phase.elsewhere) continue
    const behind = phase.plans.find((plan) => !isComplete(plan) && plan.plan.requirements.includes(id))
    if (behind !== undefined) return open(id, `plan ${behind.id} covers it and is not finished`)
    if (!phase.plans.some(({ summary }) => summary?.requirementsCompleted.includes(id) === true))
      return open(id, `no SUMMARY of phase ${phase.id} lists it as completed`)
    const { rule, trace } = index.verdictOf(phase)
    if (rule !== 'D18') return open(id, `phase ${phase.id} is not verified: ${trace.at(-1)?.reason}`)
  }
  if (phases.every(({ elsewhere }) => elsewhere))
    return { id, complete: true, by: 'done', reason: 'another tool finished its phases; not verified by us' }
  return {
    id,
    complete: true,
    by: 'evidence',
    reason: `executed and verified in phase ${phases.map((phase) => phase.id).join(', ')}`,
  }
}

/** The requirements of the active milestone: not those that only phases of other milestones name. */
export function ownRequirements({ phases, roadmap }: ProjectFacts, { requirements }: RequirementsValue) {
  const named = (sections: readonly PhaseSection[]) => new Set(sections.flatMap((section) => section.requirements))
  const [own, all] = [named(phases.map(({ section }) => section)), named(roadmap?.phases ?? [])]
  return requirements.filter(({ id, scope }) => scope === 'v1' && (own.has(id) || !all.has(id)))
}

/** The phases of the active milestone that name a requirement. */
export const phasesNaming = (facts: ProjectFacts, id: string): readonly PhaseFacts[] =>
  facts.phases.filter(({ section }) => section.requirements.includes(id))

const open = (id: string, reason: string): Fulfilment => ({ id, complete: false, by: null, reason })
