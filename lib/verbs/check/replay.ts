// check replay: reruns the checks of stored receipts on the current working tree, without a model, and reports changes.
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import type { PlanId } from '../../core/ids.js'
import { type Check, checkSteps, stepName } from '../../core/judging/check.js'
import { checkResultOf, type Receipt, readReceipt } from '../../core/judging/receipts.js'
import { NO_COUNTS } from '../../core/judging/test-counts.js'
import { listPhaseDirectories, listPhaseFiles } from '../../core/layout.js'
import { arg, type Results, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { bool, listOf, oneOf, record, text, texts } from '../../std/shape.js'
import { counted, lastLines } from '../../std/text.js'
import { unknownShape } from '../findings.js'

interface StoredCheck {
  readonly plan: PlanId
  readonly receipt: Receipt & Check
}

/** Statuses of a VERIFICATION that claim success, even if the user still has to test. */
const CLAIMS_SUCCESS: ReadonlySet<string | null> = new Set(['passed', 'human_needed'])

/** Chooses the receipts. `missing`: with --ci, phases that claim to be verified but have no receipt. */
function chooseReceipts(view: View, ci: boolean) {
  const missing: string[] = []
  const stored = listPhaseDirectories(view).flatMap((directory): readonly StoredCheck[] => {
    const { verification, plans } = listPhaseFiles(view, directory)
    const status = verification === null ? undefined : view.parse('verification', verification)?.value.status
    if (ci && !CLAIMS_SUCCESS.has(status ?? null)) return []
    const ofPhase = plans.flatMap(({ id, receipt }) => storedIn(view, id, receipt))
    if (ci && ofPhase.length === 0) missing.push(directory.id)
    return ofPhase
  })
  return { stored, missing }
}

const storedIn = (view: View, plan: PlanId, path: string | null): readonly StoredCheck[] =>
  (readReceipt(view, path)?.receipts ?? [])
    .filter((receipt): receipt is StoredCheck['receipt'] => receipt.argv.length > 0)
    .map((receipt) => ({ plan, receipt }))

function replayResult({ receipt, plan }: StoredCheck, results: Results) {
  const { id, name, exitCode } = receipt
  const result = results.get(stepName(receipt))
  const { outcome, tests } =
    result === undefined ? { outcome: 'inconclusive' as const, tests: NO_COUNTS } : checkResultOf(receipt, result, null)
  const hasMoreFailures = tests.failed !== null && receipt.tests.failed !== null && tests.failed > receipt.tests.failed
  const worse = outcome === 'inconclusive' || (outcome === 'fail' && (receipt.outcome !== 'fail' || hasMoreFailures))
  const output = lastLines(`${result?.stdout ?? ''}\n${result?.stderr ?? ''}`, 20)
  return {
    ...{ id, plan, name, outcome, worse },
    same: result?.exitCode === exitCode && tests.failed === receipt.tests.failed,
    said: worse ? output.join('\n').slice(-2000) : '',
  }
}

export const checkReplay = verb('check.replay', {
  about: 'Rerun the checks of stored receipts on the current working tree',
  args: {
    ci: arg.flag('Rerun only checks of phases whose VERIFICATION claims success; fail if such a phase has no receipt'),
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
        said: text("Last lines of the check's output, if the result is inconclusive or worse than the receipt's"),
      }),
    ),
    missing: texts('With --ci: phases whose VERIFICATION claims success, without a receipt'),
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
    const { stored, missing } = chooseReceipts(view, ci)
    const checks = stored.map(({ receipt }) => receipt)
    await run(() => checkSteps(gatherFacts(view), checks))
    const rows = stored.map((one) => replayResult(one, results))
    const worse = rows.filter((row) => row.worse)
    const isBad = missing.length > 0 || worse.some(({ outcome }) => outcome === 'fail')
    const verdict = isBad ? 'fail' : rows.length === 0 || worse.length > 0 ? 'inconclusive' : 'pass'
    const nothing = { path: 'verdict', code: 'NOTHING_TO_CHECK', reason: 'no check could be rerun' }
    const result = {
      verdict: verdict as 'pass' | 'fail' | 'inconclusive',
      replayed: rows.map(({ outcome: _, worse: __, ...row }) => row),
      missing,
      unknown: rows.length > 0 ? [] : [nothing],
    }
    if (rows.length > 0 || isBad) return { result, exit: verdict === 'pass' ? 0 : 1 }
    const message = ci
      ? 'no phase claims to be verified, so there is nothing to rerun'
      : 'no receipt names a check to rerun'
    return { result, error: { code: 'NO_RECEIPT', message, fix: 'run gsd-tools check run, which stores receipts' } }
  },
})
