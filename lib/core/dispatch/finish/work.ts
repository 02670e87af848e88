// Types and helpers for finishing a unit.
import { baseName } from '../../../std/paths.js'
import { lastLines } from '../../../std/text.js'
import type { Derivation } from '../../derivation/derive.js'
import { type PhaseFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { stepName } from '../../judging/check.js'
import {
  assessReceipts,
  doubtsIn,
  failureDigest,
  type Receipt,
  type ReceiptFile,
  type StoredReceipt,
} from '../../judging/receipts.js'
import type { ClosingChoices } from '../../milestones/milestone-closing.js'
import { shownCommand } from '../../trust.js'
import type { Results } from '../../verb.js'
import type { View } from '../../view.js'
import type { Staging } from '../../writing/staging.js'
import type { Claim } from '../claims.js'
import type { Artifact, Gathered } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { ExpectedFile } from '../unit-shapes.js'

/** The input of a finish; `staging` collects the writes. */
export interface Work {
  readonly view: View
  readonly derivation: Derivation
  readonly claim: Claim
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
  readonly expects: readonly ExpectedFile[]
  /** Draft name of the unit's charter; null if the unit type has no charter. */
  readonly charter: string | null
  readonly gathered: Gathered
  /** Stages what the charter records in addition to its files. */
  readonly record?: (staging: Staging) => void
  readonly staging: Staging
  readonly results: Results
  readonly at: string
  /** Set only by the verb that closes a milestone. */
  readonly closing: ClosingChoices | null
}

export interface GateVerdict {
  readonly findings: readonly UnitFinding[]
  readonly receipts: readonly StoredReceipt[]
  /** Digest of the gate's failures, which shows whether they repeat; null if no check failed or was inconclusive. */
  readonly failure: string | null
}
export const NOTHING_WRONG: GateVerdict = { findings: [], receipts: [], failure: null }

export const textOf = ({ source }: Artifact): string => source.text ?? ''

export const phaseFolderName = (phase: PhaseFacts, { derivation: { facts } }: Work): string =>
  baseName(phaseDirectoryPath(facts, phase))

/** Returns the verdict on receipts. Only failures of the checks in `judged` count. */
export function gateVerdict(
  { view, results }: Pick<Work, 'view' | 'results'>,
  receipts: readonly StoredReceipt[],
  judged: readonly Receipt[],
): GateVerdict {
  const names = new Set(judged.map(({ name }) => name))
  const findings = receipts.flatMap(({ file }) => {
    const { skipped, newFailures } = assessReceipts(file.receipts)
    // The plan is named only if there are several and the check is the plan's own.
    const isNamed = (name: string) => receipts.length > 1 && file.receipts.some((one) => one.name === name && one.own)
    const ofPlan = (name: string) => (isNamed(name) ? ` of plan ${file.plan}` : '')
    const receiptOf = (name: string) => file.receipts.find((one) => one.name === name)
    const failed = file.receipts.find(({ outcome }) => outcome === 'fail')
    const fix = failed === undefined ? ADD_CHECK : 'fix what fails, and finish again'
    return [
      ...newFailures.flatMap((name) => {
        const message = `the check "${name}"${ofPlan(name)} fails${failureOf(receiptOf(name), results)}`
        return names.has(name)
          ? finding('CHECK_FAILED', message, NO_FILE, 'fix what fails, and finish again, which reruns the check')
          : []
      }),
      ...skipped.flatMap((name) => {
        const message = `the check "${name}"${ofPlan(name)} is inconclusive: ${receiptOf(name)?.reason ?? 'unknown'}`
        return names.has(name) ? finding('CHECK_INCONCLUSIVE', message, NO_FILE, MAKE_IT_RUN) : []
      }),
      ...doubtsOf(file, names).map((doubt) => {
        const message = `nothing is proven: ${doubt}${failureOf(failed, results)}`
        return finding('CHECK_INCONCLUSIVE', message, NO_FILE, fix)
      }),
    ]
  })
  return { findings, receipts, failure: findings.length === 0 ? null : failureDigest(judged, view.digest) }
}

const ADD_CHECK = 'add a check of this work to verify: of the plan, because at least one check must pass'
const MAKE_IT_RUN = 'install the missing programs, or name a check that runs; then finish again'

/** A refusal because of failed checks stores no receipts, so there is no file to name. */
const NO_FILE = ''

/** Returns why a plan's checks prove nothing although no failure is new. Empty unless `names` has all of the checks. */
function doubtsOf({ receipts }: ReceiptFile, names: ReadonlySet<string>): readonly string[] {
  const { verdict, newFailures, skipped } = assessReceipts(receipts)
  const isQuiet = verdict === 'inconclusive' && newFailures.length + skipped.length === 0
  return isQuiet && receipts.every(({ name }) => names.has(name)) ? doubtsIn(receipts) : []
}

/** How much of the end of an output is shown: test runners name failed tests there. */
const MAX_LINES = 40
const MAX_CHARACTERS = 4000

/** Returns the command, its exit code and the end of its output. */
function failureOf(receipt: Receipt | undefined, results: Results): string {
  if (receipt === undefined) return ''
  const result = results.get(stepName(receipt))
  const output = lastLines(`${result?.stdout ?? ''}\n${result?.stderr ?? ''}`, MAX_LINES)
    .join('\n')
    .slice(-MAX_CHARACTERS)
  const why = receipt.reason === null ? '' : ` (${receipt.reason})`
  return `: ${shownCommand(receipt)} exited with ${receipt.exitCode}${why}${output === '' ? '' : `, and printed:\n${output}`}`
}
