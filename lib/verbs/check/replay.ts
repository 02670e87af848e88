// check replay: reruns stored receipts on the present tree, without a model, and reports differences.

import { FACT_READS, gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import type { PlanId } from '../../core/ids.js'
import { type Check, checkKey } from '../../core/judging/check.js'
import { checkSteps, checksOf, stepName } from '../../core/judging/checks.js'
import { type Receipt, readReceipt, seenOf } from '../../core/judging/receipts.js'
import { NO_COUNTS } from '../../core/judging/test-counts.js'
import { listPhaseDirectories, listPhaseFiles } from '../../core/layout.js'
import { arg, type Results, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { bool, int, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { counted, lastLines } from '../../std/text.js'
import { unknownShape } from '../findings.js'

interface Stored {
  readonly plan: PlanId
  readonly receipt: Receipt
  /** The check to run; name and limits come from the plan or settings if they still have it. */
  readonly check: Check
}

/** Statuses in VERIFICATION that claim success; the user may still have to test. */
const CLAIMS: ReadonlySet<string | null> = new Set(['passed', 'human_needed'])

/** `missing`: phases that claim to be verified but have no receipt. */
function choose(view: View, ci: boolean) {
  const facts = gatherFacts(view)
  const missing: string[] = []
  const found = listPhaseDirectories(view).flatMap((directory): readonly Stored[] => {
    const files = listPhaseFiles(view, directory)
    const status =
      files.verification === null ? null : (view.parse('verification', files.verification)?.value.status ?? null)
    if (ci && !CLAIMS.has(status)) return []
    const stored = files.plans.flatMap(({ id, receipt }) => storedIn(view, facts, id, receipt))
    if (ci && stored.length === 0) missing.push(directory.id)
    return stored
  })
  return { stored: found, missing }
}

function storedIn(view: View, facts: ProjectFacts, plan: PlanId, path: string | null): readonly Stored[] {
  const owner = facts.phases.flatMap(({ plans }) => plans).find(({ id }) => id === plan)
  const named = new Map((owner === undefined ? [] : checksOf(facts, owner)).map((check) => [checkKey(check), check]))
  return (readReceipt(view, path)?.receipts ?? []).flatMap((receipt) => {
    const { name, argv, cwd, expect, own } = receipt
    const [program, ...rest] = argv
    if (program === undefined) return []
    const check = named.get(checkKey(receipt))
    const words: Check['argv'] = [program, ...rest]
    return [{ plan, receipt, check: check ?? { name, argv: words, cwd, expect, own } }]
  })
}

function replayedOf({ receipt, check, plan }: Stored, results: Results) {
  const result = results.get(stepName(check))
  const { outcome, tests } =
    result === undefined ? { outcome: 'inconclusive' as const, tests: NO_COUNTS } : seenOf(check, result, null)
  const { id, name, exitCode } = receipt
  const more = tests.failed !== null && receipt.tests.failed !== null && tests.failed > receipt.tests.failed
  const worse = outcome === 'inconclusive' || (outcome === 'fail' && (receipt.outcome !== 'fail' || more))
  return {
    ...{ id, plan, name, outcome, worse },
    same: result?.exitCode === exitCode && tests.failed === receipt.tests.failed,
    said: worse
      ? lastLines(`${result?.stdout ?? ''}\n${result?.stderr ?? ''}`, 20)
          .join('\n')
          .slice(-2000)
      : '',
    was: { exitCode, tests: receipt.tests },
    now: { exitCode: result?.exitCode ?? null, tests },
  }
}

const TESTS = record({ passed: orNull(int()), failed: orNull(int()), skipped: orNull(int()) })
const STATE = record({ exitCode: orNull(int()), tests: TESTS })

export const checkReplay = verb('check.replay', {
  about: 'Rerun the checks of stored receipts on the present tree',
  args: {
    ci: arg.flag('The checks of every verified phase'),
  },
  needs: ['programs'],
  reads: [...FACT_READS, 'receipt'],
  writes: [],
  result: record({
    verdict: oneOf(['pass', 'fail', 'inconclusive']),
    replayed: listOf(
      record({
        id: text(),
        plan: text(),
        name: text(),
        same: bool(),
        was: STATE,
        now: STATE,
        said: text('End of its output, if it does worse than its receipt'),
      }),
    ),
    missing: texts('Verified phases without a receipt'),
    unknown: unknownShape,
  }),
  pretty: ({ verdict, replayed, missing }) =>
    [
      `${verdict}: ${counted(replayed.length, 'check')} run again`,
      ...replayed.map(({ name, plan, same, said }) =>
        [`${same ? 'same' : 'differs'}  ${plan}  ${name}`, ...(said === '' ? [] : [said])].join('\n'),
      ),
      ...missing.map((id) => `no receipt for ${id}`),
    ].join('\n'),
  async run({ view, results, run }, { ci }) {
    const { stored, missing } = choose(view, ci)
    const checks = stored.map(({ check }) => check)
    await run(() => checkSteps(gatherFacts(view), checks))
    const rows = stored.map((one) => replayedOf(one, results))
    const worse = rows.filter((row) => row.worse)
    const isBad = missing.length > 0 || worse.some(({ outcome }) => outcome === 'fail')
    const verdict = isBad ? 'fail' : rows.length === 0 || worse.length > 0 ? 'inconclusive' : 'pass'
    const result = {
      verdict: verdict as 'pass' | 'fail' | 'inconclusive',
      replayed: rows.map(({ outcome: _, worse: __, ...row }) => row),
      missing,
      unknown:
        rows.length > 0 ? [] : [{ path: 'verdict', code: 'NOTHING_TO_CHECK', reason: 'no receipt could be rerun' }],
    }
    if (rows.length > 0 || isBad) return { result, exit: verdict === 'pass' ? 0 : 1 }
    return {
      result,
      error: {
        code: 'NO_RECEIPT',
        message: ci ? 'no verified phase has a receipt' : 'there is no receipt to rerun',
        fix: 'gsd-tools check run stores receipts',
      },
    }
  },
})
