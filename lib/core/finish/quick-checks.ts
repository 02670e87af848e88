// The checks of a quick task's plan: they run and leave receipts as those of a phase's plan do.
import { treeDigestStep, type UnitStep } from '../builtin-steps.js'
import { checkSteps, GATE_TREE, ownChecks, type PlanReceipt, stepName, treeIn } from '../checks.js'
import type { PlanFacts } from '../facts.js'
import type { PlanId } from '../ids.js'
import { type Check, makeReceipt, makeReceiptFile } from '../receipts.js'
import { quickNumber } from '../units.js'
import type { Work } from './work.js'

/** The plan among the files of the unit, or null. */
export function plannedOf({ gathered, view }: Work): PlanFacts['plan'] | null {
  const artifact = gathered.artifacts.find(({ expected }) => expected.schema === 'plan')
  return artifact === undefined
    ? null
    : ((view.codec('plan')?.parse(artifact.source).value ?? null) as PlanFacts['plan'] | null)
}

function quickChecks(work: Work): readonly Check[] {
  const plan = plannedOf(work)
  return plan === null ? [] : ownChecks(plan)
}

export function quickGateSteps(work: Work): readonly UnitStep[] {
  const checks = quickChecks(work)
  return checks.length === 0 ? [] : [...checkSteps(work.derivation.facts, checks), treeDigestStep(GATE_TREE)]
}

export function quickReceipts(work: Work): readonly PlanReceipt[] {
  const { claim, results, at, view, gathered } = work
  const artifact = gathered.artifacts.find(({ expected }) => expected.schema === 'plan')
  if (artifact === undefined) return []
  const tree = treeIn(results, GATE_TREE)
  const receipts = quickChecks(work).flatMap((check) => {
    const result = results.get(stepName(check))
    return result === undefined ? [] : [makeReceipt({ check, result, baseline: null, tree, at, digest: view.digest })]
  })
  const folder = artifact.path.slice(0, artifact.path.lastIndexOf('/'))
  const path = `${folder}/${quickNumber(claim.unitId)}-VERIFY.json`
  return receipts.length === 0
    ? []
    : [{ plan: { id: claim.unitId as PlanId }, path, file: makeReceiptFile(claim.unitId, at, tree, receipts) }]
}
