// The checks of a quick task: those of its plan and those of the project run, and leave receipts as those of a phase's plan do.
import { treeDigestStep, type UnitStep } from '../../builtin-steps.js'
import type { PlanFacts } from '../../derivation/facts.js'
import type { ReceiptLine } from '../../history/ledger.js'
import type { PlanId } from '../../ids.js'
import {
  checkSteps,
  failedIn,
  GATE_TREE,
  ownChecks,
  type PlanReceipt,
  projectChecks,
  stepName,
  treeIn,
} from '../../judging/checks.js'
import { type Check, checkKey, makeReceipt, makeReceiptFile, renderReceiptFile } from '../../judging/receipts.js'
import { ledgerPath } from '../../layout.js'
import type { Staging } from '../../writing/staging.js'
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
  if (work.claim.unitType !== 'quick') return []
  const plan = plannedOf(work)
  const own = plan === null ? [] : ownChecks(plan)
  const known = new Set(own.map(checkKey))
  return [...own, ...projectChecks(work.derivation.facts).checks.filter((check) => !known.has(checkKey(check)))]
}

export function quickGateSteps(work: Work): readonly UnitStep[] {
  const checks = quickChecks(work)
  return checks.length === 0 ? [] : [...checkSteps(work.derivation.facts, checks), treeDigestStep(GATE_TREE)]
}

export function quickReceipts(work: Work): readonly PlanReceipt[] {
  const { claim, results, at, view, gathered } = work
  const [artifact] = gathered.artifacts
  if (artifact === undefined) return []
  const tree = treeIn(results, GATE_TREE)
  const receipts = quickChecks(work).flatMap((check) => {
    const result = results.get(stepName(check))
    const baseline = check.own ? null : (claim.baseline.find(({ key }) => key === checkKey(check)) ?? null)
    return result === undefined ? [] : [makeReceipt({ check, result, baseline, tree, at, digest: view.digest })]
  })
  const folder = artifact.path.slice(0, artifact.path.lastIndexOf('/'))
  const path = `${folder}/${quickNumber(claim.unitId)}-VERIFY.json`
  return receipts.length === 0
    ? []
    : [{ plan: { id: claim.unitId as PlanId }, path, file: makeReceiptFile(claim.unitId, at, tree, receipts) }]
}

/** Stores them with their digests in the ledger. They belong to no phase, so no derivation depends on them. */
export function stageQuickReceipts(staging: Staging, receipts: readonly PlanReceipt[]): void {
  for (const { plan, path, file } of receipts) {
    const text = renderReceiptFile(file)
    staging.put(path, text)
    const line: ReceiptLine = {
      kind: 'receipt',
      at: file.at,
      phase: 'quick',
      plan: null,
      unit: `quick/${plan.id}`,
      tree: file.treeDigest,
      sha256: staging.view.digest(text),
      ...failedIn(file),
    }
    staging.append(ledgerPath(staging), line)
  }
}
