// check replay: runs what stored receipts ran once more on the present tree, without a model, and reports what differs.
import { type UnitStep, writeOutputStep } from '../../core/builtin-steps.js'
import { FACT_READS, gatherFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import type { Check } from '../../core/judging/check.js'
import { checkSteps, checksOf, stepName } from '../../core/judging/checks.js'
import { natureOf } from '../../core/judging/knowledge.js'
import { type Origin, readReceipt } from '../../core/judging/proof.js'
import { checkKey, floorByOf, floorOf, type Receipt } from '../../core/judging/receipts.js'
import { NOTHING_GONE, seenOf } from '../../core/judging/seen.js'
import { NO_COUNTS } from '../../core/judging/test-counts.js'
import { listPhaseDirectories, listPhaseFiles } from '../../core/layout.js'
import type { NamedStep } from '../../core/trust.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import type { RunResult } from '../../ports.js'
import { bool, int, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { arg, task } from '../verb.js'
import { junitText, type Replayed, sarifText } from './replay-reports.js'

interface Stored {
  readonly plan: string
  readonly path: string
  readonly receipt: Receipt
  /** The check as it is run; its expected exit code is what plan or settings say, else what the receipt shows. */
  readonly check: Check
  /** The record is not the one in the ledger. */
  readonly stale: boolean
  readonly origin: Origin
}

interface Chosen {
  readonly stored: readonly Stored[]
  /** Ids, plans or phases that have no receipt although one is asked for. */
  readonly missing: readonly string[]
}

interface Asked {
  readonly ids: readonly string[]
  readonly required: boolean
  readonly ci: boolean
}

/** Phases whose VERIFICATION says that they are verified; a person may still have to test them. */
const CLAIMS: ReadonlySet<string | null> = new Set(['passed', 'human_needed'])

function choose(view: View, facts: ProjectFacts, { ids, required, ci }: Asked): Chosen {
  const missing: string[] = []
  const found = listPhaseDirectories(view).flatMap((directory): readonly Stored[] => {
    const files = listPhaseFiles(view, directory)
    const status =
      files.verification === null ? null : (view.parse('verification', files.verification)?.value.status ?? null)
    if (ci && !CLAIMS.has(status)) return []
    const stored = files.plans.flatMap(({ id, receipt }) =>
      receipt === null ? [] : storedIn(view, facts, id, receipt),
    )
    if (ci && !stored.some(({ receipt }) => receipt.required)) missing.push(directory.id)
    return stored
  })
  const wanted =
    ids.length === 0 ? found : found.filter(({ plan, receipt }) => ids.includes(receipt.id) || ids.includes(plan))
  const known = new Set(found.flatMap(({ plan, receipt }) => [plan, receipt.id]))
  return {
    stored: wanted.filter(({ receipt }) => receipt.required || !(required || ci)),
    missing: [...missing, ...ids.filter((id) => !known.has(id))],
  }
}

function storedIn(view: View, facts: ProjectFacts, plan: string, path: string): readonly Stored[] {
  const found = readReceipt(view, path)
  if (found === null) return []
  const { file, origin, sha256 } = found
  const stale = facts.receipts.said.get(plan)?.sha256 !== sha256
  const owner = facts.phases.flatMap(({ plans }) => plans).find(({ id }) => id === plan)
  const named = new Map((owner === undefined ? [] : checksOf(facts, owner)).map((check) => [checkKey(check), check]))
  return file.receipts.flatMap((receipt) => {
    const [program, ...rest] = receipt.argv
    if (program === undefined) return []
    const key = checkKey(receipt)
    const check = named.get(key) ?? {
      name: receipt.name,
      argv: [program, ...rest],
      cwd: receipt.cwd,
      expect: receipt.expect ?? (receipt.outcome === 'pass' ? (receipt.exitCode ?? 0) : 0),
      required: receipt.required,
      own: receipt.own,
      timeoutMs: null,
    }
    return [{ plan, path, receipt, check, stale, origin }]
  })
}

/** Records that nobody vouches for are not run: they may be anybody's words. */
const runnable = ({ stored }: Chosen): readonly Stored[] => stored.filter(({ stale }) => !stale)

function replayedOf(view: View, stored: Stored, results: ReadonlyMap<string, RunResult>): Replayed {
  const { receipt, check } = stored
  const result = results.get(stepName(check))
  const floor = floorOf(receipt)
  const before = floor === null ? null : ({ outcome: 'pass', tests: floor, ...floorByOf(receipt) } as const)
  const { outcome, tests } =
    result === undefined
      ? ({ outcome: 'inconclusive', tests: NO_COUNTS } as const)
      : seenOf(check, result, { ...natureOf(view, check), before, gone: NOTHING_GONE, changed: false })
  const more = tests.failed !== null && receipt.tests.failed !== null && tests.failed > receipt.tests.failed
  return {
    id: receipt.id,
    plan: stored.plan,
    path: stored.path,
    name: receipt.name,
    required: receipt.required,
    same: outcome === receipt.outcome && tests.failed === receipt.tests.failed,
    worse: outcome === 'inconclusive' || (outcome === 'fail' && (receipt.outcome !== 'fail' || more)),
    outcome,
    durationMs: result?.durationMs ?? 0,
    said: endOf(result),
    was: { exitCode: receipt.exitCode, tests: receipt.tests },
    now: { exitCode: result?.exitCode ?? null, tests },
  }
}

const endOf = (result: RunResult | undefined): string =>
  `${result?.stdout ?? ''}\n${result?.stderr ?? ''}`
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-20)
    .join('\n')
    .slice(-2000)

const TESTS = record({ passed: orNull(int()), failed: orNull(int()), skipped: orNull(int()) })
const STATE = record({ exitCode: orNull(int()), tests: TESTS })

export const checkReplay = task('check.replay', {
  about: 'Runs the checks of stored receipts again on the present tree',
  args: {
    ids: arg.list('Receipts or plans; default: all', { positional: true, names: 'plan' }),
    required: arg.flag('Only required checks'),
    ci: arg.flag('The required checks of every phase that says it is verified'),
    junit: arg.path('File for a JUnit report'),
    sarif: arg.path('File for a SARIF report'),
  },
  reads: [...FACT_READS, 'receipt'],
  writes: [],
  result: record({
    verdict: oneOf(['pass', 'fail', 'inconclusive']),
    replayed: listOf(
      record({ id: text(), plan: text(), name: text(), required: bool(), same: bool(), was: STATE, now: STATE }),
    ),
    missing: texts('Asked for, but there is no receipt'),
    stale: texts('Receipts that are not those the ledger records; they are not run'),
    elsewhere: texts('Receipts that another machine, or a hand, wrote: only what ran now is known of them'),
    reports: texts('Files that were written'),
    unknown: unknownShape,
  }),
  plan(args, view) {
    if (badOutput(args) !== null) return []
    const facts = gatherFacts(view)
    return stepsOf(facts, choose(view, facts, args))
  },
  finish(args, view, results) {
    const bad = badOutput(args)
    if (bad !== null) return { result: NOTHING_RUN, error: bad }
    const chosen = choose(view, gatherFacts(view), args)
    const rows = runnable(chosen).map((stored) => replayedOf(view, stored, results))
    const stale = chosen.stored.filter((stored) => stored.stale).map(({ receipt }) => receipt.id)
    const reports = reportSteps(args, rows, chosen.missing, stale)
    if (reports.some(({ name }) => !results.has(name))) return { more: reports }
    const isBad = chosen.missing.length > 0 || stale.length > 0
    const result = {
      verdict: verdictOf(rows, isBad),
      replayed: rows.map(shownOf),
      missing: chosen.missing,
      stale,
      elsewhere: chosen.stored.filter(({ origin }) => origin === 'elsewhere').map(({ receipt }) => receipt.id),
      reports: reports.map(({ argv }) => argv[1] ?? ''),
      unknown:
        rows.length > 0 ? [] : [{ path: 'verdict', code: 'NOTHING_TO_CHECK', reason: 'no receipt could be run again' }],
    }
    const error = notWritten(reports, results) ?? (rows.length === 0 && !isBad ? noReceipt(args) : null)
    if (error !== null) return { result, error }
    return { result, exit: result.verdict === 'pass' ? 0 : 1 }
  },
})

const NOTHING_RUN = {
  verdict: 'inconclusive',
  replayed: [],
  missing: [],
  stale: [],
  elsewhere: [],
  reports: [],
  unknown: [],
} as const

interface Outputs {
  readonly junit?: string
  readonly sarif?: string
}

const reportSteps = (
  { junit, sarif }: Outputs,
  rows: readonly Replayed[],
  missing: readonly string[],
  stale: readonly string[],
): readonly UnitStep[] => [
  ...(junit === undefined ? [] : [writeOutputStep(junit, junitText(rows, missing, stale))]),
  ...(sarif === undefined ? [] : [writeOutputStep(sarif, sarifText(rows, missing, stale))]),
]

function verdictOf(rows: readonly Replayed[], isBad: boolean): 'pass' | 'fail' | 'inconclusive' {
  const worse = rows.filter((row) => row.required && row.worse)
  if (isBad || worse.some(({ outcome }) => outcome === 'fail')) return 'fail'
  return rows.length === 0 || worse.length > 0 ? 'inconclusive' : 'pass'
}

const shownOf = ({ id, plan, name, required, same, was, now }: Replayed) => ({
  id,
  plan,
  name,
  required,
  same,
  was,
  now,
})

function notWritten(reports: readonly UnitStep[], results: ReadonlyMap<string, RunResult>): ErrorBody | null {
  const failed = reports.find(({ name }) => results.get(name)?.exitCode !== 0)
  return failed === undefined
    ? null
    : {
        code: 'IO',
        message: `${failed.argv[1]} cannot be written: ${results.get(failed.name)?.stderr ?? ''}`,
        fix: 'name a file that can be written',
      }
}

const noReceipt = ({ ci }: { readonly ci: boolean }): ErrorBody => ({
  code: 'NO_RECEIPT',
  message: ci ? 'no phase that says it is verified has a receipt' : 'there is no receipt to run again',
  fix: 'gsd-tools check run stores receipts',
})

function badOutput({ junit, sarif }: Outputs): ErrorBody | null {
  const bad = [junit, sarif].find((path) => path?.split('/')[0] === '.planning')
  return bad === undefined
    ? null
    : {
        code: 'USAGE',
        message: `${bad} lies in the planning tree, which a replay does not change`,
        fix: 'name another file',
      }
}

const stepsOf = (facts: ProjectFacts, chosen: Chosen): readonly NamedStep[] =>
  checkSteps(
    facts,
    runnable(chosen).map(({ check }) => check),
  )
