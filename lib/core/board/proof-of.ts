// The receipt of a plan as it is looked at: what ran, how it ended, and whether it proves anything.
import type { ProjectFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { readReceipt } from '../judging/proof.js'
import { judge, type Receipt, weakness } from '../judging/receipts.js'
import type { Proof, ShownCheck } from './shown.js'

const FOREIGN = 'it is from elsewhere: its checks were not run on this machine for this plan'

/** Null where none is there. */
export function proofOf({ view, receipts }: ProjectFacts, { id, file }: PlanFacts): Proof | null {
  const path = file.receipt
  if (path === null) return null
  const found = readReceipt(view, path)
  if (found === null)
    return { path, at: '', verdict: 'inconclusive', weak: `${path} is not a receipt`, tree: null, checks: [] }
  const { file: receipt, origin, sha256 } = found
  const recorded = (origin === 'here' ? receipts.plans : receipts.said).get(id)?.sha256
  const strange = recorded !== sha256 || receipt.plan !== id
  return {
    path,
    at: textOf(receipt.at),
    verdict: judge(receipt.receipts).verdict,
    weak: strange
      ? `${path} is not the one that check run recorded in the ledger`
      : origin === 'elsewhere'
        ? FOREIGN
        : weakness(receipt),
    tree: receipt.treeDigest,
    checks: receipt.receipts.map(checkOf),
  }
}

/** A hand may have written anything there. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const checkOf = ({ name, argv, outcome, exitCode, tests, reason }: Receipt): ShownCheck => ({
  name,
  command: argv.join(' '),
  outcome,
  exit: numberOf(exitCode),
  passed: numberOf(tests.passed),
  failed: numberOf(tests.failed),
  skipped: numberOf(tests.skipped),
  reason: textOf(reason) || null,
})
