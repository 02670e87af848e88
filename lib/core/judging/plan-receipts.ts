// What the runs of checks become: the receipts of plans, with what they are measured by, and how they are stored.
import type { RunResult } from '../../ports.js'
import type { LookStep, UnitStep } from '../builtin-steps.js'
import type { PhaseFacts, ProjectFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import type { BaselineRecord, Claim } from '../dispatch/claims.js'
import type { ClaimLine, ReceiptLine, SeenCheck } from '../history/ledger-lines.js'
import { ledgerPath, receiptFileName } from '../layout.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import type { Proven } from './changed-tests.js'
import type { Check } from './check.js'
import { badChecks, checksOf, stepName } from './checks.js'
import { type Given, permitsIn, settled } from './fewer.js'
import { type Gate, type GateOptions, gateAt, type Results } from './gate.js'
import { goneIn, goneSteps } from './gone-tests.js'
import { natureOf } from './knowledge.js'
import { makeReceipt } from './making.js'
import { readReceipt, sealReceipt } from './proof.js'
import {
  type Baseline,
  type CheckProblem,
  checkKey,
  floorByOf,
  floorOf,
  makeReceiptFile,
  type Receipt,
  type ReceiptFile,
  renderReceiptFile,
  runKey,
} from './receipts.js'
import {
  type Before,
  type Fewer,
  type Gone,
  isHidden,
  NOTHING_GONE,
  type Seen,
  seenOf,
  silentFiles,
  weaker,
} from './seen.js'
import { NO_COUNTS } from './test-counts.js'

/** What the project's checks did before the work; kept in the claim. */
export function baselineFrom(
  facts: ProjectFacts,
  checks: readonly Check[],
  results: ReadonlyMap<string, RunResult>,
  reused: ReadonlyMap<string, Receipt>,
  earlier: readonly BaselineRecord[],
): readonly BaselineRecord[] {
  return checks.flatMap((check) => {
    const base = { key: checkKey(check), name: check.name }
    const result = results.get(stepName(check))
    if (result !== undefined) {
      const { outcome, tests, counts } = seenOf(check, result, { ...natureOf(facts.view, check), ...FIRST })
      return [{ ...base, outcome, tests, counts, failed: tests.failed }]
    }
    const before = reused.get(runKey(check))
    if (before !== undefined)
      return [
        {
          ...base,
          outcome: before.outcome,
          tests: before.tests,
          counts: before.counts ?? 'unknown',
          failed: before.tests.failed,
          reused: true,
        },
      ]
    const same = earlier.find(({ key }) => key === base.key)
    return same === undefined ? [] : [{ ...same, name: check.name, reused: true }]
  })
}

const FIRST = { before: null, gone: NOTHING_GONE, changed: false } as const

export interface GateInput {
  readonly facts: ProjectFacts
  readonly phase: PhaseFacts
  readonly plans: readonly PlanFacts[]
  readonly results: Results
  /** Claims whose baselines count; those of the plans themselves also say which checks there were. */
  readonly claims?: readonly Claim[]
  readonly only?: string | undefined
  readonly at: string
  readonly options?: GateOptions
}

export interface PlanReceipt {
  readonly plan: Pick<PlanFacts, 'id'>
  readonly path: string
  readonly file: ReceiptFile
}

/** Looks for tests that went since the phase began. */
export const goneTestSteps = (
  facts: ProjectFacts,
  phase: PhaseFacts | null,
  claim: Claim | undefined,
  results: Results,
): readonly LookStep[] => {
  const begun = startsOf(facts, phase)
  return goneSteps(facts.view, begun.length > 0 ? begun : [claim?.startCommit ?? []].flat(), results)
}

/** Every time that this machine began a plan of the phase. */
function beginnings(facts: ProjectFacts, phase: PhaseFacts | null): readonly ClaimLine[] {
  if (phase === null) return []
  const ledger = facts.inputs.ledger()
  const ids = new Set<string>(phase.plans.map(({ id }) => id))
  return ledger.lines.filter(
    (line): line is ClaimLine =>
      line.kind === 'claim' && line.unitType === 'execute-plan' && ids.has(line.unitId) && ledger.sealed(line),
  )
}

/** Where plans of the phase were begun, the first one first. */
const startsOf = (facts: ProjectFacts, phase: PhaseFacts | null): readonly string[] => [
  ...new Set(beginnings(facts, phase).flatMap(({ startCommit }) => startCommit ?? [])),
]

/** What is looked at of a phase beside its checks. */
export const provenAt = (facts: ProjectFacts, phase: PhaseFacts | null): Proven => ({
  start: startsOf(facts, phase)[0] ?? null,
  words: (phase?.plans ?? []).flatMap((plan) => checksOf(facts, plan)).flatMap(({ argv }) => argv),
})

/** All that must be looked at and run before these plans can be judged; empty when they can. */
export function gateSteps({
  facts,
  phase,
  plans,
  results,
  claims = [],
  only,
  options,
}: Omit<GateInput, 'at'>): readonly UnitStep[] {
  const looks = goneTestSteps(facts, phase, claims[0], results)
  return [...looks, ...gateAt(facts, chosen(facts, plans, only), results, options).steps]
}

const chosen = (facts: ProjectFacts, plans: readonly PlanFacts[], only: string | undefined): readonly Check[] =>
  plans.flatMap((plan) => checksOf(facts, plan)).filter(({ name }) => only === undefined || name === only)

/** The receipts of plans from the results of their checks. */
export function receiptsFrom(input: GateInput): readonly PlanReceipt[] {
  const { facts, phase, plans, results, claims = [], only, at, options } = input
  const gate = gateAt(facts, chosen(facts, plans, only), results, options)
  const gone = goneIn(facts.view, results)
  const begun = beginnings(facts, phase)
  return plans.flatMap((plan) => {
    const claim = claims.find(({ unitType, unitId }) => unitType === 'execute-plan' && unitId === plan.id)
    const baseline = (claim === undefined ? claims : [claim]).flatMap(measuresOf)
    const path = `${phase.directory?.path ?? ''}/${receiptFileName(plan.id)}`
    const earlier = earlierOf(facts, plan, begun)
    const checks = checksOf(facts, plan).filter((check) => only === undefined || check.name === only)
    const receipts = judged({ facts, checks, gate, results, earlier, baseline, gone, at, begun: begun[0]?.at ?? '' })
    const lost =
      only === undefined
        ? [
            ...exchanged(checks, earlier.checks, claim, gate.tree, at, facts),
            ...unreadable(badChecks(facts, plan.plan), gate.tree, at, facts),
          ]
        : []
    return receipts.length + lost.length === 0
      ? []
      : [{ plan, path, file: makeReceiptFile(plan.id, at, gate.tree, [...receipts, ...lost]) }]
  })
}

interface Judging {
  readonly facts: ProjectFacts
  readonly checks: readonly Check[]
  readonly gate: Gate
  readonly results: Results
  readonly earlier: Earlier
  readonly baseline: readonly Measure[]
  readonly gone: Gone
  readonly at: string
  /** When the work began; empty where it is not known. */
  readonly begun: string
}

/** What a check of the project did before the work, with when that was. */
type Measure = BaselineRecord & Pick<Before, 'since'>

export const measuresOf = ({ baseline, at }: Claim): readonly Measure[] =>
  baseline.map((record) => ({ ...record, since: at }))

/** One receipt per check that ran, or that was seen to pass on this tree. */
export function judged({
  facts,
  checks,
  gate,
  results,
  earlier,
  baseline: firsts,
  gone,
  at,
  begun,
}: Judging): readonly Receipt[] {
  const { digest, custody } = facts.view
  const permits = permitsIn(facts.inputs.ledger())
  return checks.flatMap((check) => {
    const first = firsts.find(({ key }) => key === checkKey(check)) ?? null
    const baseline = first ?? earlier.baseline(check)
    const before = held(measureOf(check, first, earlier), custody)
    const given = { key: checkKey(check), permits, begun }
    const result = results.get(stepName(check))
    const { tree } = gate
    if (result !== undefined) {
      const known = { ...natureOf(facts.view, check), before, gone, changed: gate.changed }
      return [makeReceipt({ check, result, known, given, baseline, tree, at, digest })]
    }
    const seen = gate.reused.get(runKey(check))
    return seen === undefined
      ? []
      : [again({ check, seen, empty: natureOf(facts.view, check).empty, before, baseline, gone, given })]
  })
}

interface Again {
  readonly check: Check
  readonly seen: Receipt
  readonly empty: string | null
  readonly before: Before | null
  readonly baseline: Pick<Baseline, 'outcome' | 'failed'> | null
  readonly gone: Gone
  readonly given: Given
}

/** An earlier receipt that answers for this check now. */
function again({ check, seen, empty, before, baseline, gone, given }: Again): Receipt {
  const { fewer: _, accepted: __, since: ___, floorBy: ____, ...ran } = seen
  const from = before?.tests ?? NO_COUNTS
  const counts = seen.counts ?? 'unknown'
  const to = isHidden(counts, before) ? NO_COUNTS : seen.tests
  const less = empty === null ? (weaker(to, from) ?? silentFiles(gone)) : null
  const reason = empty === null ? less : `it proves nothing: ${empty}`
  const outcome: Seen['outcome'] = check.expect !== seen.exitCode ? 'fail' : reason === null ? 'pass' : 'inconclusive'
  const fewer: Fewer | null = outcome === 'inconclusive' && less !== null ? { from, to, ...gone } : null
  const found = {
    tests: seen.tests,
    counts,
    outcome,
    reason,
    ...(fewer === null ? {} : { fewer }),
  }
  const { name, required, own, expect } = check
  return {
    ...ran,
    ...{ name, required, own, expect },
    ...settled(found, before, given),
    baseline: baseline === null || baseline.outcome === 'inconclusive' ? null : baseline.outcome,
    baselineFailed: baseline?.failed ?? null,
    floor: before?.tests ?? null,
    ...(before?.counts === undefined ? {} : { floorBy: before.counts }),
    ...(before?.since === undefined ? {} : { since: before.since }),
    reused: true,
  }
}

/** What an earlier run leaves for the next one. */
export interface Earlier {
  readonly checks: readonly SeenCheck[]
  /** What the project's checks counted in attempts that left no receipt, the first of them first. */
  readonly attempts: readonly SeenCheck[]
  baseline(check: Check): Pick<Baseline, 'outcome' | 'failed'> | null
}

/** Of a plan: from the ledger, which outlives the file, and from the file where it is ours. */
function earlierOf(facts: ProjectFacts, plan: PlanFacts, begun: readonly ClaimLine[]): Earlier {
  const line = facts.receipts.plans.get(plan.id)
  const stored = plan.file.receipt === null ? null : readReceipt(facts.view, plan.file.receipt)
  const receipts = stored?.origin === 'here' ? stored.file.receipts : []
  return {
    checks: dated(line?.seen, line?.at),
    attempts: begun.filter(({ at }) => line === undefined || at > line.at).flatMap(({ seen, at }) => dated(seen, at)),
    baseline(check) {
      const found = receipts.find((receipt) => checkKey(receipt) === checkKey(check))
      return found == null || found.baseline === null ? null : { outcome: found.baseline, failed: found.baselineFailed }
    },
  }
}

const dated = (seen: readonly SeenCheck[] = [], since = ''): readonly SeenCheck[] =>
  seen.map((check) => ({ since, ...check }))

export const NOTHING_EARLIER: Earlier = { checks: [], attempts: [], baseline: () => null }

/** The last run that proved something measures the next; without one what the check did before the work. */
function measureOf(check: Check, first: Measure | null, { checks, attempts }: Earlier): Before | null {
  const key = checkKey(check)
  const ofCheck = (seen: SeenCheck) => checkKey(seen) === key
  const found = [...checks.filter(ofCheck).slice(0, 1), ...attempts.filter(ofCheck)].flatMap(
    ({ floor, counts, since, accepted }): readonly Before[] =>
      floor === null
        ? []
        : [
            {
              outcome: 'pass',
              tests: floor,
              ...(counts === undefined ? {} : { counts }),
              ...(since === undefined ? {} : { since }),
              ...(accepted === undefined ? {} : { accepted }),
            },
          ],
  )
  const all = first === null ? found : [...found, first]
  const [earliest, ...later] = all
  if (earliest === undefined) return null
  return { ...later.reduce(higher, earliest), outcome: first?.outcome ?? 'pass' }
}

/** The one that asks for more; of two that ask for the same, the later. */
function higher(one: Before, other: Before): Before {
  const [passed, otherPassed] = [one.tests.passed, other.tests.passed]
  if (passed === null || otherPassed === null) return passed === null ? other : one
  if (otherPassed < passed) return one
  const { accepted: _, ...measured } = other
  return {
    ...measured,
    tests: { ...one.tests, passed: otherPassed },
    ...(one.accepted === undefined ? {} : { accepted: one.accepted }),
  }
}

/** A measure that an agent's word lowered is the old one again where such a word counts no more. */
const held = (before: Before | null, { allowsAgent }: Pick<View['custody'], 'allowsAgent'>): Before | null => {
  if (before?.accepted?.word !== 'agent' || allowsAgent) return before
  const { accepted, ...rest } = before
  return { ...rest, tests: accepted.from, since: accepted.at }
}

/** Checks that the work was begun with, or was judged by before, and that are none any more. */
export function exchanged(
  checks: readonly Check[],
  earlier: readonly SeenCheck[],
  claim: Claim | undefined,
  tree: string | null,
  at: string,
  { view }: ProjectFacts,
): readonly Receipt[] {
  const present = new Set(checks.map(checkKey))
  const wanted = new Map(
    [...earlier.filter(({ own }) => own), ...(claim?.checks ?? [])].map((one) => [checkKey(one), one]),
  )
  return [...wanted].flatMap(([key, { argv, ...check }]) =>
    present.has(key)
      ? []
      : [
          {
            ...notRun(argv.join(' '), argv, tree, at, view),
            ...check,
            reason: `it was taken out of the checks of ${check.own ? 'the plan' : 'the project'} after the work had begun: put it back`,
          },
        ],
  )
}

const NO_CHECK = 'it is not a check as written'

/** Entries that cannot be run as they are written. */
export const unreadable = (
  problems: readonly CheckProblem[],
  tree: string | null,
  at: string,
  { view }: ProjectFacts,
): readonly Receipt[] =>
  problems.map(({ expected, received }) => ({
    ...notRun(received, [received], tree, at, view),
    reason: `${NO_CHECK}: expected ${expected}`,
  }))

/** A required check that was not run, where nothing but its reason is known. */
const notRun = (
  name: string,
  argv: readonly string[],
  tree: string | null,
  at: string,
  { digest }: View,
): Omit<Receipt, 'reason'> => ({
  id: digest(JSON.stringify([at, argv, tree])).slice(0, 12),
  name,
  argv,
  cwd: '.',
  expect: 0,
  exitCode: null,
  durationMs: 0,
  tests: NO_COUNTS,
  counts: 'unknown',
  treeDigest: tree,
  outputSha256: digest(''),
  required: true,
  own: true,
  outcome: 'inconclusive',
  baseline: null,
  baselineFailed: null,
})

/** Required checks, as a claim keeps them. */
export const seenChecks = (checks: readonly Check[]): readonly SeenCheck[] =>
  checks
    .filter(({ required }) => required)
    .map(({ argv, cwd, expect, own }) => ({ argv, cwd, expect, own, floor: null }))

/** What the ledger keeps of failures: a later receipt replaces the file, and a test that failed first is worth knowing. */
function failedIn({ receipts }: ReceiptFile): { readonly failed?: readonly string[] } {
  const failed = receipts.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name)
  return failed.length === 0 ? {} : { failed }
}

