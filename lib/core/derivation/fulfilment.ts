// Which requirements are met: by evidence of the plans that carry them and the phases they belong to, because another tool finished the phases, or because a person overruled it.
import { onceOf } from '../../std/once.js'
import { WHOSE } from '../consent.js'
import type { OverruleLine } from '../history/ledger-lines.js'
import { overrulesIn } from '../history/ledger-says.js'
import type { PlanId } from '../ids.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { leftOpen } from './left-open.js'
import { derivePhase } from './phase-rules.js'
import { isComplete } from './plan-facts.js'

export interface Fulfilment {
  readonly id: string
  readonly complete: boolean
  /** `evidence`; `done`: by phases that another tool finished; `overruled` by a person; null while it is open. */
  readonly by: 'evidence' | 'done' | 'overruled' | null
  readonly reason: string
}

interface Index {
  readonly overrules: ReadonlyMap<string, OverruleLine>
  readonly phases: ReadonlyMap<string, readonly PhaseFacts[]>
  /** By requirement, the first plan of a phase that carries it and is not carried out. */
  behindIn(phase: PhaseFacts): ReadonlyMap<string, PlanId>
  /** Requirements that SUMMARYs of a phase call completed. */
  statedIn(phase: PhaseFacts): ReadonlySet<string>
  verdictOf(phase: PhaseFacts): ReturnType<typeof derivePhase>
}

// Whoever asks for one requirement asks for all: the roadmap is walked once, each phase is judged once, and of the files of thousands what they say of requirements is kept.
const indexOf = onceOf((facts: ProjectFacts): Index => {
  const phases = new Map<string, PhaseFacts[]>()
  for (const phase of facts.phases)
    for (const id of new Set(phase.section.requirements)) {
      const list = phases.get(id)
      if (list === undefined) phases.set(id, [phase])
      else list.push(phase)
    }
  return {
    overrules: overrulesIn(facts.inputs.ledger()),
    phases,
    behindIn: onceOf((phase: PhaseFacts) => {
      const behind = new Map<string, PlanId>()
      for (const plan of phase.plans)
        for (const id of isComplete(plan) ? [] : plan.plan.requirements) if (!behind.has(id)) behind.set(id, plan.id)
      return behind
    }),
    statedIn: onceOf((phase: PhaseFacts) => {
      const stated = new Set(phase.plans.flatMap(({ summary }) => summary?.requirementsCompleted ?? []))
      return stated
    }),
    verdictOf: onceOf((phase: PhaseFacts) => derivePhase(facts, phase, 'done')),
  }
})

/** Of one requirement; phases of closed milestones are not looked at. */
export function fulfilmentOf(facts: ProjectFacts, id: string): Fulfilment {
  const index = indexOf(facts)
  const overrule = index.overrules.get(id)
  if (overrule !== undefined)
    return {
      id,
      complete: overrule.complete,
      by: overrule.complete ? 'overruled' : null,
      reason: `${overrule.who} decided so on ${overrule.at.slice(0, 10)}: ${overrule.why}${overrule.by === 'agent' ? `; ${WHOSE.agent}` : ''}`,
    }
  const phases = index.phases.get(id) ?? []
  if (phases.length === 0) return open(id, 'no phase of the active milestone names it')
  for (const phase of phases) {
    const [left] = leftOpen(facts, phase)
    if (left !== undefined) return open(id, left)
    if (phase.elsewhere) continue
    const behind = index.behindIn(phase).get(id)
    if (behind !== undefined) return open(id, `plan ${behind} carries it and is not carried out`)
    if (!index.statedIn(phase).has(id)) return open(id, `no SUMMARY of phase ${phase.id} says that it is completed`)
    const { rule, trace } = index.verdictOf(phase)
    if (rule !== 'D18') return open(id, `phase ${phase.id} is not verified: ${trace.at(-1)?.reason}`)
  }
  if (phases.every(({ elsewhere }) => elsewhere))
    return { id, complete: true, by: 'done', reason: 'another tool finished its phases; not verified by us' }
  return {
    id,
    complete: true,
    by: 'evidence',
    reason: `carried out and verified in phase ${phases.map((phase) => phase.id).join(', ')}`,
  }
}

/** The phases of the active milestone that name a requirement. */
export const phasesNaming = (facts: ProjectFacts, id: string): readonly PhaseFacts[] =>
  indexOf(facts).phases.get(id) ?? []

const open = (id: string, reason: string): Fulfilment => ({ id, complete: false, by: null, reason })
