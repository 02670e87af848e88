// Finishing execute-plan and quick: commits exist, the checks pass, and the SUMMARY gets its stamp.
import { commitsStep, type UnitStep } from '../builtin-steps.js'
import { gateSteps, hasGateResults, receiptsFrom } from '../checks.js'
import { isLive, readClaims } from '../claims.js'
import type { Artifact, UnitFinding } from '../drafts.js'
import type { PlanFacts } from '../facts.js'
import { renderInto } from '../staging.js'
import type { View } from '../view.js'
import { finding, type GateVerdict, gateVerdict, isOver, NOTHING_WRONG, ownName, textOf, type Work } from './work.js'

const COMMITS = 'finish:commits'

const summaryValue = (view: View, { source }: Artifact) => {
  const codec = view.codec('summary')
  if (codec === null) throw new Error('no codec of "summary" was declared')
  return codec.parse(source).value as NonNullable<PlanFacts['summary']>
}

const summaryOf = (work: Work): Artifact | undefined =>
  work.gathered.artifacts.find(({ expected }) => expected.schema === 'summary')

/** The SUMMARY that is about to be placed, or null. */
export function summaryIn(work: Work): ReturnType<typeof summaryValue> | null {
  const artifact = summaryOf(work)
  return artifact === undefined ? null : summaryValue(work.view, artifact)
}

const isHalted = (work: Work): boolean => summaryIn(work)?.status === 'halted'

export function executionSteps(work: Work): readonly UnitStep[] {
  if (isHalted(work)) return []
  const commits = work.view.hasGit ? [commitsStep(work.claim.startCommit, COMMITS)] : []
  if (work.plan === null) return commits
  return [...commits, ...gateSteps(work.derivation.facts, [work.plan])]
}

/** Hashes of the commits since the claim, newest first; none before they were asked for, or without git. */
export function commitsSince({ results }: Work): readonly string[] {
  const result = results.get(COMMITS)
  return (result?.exitCode === 0 ? result.stdout : '').split('\n').filter((hash) => hash !== '')
}

function commitFindings(work: Work): readonly UnitFinding[] {
  const artifact = summaryOf(work)
  if (artifact === undefined || !work.view.hasGit || isHalted(work)) return []
  const known = commitsSince(work)
  const named = summaryValue(work.view, artifact).commits
  const unknown = named.filter((hash) => !known.some((full) => full.startsWith(hash)))
  if (known.length === 0)
    return [
      finding(
        'NO_COMMIT',
        'no commit was made since the unit was claimed',
        artifact.path,
        'commit the work, name the hashes under "## Task Commits", and finish again; if the plan cannot be carried out, write status: halted and say why under blockers',
      ),
    ]
  return named.length > 0 && unknown.length === named.length
    ? [
        finding(
          'UNKNOWN_COMMIT',
          `the SUMMARY names ${unknown.join(', ')}, which are no commits since the unit was claimed`,
          artifact.path,
          `name the real ones: ${known
            .slice(0, 5)
            .map((hash) => hash.slice(0, 10))
            .join(', ')}`,
        ),
      ]
    : []
}

/** Other plans at work in the same tree: then a failing check of the whole project may be theirs. */
const hasSiblings = ({ view, claim }: Work): boolean =>
  readClaims(view).some(
    (other) =>
      other.unitType === 'execute-plan' &&
      other.unitId !== claim.unitId &&
      isLive(other, view.clock.now()) &&
      !isOver(view, other),
  )

export function checkExecution(work: Work): GateVerdict {
  const commits = commitFindings(work)
  if (commits.length > 0) return { ...NOTHING_WRONG, findings: commits }
  if (work.plan === null || work.phase === null || !hasGateResults(work.results)) return NOTHING_WRONG
  const receipts = receiptsFrom({
    facts: work.derivation.facts,
    phase: work.phase,
    plans: [work.plan],
    results: work.results,
    claimed: work.claim.baseline,
    at: work.at,
  })
  const lenient = hasSiblings(work)
  const all = receipts.flatMap(({ file }) => file.receipts).filter((receipt) => receipt.own || !lenient)
  return gateVerdict(work, receipts, all)
}

export function stampSummary(work: Work, artifact: Artifact): string {
  if (artifact.expected.schema !== 'summary') return textOf(artifact)
  const value = summaryValue(work.view, artifact)
  const { plan, phase } = work
  const stamped = {
    ...value,
    phase: value.phase ?? (phase === null ? null : ownName(phase, work)),
    plan: value.plan ?? (plan === null ? null : plan.id.slice(plan.id.lastIndexOf('-') + 1)),
    completed: value.completed ?? work.view.clock.today(),
    completedAt: work.at,
  }
  return renderInto(work.view, 'summary', stamped, artifact.path, artifact.source)
}
