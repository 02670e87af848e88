// A gate runs each given check once on the current tree, and reuses proofs from receipts of that tree.
import { headStep, treeDigestStep } from '../builtin-steps.js'
import type { ProjectFacts } from '../derivation/facts.js'
import type { Programs, Results } from '../verb.js'
import { type Check, checkSteps, runKey, type StepOf } from './check.js'
import { type Receipt, readReceipt } from './receipts.js'

const BEFORE = 'gate:before'
const AFTER = 'gate:after'
const HEAD = 'gate:head'
const USER_NAME = 'gate:who'

export type Gate = Awaited<ReturnType<typeof runGate>>

/** Returns the output of a step; null if the step failed, printed nothing or did not run. */
export function outputOf(results: Results, name: string): string | null {
  const found = results.get(name)
  return found?.exitCode === 0 && found.stdout.trim() !== '' ? found.stdout.trim() : null
}

/** Runs the checks that this tree's receipts do not prove. Returns tree, commit, user, and the reused proofs by `runKey`. */
export async function runGate(
  { results, run }: Programs,
  facts: ProjectFacts,
  checks: readonly Check[],
  stepOf?: StepOf,
) {
  const git = facts.view.hasGit
    ? [headStep(HEAD), { name: USER_NAME, argv: ['git', 'config', '--get', 'user.name'] as const }]
    : []
  await run(() => [treeDigestStep(BEFORE), ...git])
  const before = outputOf(results, BEFORE)
  const reused = before === null ? new Map<string, Receipt>() : proofsFor(facts, before)
  const toRun = checks.filter((check) => !reused.has(runKey(check)))
  if (toRun.length > 0) await run(() => [...checkSteps(facts, toRun, { stepOf }), treeDigestStep(AFTER)])
  return {
    reused,
    tree: outputOf(results, AFTER) ?? before,
    commit: outputOf(results, HEAD),
    by: outputOf(results, USER_NAME),
  }
}

/** Finds receipts that prove something on exactly this tree, by `runKey`. */
function proofsFor(facts: ProjectFacts, tree: string): ReadonlyMap<string, Receipt> {
  const found = new Map<string, Receipt>()
  for (const line of facts.inputs.ledger().lines)
    if (line.kind === 'receipt' && line.tree === tree && line.plan !== null) {
      const file = readReceipt(facts.view, receiptPath(facts, line.plan))
      if (file?.treeDigest !== tree) continue
      for (const receipt of file.receipts) if (receipt.outcome === 'pass') found.set(runKey(receipt), receipt)
    }
  return found
}

const receiptPath = (facts: ProjectFacts, id: string): string | null =>
  facts.phases.flatMap(({ plans }) => plans).find((plan) => plan.id === id)?.file.receipt ?? null
