// Finishing execute-plan and quick: commits exist, the checks pass, and the SUMMARY is stamped.
import type { SummaryValue } from '../../../artifacts/summary/summary.js'
import { type PlanReceipt, receiptsFrom } from '../../judging/plan-receipts.js'
import type { Receipt } from '../../judging/receipts.js'
import type { Programs } from '../../verb.js'
import { isOver, isTaken, readClaims } from '../claims.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { changeSteps, commitFindings, isThere } from './changes.js'
import { plannedOf, quickReceipts } from './quick-checks.js'
import { filesOf, namedPath, repositorySteps, uncommittedFindings } from './repository.js'
import { isAlready, summaryArtifact, summaryIn, unmetFindings, wasHalted } from './summary.js'
import { claimsSuccess, unprovenFindings, withoutCheck } from './verification.js'
import { type GateVerdict, gateVerdict, NOTHING_WRONG, type Work } from './work.js'

function repositoryFindings(work: Work): readonly UnitFinding[] {
  const artifact = summaryArtifact(work)
  const summary = summaryIn(work)
  if (artifact === undefined || summary === null || wasHalted(work)) return []
  const plan = work.plan?.plan ?? plannedOf(work)
  const open = uncommittedFindings(work, filesOf(plan, summary), artifact.path)
  return isAlready(summary) ? open : [...open, ...commitFindings(work, artifact.path)]
}

/** The files a SUMMARY lists must exist. */
export function inspectSummary(work: Work): readonly UnitFinding[] {
  const artifact = summaryArtifact(work)
  const summary = summaryIn(work)
  if (artifact === undefined || summary === null) return []
  const said = unmetFindings(work)
  return wasHalted(work) ? said : [...said, ...missingFindings(work, artifact, summary)]
}

function missingFindings(
  work: Work,
  artifact: Artifact,
  { keyFiles: { created, modified } }: SummaryValue,
): readonly UnitFinding[] {
  const missing = [...new Set([...created, ...modified])].filter((entry) => {
    const path = namedPath(entry)
    return path !== null && !isThere(work.view, path)
  })
  return missing.map((entry) =>
    finding(
      'KEY_FILE_MISSING',
      `key-files names ${entry}, which does not exist`,
      artifact.path,
      'write the exact path from the project root, or remove the entry; a removed file is not a key file',
    ),
  )
}

/** Other plans run in the same tree, so a failing project check may be theirs. */
const hasSiblings = ({ view, claim }: Work): boolean =>
  readClaims(view).some(
    (other) =>
      other.unitType === 'execute-plan' &&
      other.unitId !== claim.unitId &&
      isTaken(view, other) &&
      !isOver(view, other),
  )

/** Checks the repository first; runs the checks only if that finds nothing. */
export async function checkExecution(work: Work, c: Programs): Promise<GateVerdict> {
  if (wasHalted(work)) return NOTHING_WRONG
  await c.run(() => [...changeSteps(work), ...repositorySteps(work)])
  const open = repositoryFindings(work)
  if (open.length > 0) return { ...NOTHING_WRONG, findings: open }
  return gateOf(work, c)
}

async function gateOf(work: Work, c: Programs): Promise<GateVerdict> {
  const { derivation, phase, plan, claim, at } = work
  const receipts =
    plan === null || phase === null
      ? await quickReceipts(work, c)
      : await receiptsFrom(c, { facts: derivation.facts, phase, plans: [plan], claims: [claim], at })
  // A quick task has no later verification: a verdict it hands in rests on the checks of this run.
  const isVerdict = claimsSuccess(work)
  const path = summaryArtifact(work)?.path ?? ''
  if (isVerdict && receipts.length === 0) return withoutCheck(path)
  const verdict = gateVerdict(work, receipts, judgedOf(work, receipts, isVerdict))
  return !isVerdict || verdict.findings.length > 0
    ? verdict
    : {
        ...verdict,
        findings: unprovenFindings(
          receipts.flatMap(({ file }) => file.receipts),
          path,
        ),
      }
}

function judgedOf(work: Work, receipts: readonly PlanReceipt[], isVerdict: boolean): readonly Receipt[] {
  const lenient = !isVerdict && hasSiblings(work)
  return receipts.flatMap(({ file }) => file.receipts).filter((receipt) => receipt.own || !lenient)
}