/** Entries that were never a check are not missed when they are fixed. */
const seenIn = ({ receipts, at }: ReceiptFile): readonly SeenCheck[] =>
  receipts
    .filter(({ reason }) => reason?.startsWith(NO_CHECK) !== true)
    .map((receipt) => ({
      argv: receipt.argv,
      cwd: receipt.cwd,
      expect: receipt.expect ?? 0,
      own: receipt.own,
      floor: floorOf(receipt),
      ...floorByOf(receipt),
      ...sinceOf(receipt, at),
      ...(receipt.accepted === undefined ? {} : { accepted: receipt.accepted }),
    }))

/** When the floor was counted. */
const sinceOf = ({ outcome, since }: Receipt, at: string): Pick<SeenCheck, 'since'> =>
  outcome === 'pass' ? { since: at } : since === undefined ? {} : { since }

/** Stores receipts with their digests in the ledger. */
export function stageReceipts(
  staging: Staging,
  receipts: readonly PlanReceipt[],
  about: (plan: PlanReceipt['plan']) => Pick<ReceiptLine, 'phase' | 'plan' | 'unit'>,
): void {
  for (const { plan, path, file } of receipts) {
    const text = renderReceiptFile(sealReceipt(staging.view, file))
    staging.put(path, text)
    const line: ReceiptLine = {
      kind: 'receipt',
      at: file.at,
      ...about(plan),
      tree: file.treeDigest,
      sha256: staging.view.digest(text),
      seen: seenIn(file),
      ...failedIn(file),
    }
    staging.append(ledgerPath(staging), line)
  }
}

/** Of the plans of a phase. */
export const ofPhase =
  ({ id }: PhaseFacts) =>
  (plan: PlanReceipt['plan']): Pick<ReceiptLine, 'phase' | 'plan'> => ({ phase: id, plan: plan.id })
