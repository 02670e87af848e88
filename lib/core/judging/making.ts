// The receipt that one run of a check becomes.
import type { Digest, RunResult } from '../../ports.js'
import type { Check } from './check.js'
import { type Given, settled } from './fewer.js'
import type { Baseline, Receipt } from './receipts.js'
import { type Knowledge, seenOf } from './seen.js'

interface ReceiptInput {
  readonly check: Check
  readonly result: RunResult
  readonly known: Knowledge
  readonly given: Given
  readonly baseline: Pick<Baseline, 'outcome' | 'failed'> | null
  readonly tree: string | null
  readonly at: string
  readonly digest: Digest
}

export function makeReceipt({ check, result, known, given, baseline, tree, at, digest }: ReceiptInput): Receipt {
  const { before } = known
  const { tests, counts, outcome, reason, fewer, accepted } = settled(seenOf(check, result, known), before, given)
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
    floor: before?.tests ?? null,
    ...(before?.counts === undefined ? {} : { floorBy: before.counts }),
    ...(before?.since === undefined ? {} : { since: before.since }),
    ...(fewer === undefined ? {} : { fewer }),
    ...(accepted === undefined ? {} : { accepted }),
    reason,
  }
}
