// Why a unit is not finished yet, or cannot be by this call. The claim stays open while rework can help.
import type { ErrorBody, Notice } from '../../../errors.js'
import { baseName } from '../../../std/paths.js'
import { isOffPath } from '../../derivation/steps.js'
import { readLedger } from '../../history/ledger.js'
import type { ClaimLine, OutcomeLine } from '../../history/ledger-lines.js'
import { outputOf } from '../../judging/gate.js'
import { ofPhase, stageReceipts } from '../../judging/plan-receipts.js'
import { ledgerPath } from '../../layout.js'
import type { View } from '../../view.js'
import { Staging } from '../../writing/staging.js'
import { type Claim, readClaims, tokenOf } from '../claims.js'
import { expectedName } from '../drafts.js'
import type { Refusal } from '../team.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { ExpectedFile } from '../unit-shapes.js'
import { endClaim, errorOf, type FinishAnswer, keepOpen, NO_RESULT, outcomeLine, resultOf, unitOf } from './answer.js'
import { hasCommitted } from './named-commits.js'
import { TREE } from './verification.js'
import type { GateVerdict, Work } from './work.js'

/** Calls without any sign of work that an attempt survives. */
const EMPTY_CALLS = 2

/** Artifacts are missing or wrong. Keeps the claim open until too many calls show no work. */
export function refuse(work: Work, found: readonly UnitFinding[]): FinishAnswer {
  const { gathered, claim, staging, at } = work
  const untouched =
    gathered.artifacts.every(({ draft }) => draft === null) &&
    gathered.foreign.length === 0 &&
    gathered.charter === null
  const empty = untouched && gathered.missing.length > 0
  const committed = hasCommitted(work.results)
  const findings = empty && committed ? found.map((one) => onlyMissing(work, one)) : found
  const failure = work.view.digest(JSON.stringify(findings.map(({ code, path }) => [code, path]))).slice(0, 16)
  const seen = claim.failures ?? []
  const alike = seen.filter((known) => known === failure).length
  const nothing = empty && alike >= EMPTY_CALLS
  if (nothing) endClaim(staging, claim, outcomeLine(claim, at, 'failed', failure, committed))
  else keepOpen(work, findings, empty ? [...seen, failure] : seen)
  return {
    result: resultOf(work, {
      findings,
      ...(nothing ? { status: 'failed' as const } : {}),
      ...(empty && alike === EMPTY_CALLS - 1 ? { last: true } : {}),
    }),
    exit: 1,
    error: empty
      ? committed
        ? notWrittenDown(claim, findings, nothing)
        : nothingWritten(work, nothing)
      : errorOf(findings),
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

/** Does not tell a caller with committed work that nothing was done. */
const onlyMissing = ({ claim, charter }: Work, found: UnitFinding): UnitFinding => {
  const name = charter ?? baseName(found.path)
  return found.code !== 'ARTIFACT_MISSING'
    ? found
    : { ...found, message: `the work is committed; only ${name} is missing: write it to ${claim.drafts}/${name}` }
}

function notWrittenDown(claim: Claim, findings: readonly UnitFinding[], over: boolean): ErrorBody {
  const error = errorOf(findings)
  return !over
    ? error
    : {
        ...error,
        message: `${error.message}; without it this attempt has ended as failed`,
        fix: `start a new attempt: gsd-tools ${againCall(claim.unitType, claim.unitId)}; it has its own folder for drafts`,
      }
}

const nothingWritten = ({ claim, expects, charter }: Work, over: boolean): ErrorBody => ({
  code: 'ARTIFACT_INVALID',
  message: `${claim.drafts}/ is empty: expected ${charter === null ? '' : `${charter}, or `}${namesOf(expects)}${over ? '; without any work, this attempt ended as failed' : ''}`,
  fix: !over
    ? `write ${charter ?? namesOf(expects)} into ${claim.drafts}/ and call unit finish again with the same claim; to give up: --status failed`
    : `claim it again (gsd-tools unit claim ${claim.unitType} ${claim.unitId} --revision <of gsd-tools next>), write the files into the folder it names, then finish`,
})

const namesOf = (expects: readonly ExpectedFile[]) =>
  expects
    .filter(({ mandatory }) => mandatory)
    .map(expectedName)
    .join(', ')

/** A gate failed. The first failure asks for rework; the same failure again ends the attempt and asks the user. */
export function refuseGate(work: Work, verdict: GateVerdict): FinishAnswer {
  const { claim, staging, at } = work
  const { findings } = verdict
  if (claim.unitType === 'transition' && verdict.failure !== null) return refuseTransition(work, verdict)
  const seen = claim.failures ?? []
  if (verdict.failure !== null && seen.includes(verdict.failure)) {
    endClaim(staging, claim, outcomeLine(claim, at, 'failed', verdict.failure, hasCommitted(work.results)))
    return {
      result: resultOf(work, { findings, status: 'failed', verdict: 'hold' }),
      exit: 4,
      error: {
        code: 'HOLD',
        message: `the same checks failed twice, so this attempt ended: ${findings.map(({ message }) => message).join('; ')}`,
        fix: `find the cause, then start a new attempt: gsd-tools ${againCall(claim.unitType, claim.unitId)}`,
      },
      edits: staging.edits(),
      unit: unitOf(claim),
    }
  }
  // Keep receipts of passed checks, so that a wording fix does not rerun them. A quick task cannot store them yet.
  if (verdict.failure === null && work.phase !== null) stageReceipts(staging, verdict.receipts, ofPhase(work.phase))
  keepOpen(work, findings, verdict.failure === null ? seen : [...seen, verdict.failure])
  const last = verdict.failure !== null
  const error = errorOf(findings)
  return {
    result: resultOf(work, { findings, ...(last ? { last } : {}) }),
    exit: 1,
    error: last ? { ...error, fix: `${error.fix}; the same failure again ends this attempt` } : error,
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

/** Records that the checks fail on this tree, so that derivation asks for a new verification. */
function refuseTransition(work: Work, verdict: GateVerdict): FinishAnswer {
  const { claim, staging, at, phase } = work
  if (phase !== null)
    staging.append(ledgerPath(staging), {
      kind: 'receipt',
      at,
      phase: phase.id,
      plan: null,
      tree: outputOf(work.results, TREE),
      stale: true,
    })
  endClaim(staging, claim, outcomeLine(claim, at, 'failed', verdict.failure))
  return {
    result: resultOf(work, { status: 'failed', findings: verdict.findings }),
    exit: 1,
    error: errorOf([
      finding(
        'PHASE_VERIFICATION_INCOMPLETE',
        `the tree has changed since the verification, and ${verdict.findings.map(({ message }) => message).join('; ')}`,
        phase?.directory?.path ?? '',
        'gsd-tools next',
      ),
    ]),
    edits: staging.edits(),
    unit: unitOf(claim),
  }
}

const holdAnswer = (
  claim: Pick<Claim, 'unitType' | 'unitId' | 'dispatchId'>,
  exit: 1 | 3 | 4,
  error: ErrorBody,
): FinishAnswer => {
  const { unitType, unitId, dispatchId } = claim
  return { result: { ...NO_RESULT, verdict: 'hold', unitType, unitId, dispatchId }, exit, error, edits: [] }
}

/** A required extension failed: the claim stays and nothing is written. */
export const extensionHold = (claim: Claim, { message, fix }: Notice): FinishAnswer =>
  holdAnswer(claim, 4, { code: 'HOLD', message, fix })

/** A claim sets the baseline of its work, so a claim written elsewhere is rejected. */
export const foreignClaim = (claim: Claim): FinishAnswer =>
  holdAnswer(claim, 3, {
    code: 'FENCED',
    message: `the claim of ${unitOf(claim)} was changed by hand, or made on another machine: its baseline is unreliable`,
    fix: `gsd-tools unit finish --claim ${claim.token} --status cancelled, then claim it again; you may copy the drafts`,
  })

/** The remote gave the claim to somebody else, so it ends here too, or does not answer. */
export function claimLost(view: View, claim: Claim, { exit, error }: Refusal): FinishAnswer {
  const answer = holdAnswer(claim, exit, error)
  if (error.code !== 'FENCED') return answer
  const staging = new Staging(view)
  endClaim(staging, claim, outcomeLine(claim, new Date(view.clock.now()).toISOString(), 'timed-out', null))
  return { ...answer, edits: staging.edits() }
}

/** The token is invalid: unknown, ended or taken over. Says which, and how to go on. */
export function fenced(view: View, token: string): FinishAnswer {
  const { lines } = readLedger(view)
  const line = lines.find((one): one is ClaimLine => one.kind === 'claim' && tokenOf(one, view.digest) === token)
  if (line === undefined) {
    const open = readClaims(view).map(unitOf).join(', ') || 'nothing'
    const message = `no claim has the token "${token}"; claimed now: ${open}`
    const error = { code: 'FENCED', message, fix: 'use the field "claim" from unit claim' } as const
    return { result: { ...NO_RESULT, verdict: 'hold' }, exit: 3, error, edits: [] }
  }
  const outcome = lines.find((one): one is OutcomeLine => one.kind === 'outcome' && one.dispatchId === line.dispatchId)
  const message =
    outcome === undefined
      ? `the claim of ${unitOf(line)} from ${line.at} is gone: its file was removed`
      : `${unitOf(line)} ${ENDED[outcome.status]} (${outcome.at})`
  const fix = outcome?.status === 'completed' ? 'gsd-tools next' : `gsd-tools ${againCall(line.unitType, line.unitId)}`
  const answer = holdAnswer(line, 3, { code: 'FENCED', message, fix })
  return { ...answer, result: { ...answer.result, attempt: line.attempt, status: outcome?.status ?? null } }
}

const ENDED: Readonly<Record<OutcomeLine['status'], string>> = {
  completed: 'was already finished: nothing to do',
  failed: 'ended as failed',
  cancelled: 'was cancelled',
  'timed-out': 'was taken over after the lease of this claim: stop here, your drafts are kept',
}

/** The command to begin it again; units on the path come from `next`. */
const againCall = (type: string, unitId: string): string => (isOffPath(type) ? `begin ${type} ${unitId}` : 'begin')
