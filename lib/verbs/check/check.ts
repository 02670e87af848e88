// check run: runs the checks of plans and stores what happened as receipts.

import { derive } from '../../core/derivation/derive.js'
import { CLAIM_READS, gatherFacts, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import type { PlanFacts } from '../../core/derivation/plan-facts.js'
import { claimPath, isOurClaim, leaseFrom, readClaims, renderClaim } from '../../core/dispatch/claims.js'
import { parsePhaseId, parsePlanId, phaseOfPlan, samePhase, samePlan } from '../../core/ids.js'
import { gateSteps, ofPhase, type PlanReceipt, receiptsFrom, stageReceipts } from '../../core/judging/plan-receipts.js'
import { CHECK_OUTCOMES, doubtsIn, judge, PROOFS, type Receipt } from '../../core/judging/receipts.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { someOf } from '../../std/text.js'
import { arg, task } from '../verb.js'

interface Target {
  readonly phase: PhaseFacts
  readonly plans: readonly PlanFacts[]
}

function targetsOf(
  facts: ProjectFacts,
  subject: string | undefined,
  all: boolean,
  active: PhaseFacts | null,
): readonly Target[] {
  if (all) return facts.phases.filter(({ plans }) => plans.length > 0).map((phase) => ({ phase, plans: phase.plans }))
  if (subject === undefined) return active === null ? [] : [{ phase: active, plans: active.plans }]
  const asPhase = parsePhaseId(subject)
  const phase = asPhase === null ? undefined : facts.phases.find(({ id }) => samePhase(id, asPhase))
  if (phase !== undefined) return [{ phase, plans: phase.plans }]
  const planId = parsePlanId(subject)
  if (planId === null) return []
  const owner = facts.phases.find(({ id }) => samePhase(id, phaseOfPlan(planId)))
  const plan = owner?.plans.find(({ id }) => samePlan(id, planId))
  return owner === undefined || plan === undefined ? [] : [{ phase: owner, plans: [plan] }]
}

const receiptShape = record({
  id: text(),
  plan: text(),
  name: text(),
  argv: listOf(text()),
  cwd: text(),
  exitCode: orNull(int()),
  durationMs: int(),
  tests: record({ passed: orNull(int()), failed: orNull(int()), skipped: orNull(int()) }),
  required: bool(),
  own: bool('Named by the plan itself'),
  expect: int('Exit code that means success'),
  reused: bool('Not run again: it proved something on exactly this tree'),
  outcome: oneOf(CHECK_OUTCOMES, 'checked: it ended as expected, but was not seen to fail without the work'),
  proof: orNull(oneOf(PROOFS, 'How it was seen to be able to fail')),
  baseline: orNull(text()),
  baselineFailed: orNull(int()),
  reason: orNull(text()),
})

const rowOf = (plan: string, receipt: Receipt) => ({ plan, ...receipt, reused: receipt.reused === true })

/** Of all targets at once: what two of them share is run once, and the tree is looked at once. */
function stepsOf(inputs: readonly Parameters<typeof gateSteps>[0][]): ReturnType<typeof gateSteps> {
  const [first] = inputs
  if (first === undefined) return []
  return gateSteps({ ...first, plans: inputs.flatMap(({ plans }) => plans) })
}

function storeReceipts(
  view: View,
  found: readonly { target: Target; receipts: readonly PlanReceipt[] }[],
  claim: string | undefined,
) {
  const staging = new Staging(view)
  for (const { target, receipts } of found) stageReceipts(staging, receipts, ofPhase(target.phase))
  const held = readClaims(view).find((one) => one.token === claim && isOurClaim(view, one))
  if (held !== undefined)
    staging.put(
      claimPath(view, held.unitType, held.unitId),
      renderClaim(view, { ...held, leaseUntil: leaseFrom(view.clock.now()) }),
    )
  return staging.edits()
}

export const checkRun = task('check.run', {
  about: 'Runs the checks of a plan or phase and stores receipts',
  aliases: ['verify.run'],
  args: {
    subject: arg.text('Plan or phase; default: the active phase', { positional: true, names: 'plan' }),
    all: arg.flag('Every phase of the active milestone'),
    only: arg.text('Name of one check'),
    baseline: arg.flag('Only look: store nothing'),
    again: arg.flag('Run also what proved something on exactly this tree'),
    claim: arg.text('Token of the claim it is run for; its lease is renewed'),
  },
  reads: CLAIM_READS,
  writes: ['receipt', 'ledger', 'claim'],
  result: record({
    verdict: oneOf(CHECK_OUTCOMES),
    executed: int(),
    skippedRequired: listOf(text()),
    newFailures: listOf(text()),
    receipts: listOf(receiptShape),
    doubts: listOf(text(), 'Why nothing is proven, in plain words'),
    tree: orNull(text('Digest of the project when the checks had run')),
  }),
  plan: () => [],
  finish({ subject, all, only, baseline, claim, again }, view, results) {
    const { facts, active } = derive(view)
    const targets = targetsOf(facts, subject, all, active)
    const claims = readClaims(view).filter((one) => isOurClaim(view, one))
    const at = new Date(view.clock.now()).toISOString()
    const inputs = targets.map((target) => ({ facts, ...target, results, claims, only, at, options: { again } }))
    const more = stepsOf(inputs)
    if (more.length > 0) return { more }
    const empty = {
      verdict: 'inconclusive' as const,
      executed: 0,
      skippedRequired: [],
      newFailures: [],
      receipts: [],
      doubts: [],
      tree: null,
    }
    if (targets.length === 0)
      return {
        result: empty,
        exit: 1,
        error: {
          code: 'PLAN_NOT_FOUND',
          message: `"${subject ?? 'the active phase'}" is neither a plan nor a phase with plans`,
          fix: `name one of ${someOf(
            gatherFacts(view).phases.flatMap(({ plans }) => plans.map(({ id }) => id)),
            subject,
          )}`,
        },
      }
    const found = inputs.map((input, index) => ({ target: targets[index] as Target, receipts: receiptsFrom(input) }))
    const files = found.flatMap(({ receipts }) => receipts.map(({ file }) => file))
    const receipts = files.flatMap((file) => file.receipts)
    if (receipts.length === 0)
      return {
        result: empty,
        exit: 4,
        error: {
          code: 'HOLD',
          message: only === undefined ? 'no check is defined, so nothing can be proven' : `no check is named "${only}"`,
          fix: 'set verification.commands in config.json, or add verify: [{run: ["npm", "test"]}] to a plan',
        },
      }
    const judged = judge(receipts)
    const rows = files.flatMap((file) => file.receipts.map((receipt) => rowOf(file.plan, receipt)))
    const doubts = doubtsIn(receipts)
    const exit = judged.verdict === 'fail' ? 1 : judged.verdict === 'inconclusive' ? 4 : 0
    return {
      result: { ...judged, receipts: rows, doubts, tree: files[0]?.treeDigest ?? null },
      ...(exit === 0 ? {} : { exit }),
      ...(exit === 4
        ? {
            error: {
              code: 'HOLD' as const,
              message: `nothing is proven: ${doubts.join('; ')}`,
              fix: 'install what the checks need, or name a check that runs',
            },
          }
        : {}),
      // A part of the checks is no receipt of the plan: it would hide the others.
      edits: baseline || only !== undefined ? [] : storeReceipts(view, found, claim),
    }
  },
})
