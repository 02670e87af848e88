// Runs the checks of a quick task (those of its plan and the project's) and makes receipts, as for a phase's plan.
import { parentOf } from '../../../std/paths.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { quickNumber } from '../../ids.js'
import { badChecks, type Check, checkKey, checksOf } from '../../judging/check.js'
import { type CheckContext, makeReceiptFile, receiptsOf, runChecks } from '../../judging/plan-receipts.js'
import type { StoredReceipt } from '../../judging/receipts.js'
import { treeStep, unitStep } from '../../trust.js'
import type { Programs } from '../../verb.js'
import { introducedChecks } from './own-commands.js'
import type { Work } from './work.js'

/** Returns the plan among the unit's files, or null. */
export function planIn({ gathered, view }: Work): PlanFacts['plan'] | null {
  const artifact = gathered.artifacts.find(({ expected }) => expected.schema === 'plan')
  const value = artifact && view.codec('plan')?.parse(artifact.source).value
  return (value ?? null) as PlanFacts['plan'] | null
}

function checkContextOf(work: Work): CheckContext {
  const { baseline, startCommit: start } = work.claim
  const { facts } = work.derivation
  const checks = checksOf(facts, planIn(work))
  // This same finish accepts the plan, so the checks that the plan introduces run with the unit's trust.
  const introduced = new Set(introducedChecks(work).map(checkKey))
  const stepOf = (check: Check) => (introduced.has(checkKey(check)) ? unitStep : treeStep)
  return { facts, checks, baseline, start, stepOf }
}

export async function quickReceipts(work: Work, c: Programs): Promise<readonly StoredReceipt[]> {
  const { claim, at, gathered, derivation } = work
  const [artifact] = gathered.artifacts
  if (artifact === undefined || claim.unitType !== 'quick') return []
  const judging = checkContextOf(work)
  const problems = badChecks(derivation.facts, planIn(work))
  if (judging.checks.length + problems.length === 0) return []
  const gate = await runChecks(c, judging)
  const receipts = receiptsOf(c, judging, gate, problems, at)
  const path = `${parentOf(artifact.path)}/${quickNumber(claim.unitId)}-VERIFY.json`
  return [{ path, file: makeReceiptFile(claim.unitId, at, gate, receipts) }]
}
