// The receipt of a plan for display: commands, outcomes, and whether they prove anything.
import type { ProjectFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { judge, type Receipt, readReceipt, weakness } from '../judging/receipts.js'
import type { Proof, ShownCheck } from './shown.js'

/** Null without a receipt. */
export function proofOf({ view }: Pick<ProjectFacts, 'view'>, { file: { receipt: path } }: PlanFacts): Proof | null {
  if (path === null) return null
  const file = readReceipt(view, path)
  if (file === null)
    return {
      path,
      at: '',
      verdict: 'inconclusive',
      weak: `${path} is not a receipt`,
      tree: null,
      commit: null,
      checks: [],
    }
  return {
    path,
    at: textOf(file.at),
    verdict: judge(file.receipts).verdict,
    weak: weakness(file),
    tree: file.treeDigest,
    commit: textOf(file.commit) || null,
    checks: file.receipts.map(checkOf),
  }
}

/** The file may have been edited by hand. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const checkOf = ({ name, argv, outcome, exitCode, durationMs, tests, reason }: Receipt): ShownCheck => ({
  name,
  command: argv.join(' '),
  outcome,
  exit: numberOf(exitCode),
  passed: numberOf(tests.passed),
  failed: numberOf(tests.failed),
  skipped: numberOf(tests.skipped),
  ms: numberOf(durationMs),
  reason: textOf(reason) || null,
})
