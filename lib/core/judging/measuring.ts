// Whether a check can fail, seen on the tree without the phase's changes. Where it fails there it must pass in a scratch work tree of the finished commit as
// well: packages that are missing make everything fail, and prove nothing.
import type { RunResult } from '../../ports.js'
import type { ProjectFacts } from '../derivation/facts.js'
import type { ClaimLine } from '../history/ledger-lines.js'
import type { NamedStep } from '../trust.js'
import { type Check, runKey } from './check.js'
import { checkSteps, type StepOf } from './checks.js'
import type { Gate, Results } from './gate.js'
import { type Baseline, seenOf } from './receipts.js'

const stepAt =
  (place: 'start' | 'end') =>
  (check: Parameters<typeof runKey>[0]): string =>
    `measure:${place}:${runKey(check)}`

/** The commit at which the first of these units was begun; null where nobody knows. */
export const startOf = (facts: ProjectFacts, unitType: string, unitIds: readonly string[]): string | null =>
  facts.inputs
    .ledger()
    .lines.find(
      (line): line is ClaimLine =>
        line.kind === 'claim' &&
        line.unitType === unitType &&
        unitIds.includes(line.unitId) &&
        line.startCommit != null,
    )?.startCommit ?? null

const endedOtherwise = ({ expect }: Check, found: RunResult | undefined): boolean =>
  found !== undefined && (found.problem === null || found.problem === 'not-found') && found.exitCode !== expect

/** It fails without the work, and passes with it, both in a scratch work tree. */
export const isMeasured = (check: Check, results: Results): boolean =>
  endedOtherwise(check, results.get(stepAt('start')(check))) &&
  results.get(stepAt('end')(check))?.exitCode === check.expect

interface Measuring {
  readonly facts: ProjectFacts
  readonly checks: readonly Check[]
  readonly results: Results
  readonly gate: Gate
  /** Where the work began. */
  readonly start: string | null
  readonly before: (check: Check) => Baseline | null
  readonly resultOf: (check: Check) => RunResult | undefined
  readonly stepOf?: StepOf | undefined
}

/** What is to be run in scratch work trees; nothing where another check proves the work already. */
export function measureSteps({
  facts,
  checks,
  results,
  gate,
  start,
  before,
  resultOf,
  stepOf,
}: Measuring): readonly NamedStep[] {
  const { commit, reused } = gate
  if (start === null || commit === null || start === commit) return []
  const required = checks.filter((check) => check.required)
  const outcomeOf = (check: Check) => {
    const result = resultOf(check)
    if (result === undefined) return reused.has(runKey(check)) ? 'pass' : 'inconclusive'
    return seenOf(check, result, before(check)).outcome
  }
  if (required.some((check) => outcomeOf(check) === 'pass')) return []
  const open = required.filter((check) => outcomeOf(check) === 'checked')
  const steps = [
    ...checkSteps(facts, open, { stepOf, commit: start, name: stepAt('start') }),
    ...checkSteps(
      facts,
      open.filter((check) => endedOtherwise(check, results.get(stepAt('start')(check)))),
      { stepOf, commit, name: stepAt('end') },
    ),
  ]
  return steps.filter(({ name }) => !results.has(name))
}
