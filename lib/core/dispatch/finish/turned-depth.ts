// What the depth of a phase came to is known when the phase is closed: from what the ledger holds of its units.
import { depthOf } from '../../depth.js'
import type { PhaseFacts, ProjectFacts } from '../../derivation/facts.js'
import type { DepthLine, OutcomeLine } from '../../history/ledger-lines.js'
import { namesPhase } from '../../ids.js'
import { ledgerPath } from '../../layout.js'
import type { Work } from './work.js'

export function recordDepth({ derivation, phase, staging, at }: Work): void {
  const line = phase === null ? null : turnedOut(derivation.facts, phase, at)
  if (line !== null) staging.append(ledgerPath(staging), line)
}

/** Null where no depth was asked for. */
function turnedOut(facts: ProjectFacts, phase: PhaseFacts, at: string): DepthLine | null {
  const depth = depthOf(facts, phase)
  if (depth === null) return null
  const outcomes = facts.inputs
    .ledger()
    .lines.filter((line): line is OutcomeLine => line.kind === 'outcome' && isOf(line, phase))
  const completed = (type: string) =>
    outcomes.filter(({ unitType, status }) => unitType === type && status === 'completed').length
  return {
    kind: 'depth',
    at,
    phase: phase.id,
    depth: depth.name,
    reason: depth.reason,
    turned: {
      plans: phase.plans.length,
      finishes: outcomes.length,
      failed: outcomes.filter(({ status }) => status === 'failed').length,
      plannings: completed('plan-phase'),
      proofs: completed('verify-phase'),
    },
  }
}

const isOf = ({ unitType, unitId }: OutcomeLine, { id, plans }: PhaseFacts): boolean =>
  unitType === 'execute-plan' ? plans.some((plan) => plan.id === unitId) : namesPhase(unitId, id)
