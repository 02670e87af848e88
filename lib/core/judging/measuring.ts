// Measures whether a check can fail: it must fail without the phase's changes and pass with them, both in scratch work
// trees. Missing packages fail everything and prove nothing.
import type { RunResult } from '../../ports.js'
import type { ProjectFacts } from '../derivation/facts.js'
import type { ClaimLine } from '../history/ledger.js'
import type { Programs, Results } from '../verb.js'
import { type Check, runKey } from './check.js'
import { checkSteps, type StepOf, stepName } from './checks.js'
import type { Gate } from './gate.js'
import { type Baseline, seenOf } from './receipts.js'

const stepAt =
  (place: 'start' | 'end') =>
  (check: Parameters<typeof runKey>[0]): string =>
    `measure:${place}:${runKey(check)}`

/** The commit at which the first of these units began; null if unknown. */
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

/** The check fails without the work and passes with it, both in a scratch work tree. */
export const isMeasured = (check: Check, results: Results): boolean =>
  endedOtherwise(check, results.get(stepAt('start')(check))) &&
  results.get(stepAt('end')(check))?.exitCode === check.expect

interface Measuring {
  readonly facts: ProjectFacts
  readonly checks: readonly Check[]
  readonly gate: Gate
  /** The commit before the work. */
  readonly start: string | null
  readonly before: (check: Check) => Baseline | null
  readonly stepOf?: StepOf | undefined
}

/** Runs checks in scratch work trees; none if another check already proves the work. */
export async function measure(
  { results, run }: Programs,
  { facts, checks, gate: { commit, reused }, start, before, stepOf }: Measuring,
): Promise<void> {
  if (start === null || commit === null || start === commit) return
  const outcomeOf = (check: Check) => {
    const result = results.get(stepName(check))
    if (result === undefined) return reused.has(runKey(check)) ? 'pass' : 'inconclusive'
    return seenOf(check, result, before(check)).outcome
  }
  if (checks.some((check) => outcomeOf(check) === 'pass')) return
  const open = checks.filter((check) => outcomeOf(check) === 'checked')
  const stepsAt = (place: 'start' | 'end', some: readonly Check[], at: string) =>
    run(() => checkSteps(facts, some, { stepOf, commit: at, name: stepAt(place) }))
  await stepsAt('start', open, start)
  const failing = open.filter((check) => endedOtherwise(check, results.get(stepAt('start')(check))))
  await stepsAt('end', failing, commit)
}
