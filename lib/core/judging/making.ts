// The receipt that one run of a check becomes.
import type { Digest, RunResult } from '../../ports.js'
import type { Baseline, Check, Receipt } from './receipts.js'
import { type Knowledge, seenOf } from './seen.js'

interface ReceiptInput {
  readonly check: Check
  readonly result: RunResult
  readonly known: Knowledge
  readonly baseline: Pick<Baseline, 'outcome' | 'failed'> | null
  readonly tree: string | null
  readonly at: string
  readonly digest: Digest
}

export function makeReceipt({ check, result, known, baseline, tree, at, digest }: ReceiptInput): Receipt {
  const { tests, counts, outcome, reason } = seenOf(check, result, known)
  return {
    id: digest(JSON.stringify([at, check.argv, check.cwd, tree])).slice(0, 12),
    name: check.name,
    argv: check.argv,
    cwd: check.cwd,
    expect: check.expect,
    exitCode: result.exitCode,
    durationMs: result.durationMs,
    tests,
    counts,
    treeDigest: tree,
    outputSha256: digest(`${result.stdout}\0${result.stderr}`),
    required: check.required,
    own: check.own,
    outcome,
    baseline: baseline === null || baseline.outcome === 'inconclusive' ? null : baseline.outcome,
    baselineFailed: baseline?.failed ?? null,
    floor: known.before?.tests ?? null,
    reason,
  }
}
