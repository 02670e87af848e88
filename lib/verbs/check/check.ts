// check run: runs the checks of plans and stores what happened as receipts.

import { derive } from '../../core/derivation/derive.js'
import {
  FACT_READS,
  gatherFacts,
  type PhaseFacts,
  type PlanFacts,
  type ProjectFacts,
} from '../../core/derivation/facts.js'
import { claimPath, leaseFrom, readClaims, renderClaim } from '../../core/dispatch/claims.js'
import { parsePhaseId, parsePlanId, phaseOfPlan, samePhase, samePlan } from '../../core/ids.js'
import {
  checkSteps,
  checksOf,
  GATE_TREE,
  gateSteps,
  type PlanReceipt,
  receiptsFrom,
  stageReceipts,
} from '../../core/judging/checks.js'
import { judge, type Receipt } from '../../core/judging/receipts.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { task } from '../verb.js'

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
  treeDigest: orNull(text()),
  outputSha256: text(),
  required: bool(),
  own: bool('Named by the plan itself'),
  outcome: oneOf(['pass', 'fail', 'inconclusive']),
  baseline: orNull(text()),
  baselineFailed: orNull(int()),
  reason: orNull(text()),
})

const unknownTests = (receipts: readonly Receipt[]) =>
  receipts.flatMap(({ tests, name }, index) =>
    tests.passed === null && tests.failed === null
      ? [
          {
            path: `receipts.${index}.tests`,
            code: 'TESTS_UNKNOWN',
            reason: `the output of "${name}" holds no summary that is known`,
          },
        ]
      : [],
  )

function storeReceipts(
  view: View,
  found: readonly { target: Target; receipts: readonly PlanReceipt[] }[],
  claim: string | undefined,
) {
  const staging = new Staging(view)
  for (const { target, receipts } of found) stageReceipts(staging, target.phase, receipts)
  const held = claim === undefined ? undefined : readClaims(view).find(({ token }) => token === claim)
  if (held !== undefined)
    staging.put(
      claimPath(view, held.unitType, held.unitId),
      renderClaim({ ...held, leaseUntil: leaseFrom(view.clock.now()) }),
    )
  return staging.edits()
}

export const checkRun = task({
  name: 'check.run',
  about: 'Runs the checks of a plan or phase and stores receipts',
  aliases: ['verify.run'],
  args: {
    subject: { type: 'text', positional: true, about: 'Plan or phase; default: the active phase' },
    all: { type: 'flag', about: 'Every phase of the active milestone' },
    only: { type: 'text', about: 'Name of one check' },
    baseline: { type: 'flag', about: 'Only look: store nothing' },
    claim: { type: 'text', about: 'Token of the claim it is run for; its lease is renewed' },
  },
  reads: [...FACT_READS, 'claim'],
  writes: ['receipt', 'ledger', 'claim'],
  result: record({
    verdict: oneOf(['pass', 'fail', 'inconclusive']),
    executed: int(),
    skippedRequired: listOf(text()),
    newFailures: listOf(text()),
    receipts: listOf(receiptShape),
    unknown: listOf(record({ path: text(), code: text(), reason: text() })),
  }),
  plan({ subject, all, only }, view) {
    const { facts, active } = derive(view)
    const plans = targetsOf(facts, subject, all, active).flatMap((target) => target.plans)
    if (plans.length === 0) return []
    if (only === undefined) return gateSteps(facts, plans)
    const chosen = plans.flatMap((plan) => checksOf(facts, plan)).filter(({ name }) => name === only)
    return [...checkSteps(facts, chosen), ...gateSteps(facts, []).filter(({ name }) => name === GATE_TREE)]
  },
  finish({ subject, all, only, baseline, claim }, view, results) {
    const { facts, active } = derive(view)
    const targets = targetsOf(facts, subject, all, active)
    const empty = {
      verdict: 'inconclusive' as const,
      executed: 0,
      skippedRequired: [],
      newFailures: [],
      receipts: [],
      unknown: [],
    }
    if (targets.length === 0)
      return {
        result: empty,
        exit: 1,
        error: {
          code: 'PLAN_NOT_FOUND',
          message: `"${subject ?? 'the active phase'}" is no plan or phase with plans`,
          fix: `name one of ${gatherFacts(view)
            .phases.flatMap(({ plans }) => plans.map(({ id }) => id))
            .join(', ')}`,
        },
        edits: [],
      }
    const at = new Date(view.clock.now()).toISOString()
    const claimed = readClaims(view).flatMap((found) => found.baseline)
    const found = targets.map((target) => ({
      target,
      receipts: receiptsFrom({ facts, ...target, results, claimed, only, at }),
    }))
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
        edits: [],
      }
    const judged = judge(receipts)
    const rows = files.flatMap((file) => file.receipts.map((receipt) => ({ plan: file.plan, ...receipt })))
    const exit = judged.verdict === 'pass' ? 0 : judged.verdict === 'fail' ? 1 : 4
    return {
      result: { ...judged, receipts: rows, unknown: unknownTests(receipts) },
      ...(exit === 0 ? {} : { exit }),
      ...(exit === 4
        ? {
            error: {
              code: 'HOLD' as const,
              message: `checks did not run: ${judged.skippedRequired.join(', ')}`,
              fix: 'install what they need, or mend their commands',
            },
          }
        : {}),
      // A part of the checks is no receipt of the plan: it would hide the others.
      edits: baseline || only !== undefined ? [] : storeReceipts(view, found, claim),
    }
  },
})
