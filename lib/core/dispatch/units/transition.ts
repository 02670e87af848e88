// Closes a phase. The checks may run once more, because the tree may have changed since the verification.
import { isOn } from '../../derivation/facts.js'
import { derivePhase } from '../../derivation/phase-rules.js'
import { checksOf } from '../../judging/check.js'
import type { Programs } from '../../verb.js'
import { inspectMerge, mergePhase } from '../finish/spec-changes.js'
import { phaseGate } from '../finish/verification.js'
import { type GateVerdict, NOTHING_WRONG, type Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

function inspectTransition({ derivation, phase }: Work): readonly UnitFinding[] {
  if (phase === null) return []
  const { rule, trace } = derivePhase(derivation.facts, phase)
  if (rule === 'D18') return []
  const message = `phase ${phase.id} cannot be closed: ${trace.at(-1)?.reason}`
  return [finding('PHASE_VERIFICATION_INCOMPLETE', message, phase.directory?.path ?? '', 'run gsd-tools next')]
}

/** Whether closing needs receipts. A phase that another tool finished has no receipts. */
const needsReceipts = ({ derivation, phase }: Work): boolean =>
  phase !== null &&
  (isOn(derivation.facts, 'workflow.verifier')
    ? phase.verification !== null
    : phase.plans.some((plan) => plan.evidence !== 'done' && checksOf(derivation.facts, plan.plan).length > 0))

async function checkTransition(work: Work, c: Programs): Promise<GateVerdict> {
  const { phase } = work
  if (phase === null) return NOTHING_WRONG
  const isVerdict = phase.verification !== null
  return phaseGate(work, c, phase, { path: phase.directory?.path ?? '', needsReceipts: needsReceipts(work), isVerdict })
}

export const transition: UnitCode = {
  inspect: (work) => [...inspectTransition(work), ...inspectMerge(work)],
  check: checkTransition,
  complete: mergePhase,
}
