// Runs a quick task's checks (its plan's and the project's) and makes receipts, as for a phase's plan.
import { parentOf } from '../../../std/paths.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { quickNumber } from '../../ids.js'
import { badChecks, type Check, checkKey, checksOf } from '../../judging/check.js'
import { type Judging, makeReceiptFile, receiptsOf, runChecks } from '../../judging/plan-receipts.js'
import type { StoredReceipt } from '../../judging/receipts.js'
import { treeStep, unitStep } from '../../trust.js'
import type { Programs } from '../../verb.js'
import { broughtChecks } from './own-commands.js'
import type { Work } from './work.js'

/** The plan among the unit's files, or null. */
export function plannedOf({ gathered, view }: Work): PlanFacts['plan'] | null {
  const artifact = gathered.artifacts.find(({ expected }) => expected.schema === 'plan')
  const value = artifact && view.codec('plan')?.parse(artifact.source).value
  return (value ?? null) as PlanFacts['plan'] | null
}

function judgingOf(work: Work): Judging {
  const { baseline, startCommit: start } = work.claim
  const { facts } = work.derivation
  const checks = checksOf(facts, plannedOf(work))
  // The plan is placed by this same finish, so the checks it introduces run with the unit's trust.
  const brought = new Set(broughtChecks(work).map(checkKey))
  const stepOf = (check: Check) => (brought.has(checkKey(check)) ? unitStep : treeStep)
  return { facts, checks, baseline, start, stepOf }
}

export async function quickReceipts(work: Work, c: Programs): Promise<readonly StoredReceipt[]> {
  const { claim, at, gathered, derivation } = work
  const [artifact] = gathered.artifacts
  if (artifact === undefined || claim.unitType !== 'quick') return []
  const judging = judgingOf(work)
  const problems = badChecks(derivation.facts, plannedOf(work))
  if (judging.checks.length + problems.length === 0) return []
  const gate = await runChecks(c, judging)
  const receipts = receiptsOf(c, judging, gate, problems, at)
  const path = `${parentOf(artifact.path)}/${quickNumber(claim.unitId)}-VERIFY.json`
  return [{ path, file: makeReceiptFile(claim.unitId, at, gate, receipts) }]
}
