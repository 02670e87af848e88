// check run: runs the checks of plans and stores the results as receipts.
import { derive } from '../../core/derivation/derive.js'
import { CLAIM_READS, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { phaseNamed, planNamed } from '../../core/derivation/unknown.js'
import { isOurClaim, readClaims } from '../../core/dispatch/claims.js'
import { receiptsFrom, stageReceipts } from '../../core/judging/plan-receipts.js'
import { assessReceipts, CHECK_OUTCOMES, doubtsIn, PROOFS, type Receipt } from '../../core/judging/receipts.js'
import { arg, verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { someOf } from '../../std/text.js'

function targetOf(facts: ProjectFacts, subject: string | undefined, active: PhaseFacts | null) {
  const phase = subject === undefined ? active : phaseNamed(facts, subject)
  if (phase !== null) return { phase, plans: phase.plans }
  const named = planNamed(facts, subject ?? '')
  return named === null ? null : { phase: named.phase, plans: [named.plan] }
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
  own: bool('The plan names the check'),
  expect: int('Exit code for success'),
  reused: bool('Not run again, because its receipt is for exactly this tree'),
  outcome: oneOf(CHECK_OUTCOMES, 'checked: exited as expected, but was never seen to fail without the work'),
  proof: orNull(oneOf(PROOFS, 'Evidence that the check can fail')),
  baseline: orNull(text()),
  baselineFailed: orNull(int()),
  reason: orNull(text()),
})

const rowOf = (plan: string, receipt: Receipt) => ({ plan, ...receipt, reused: receipt.reused === true })

const NO_CHECK: ErrorBody = {
  code: 'HOLD',
  message: 'no check is defined, so nothing can be proven',
  fix: 'set verification.commands in config.json, or add verify: [{run: ["npm", "test"]}] to a plan',
}

export const checkRun = verb('check.run', {
  about: 'Run the checks of a plan or phase and store receipts',
  args: {
    subject: arg.text('Plan or phase; default: the active phase', { positional: true }),
  },
  needs: ['programs'],
  reads: CLAIM_READS,
  writes: ['receipt', 'ledger'],
  result: record({
    verdict: oneOf(CHECK_OUTCOMES),
    skipped: listOf(text(), 'Names of checks that did not run or had nothing to do'),
    newFailures: listOf(text()),
    receipts: listOf(receiptShape),
    doubts: listOf(text(), 'Checks that prove nothing, and why'),
    tree: orNull(text('Digest of the project after the checks')),
  }),
  async run(c, { subject }) {
    const { view } = c
    const { facts, active } = derive(view)
    const target = targetOf(facts, subject, active)
    const empty = { ...assessReceipts([]), receipts: [], doubts: [], tree: null }
    if (target === null) {
      const plans = facts.phases.flatMap((phase) => phase.plans.map(({ id }) => id))
      const message = subject === undefined ? 'no phase is active' : `"${subject}" is neither a plan nor a phase`
      const error = { code: 'PLAN_NOT_FOUND', message, fix: `name one of ${someOf(plans, subject)}` } as const
      return { result: empty, exit: 1, error }
    }
    const claims = readClaims(view).filter((one) => isOurClaim(view, one))
    const at = new Date(view.clock.now()).toISOString()
    const stored = await receiptsFrom(c, { facts, ...target, claims, at })
    const files = stored.map(({ file }) => file)
    const receipts = files.flatMap((file) => file.receipts)
    if (receipts.length === 0) return { result: empty, exit: 4, error: NO_CHECK }
    const judged = assessReceipts(receipts)
    const doubts = doubtsIn(receipts)
    const staging = new Staging(view)
    stageReceipts(staging, stored, target.phase)
    const rows = files.flatMap((file) => file.receipts.map((receipt) => rowOf(file.plan, receipt)))
    const result = { ...judged, receipts: rows, doubts, tree: files[0]?.treeDigest ?? null }
    const answer = { result, edits: staging.edits() }
    if (judged.verdict === 'fail') return { ...answer, exit: 1 }
    if (judged.verdict !== 'inconclusive') return answer
    const fix = 'install the missing programs, or name a check that runs'
    return { ...answer, exit: 4, error: { code: 'HOLD', message: `nothing is proven: ${doubts.join('; ')}`, fix } }
  },
})
