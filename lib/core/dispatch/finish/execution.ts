// Checks a finished plan or quick task: its key files exist, its work is committed, and its checks pass.
import { receiptsFrom } from '../../judging/plan-receipts.js'
import type { Programs } from '../../verb.js'
import { hasEnded, isTaken, readClaims } from '../claims.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { changeSteps, commitFindings, pathExists } from './changes.js'
import { planIn, quickReceipts } from './quick-checks.js'
import { keyPaths, namedPath, repositorySteps, uncommittedFindings } from './repository.js'
import { reportsEarlierWork, summaryArtifact, summaryIn, unmetFindings, wasHalted } from './summary.js'
import { claimsSuccess, noCheckVerdict, unprovenFindings } from './verification.js'
import { type GateVerdict, gateVerdict, NOTHING_WRONG, type Work } from './work.js'

function repositoryFindings(work: Work): readonly UnitFinding[] {
  const artifact = summaryArtifact(work)
  const summary = summaryIn(work)
  if (artifact === undefined || summary === null || wasHalted(work)) return []
  const plan = work.plan?.plan ?? planIn(work)
  const uncommitted = uncommittedFindings(work, keyPaths(plan, summary), artifact.path)
  return reportsEarlierWork(summary) ? uncommitted : [...uncommitted, ...commitFindings(work, artifact.path)]
}

/** Reports unknown ids among a SUMMARY's unmet requirements, and key files that do not exist. */
export function inspectSummary(work: Work): readonly UnitFinding[] {
  const artifact = summaryArtifact(work)
  const summary = summaryIn(work)
  if (artifact === undefined || summary === null) return []
  const unmet = unmetFindings(work)
  if (wasHalted(work)) return unmet
  const { created, modified } = summary.keyFiles
  const missing = [...new Set([...created, ...modified])].filter((entry) => {
    const path = namedPath(entry)
    return path !== null && !pathExists(work.view, path)
  })
  const fix = 'write the exact path from the project root, or remove the entry; a removed file is not a key file'
  const messageFor = (entry: string) => `key-files names ${entry}, which does not exist`
  return [...unmet, ...missing.map((entry) => finding('KEY_FILE_MISSING', messageFor(entry), artifact.path, fix))]
}

/** Whether other plans are being executed in the same tree: they may have caused a project check to fail. */
const hasSiblings = ({ view, claim }: Work): boolean =>
  readClaims(view).some(
    (other) =>
      other.unitType === 'execute-plan' &&
      other.unitId !== claim.unitId &&
      isTaken(view, other) &&
      !hasEnded(view, other),
  )

/** Inspects the repository, and runs the checks only if the repository is in order. A halted unit needs neither. */
export async function checkExecution(work: Work, c: Programs): Promise<GateVerdict> {
  if (wasHalted(work)) return NOTHING_WRONG
  await c.run(() => [...changeSteps(work), ...repositorySteps(work)])
  const findings = repositoryFindings(work)
  if (findings.length > 0) return { ...NOTHING_WRONG, findings }
  return gateOf(work, c)
}

async function gateOf(work: Work, c: Programs): Promise<GateVerdict> {
  const { derivation, phase, plan, claim, at } = work
  const receipts =
    plan === null || phase === null
      ? await quickReceipts(work, c)
      : await receiptsFrom(c, { facts: derivation.facts, phase, plans: [plan], claims: [claim], at })
  // A quick task is not verified later: a verdict that it submits is based on the checks of this run.
  const isVerdict = claimsSuccess(work)
  const path = summaryArtifact(work)?.path ?? ''
  if (isVerdict && receipts.length === 0) return noCheckVerdict(path)
  const all = receipts.flatMap(({ file }) => file.receipts)
  const isLenient = !isVerdict && hasSiblings(work)
  const verdict = gateVerdict(work, receipts, isLenient ? all.filter(({ own }) => own) : all)
  return !isVerdict || verdict.findings.length > 0 ? verdict : { ...verdict, findings: unprovenFindings(all, path) }
}
