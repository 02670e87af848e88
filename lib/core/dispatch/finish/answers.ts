// Answers of a finish: accepted, refused with the claim kept open, or ended.
import type { ErrorBody, Notice } from '../../../errors.js'
import { isOffPath } from '../../derivation/steps.js'
import { type ClaimLine, type OutcomeLine, readLedger, type UnitStatus } from '../../history/ledger.js'
import { outputOf } from '../../judging/gate.js'
import { stageReceipts } from '../../judging/plan-receipts.js'
import type { Edited } from '../../verb.js'
import type { View } from '../../view.js'
import { Staging } from '../../writing/staging.js'
import { type Claim, claimPath, leaseFrom, readClaims, renderClaim, tokenOf, unitKey } from '../claims.js'
import type { Refusal } from '../team.js'
import type { UnitFinding } from '../unit-finding.js'
import type { FinishResult } from '../unit-shapes.js'
import { TREE } from './verification.js'
import type { GateVerdict, Work } from './work.js'

export type FinishAnswer = Edited<FinishResult>

type Ended = Pick<Claim | ClaimLine, 'unitType' | 'unitId' | 'dispatchId' | 'attempt'>

export const unitOf = ({ unitType, unitId }: Pick<Ended, 'unitType' | 'unitId'>) => unitKey(unitType, unitId)

export const resultOf = (claim: Ended | null, rest: Partial<FinishResult>): FinishResult => ({
  status: null,
  verdict: 'rework',
  dispatchId: claim?.dispatchId ?? null,
  unitType: claim?.unitType ?? null,
  unitId: claim?.unitId ?? null,
  attempt: claim?.attempt ?? null,
  artifacts: [],
  findings: [],
  receipts: [],
  ...rest,
})

/** Ends the claim: writes the outcome line, removes the claim file and placed drafts; other drafts stay. */
export function endClaim(
  staging: Staging,
  claim: Claim,
  status: UnitStatus,
  { failure = null, placed = [] }: { readonly failure?: string | null; readonly placed?: readonly string[] } = {},
): void {
  const { dispatchId, unitType, unitId } = claim
  const at = new Date(staging.view.clock.now()).toISOString()
  const line: OutcomeLine = { kind: 'outcome', at, dispatchId, unitType, unitId, status }
  staging.append(failure === null ? line : { ...line, failure })
  staging.remove(claimPath(staging.view, unitType, unitId))
  for (const path of placed) staging.remove(path)
  staging.remove(`${claim.drafts}/.keep`)
}

const MAX_KEPT = 20

/** Keeps the claim open with a new lease, since the caller is at work. */
function keepOpen({ staging, claim, view }: Work, refused: readonly UnitFinding[], failures = claim.failures): void {
  const { paused: _, ...open } = claim
  const renewed: Claim = {
    ...open,
    leaseUntil: leaseFrom(view.clock.now()),
    refused: refused.slice(0, MAX_KEPT),
    ...(failures === undefined ? {} : { failures }),
  }
  staging.put(claimPath(staging.view, claim.unitType, claim.unitId), renderClaim(renewed))
}

/** Codes of findings that also become the error's code. */
const OWN_CODES = ['PHASE_VERIFICATION_INCOMPLETE', 'UNCOMMITTED'] as const

const errorOf = (findings: readonly UnitFinding[]): ErrorBody => {
  const [first] = findings
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return {
    code: OWN_CODES.find((code) => code === first?.code) ?? 'ARTIFACT_INVALID',
    // The first line only: the finding itself shows the check's output.
    message: `${(first?.message ?? 'the unit is not finished').split('\n', 1)[0]}${more}`,
    fix: more === '' ? (first?.fix ?? 'gsd-tools next') : 'fix the `findings`, then repeat the call',
  }
}

interface Refused {
  readonly result: Partial<FinishResult>
  readonly error: ErrorBody
  readonly exit?: 1 | 4
}

const refused = ({ claim, staging }: Work, { result, error, exit = 1 }: Refused): FinishAnswer => {
  return { result: resultOf(claim, result), exit, error, edits: staging.edits(), unit: unitOf(claim) }
}

export function refuse(work: Work, findings: readonly UnitFinding[]): FinishAnswer {
  keepOpen(work, findings)
  return refused(work, { result: { findings }, error: errorOf(findings) })
}

/** A gate failed. The first failure asks for rework; if it repeats, the attempt ends and the user is asked. */
export function refuseGate(work: Work, verdict: GateVerdict): FinishAnswer {
  const { claim, staging } = work
  const { findings, failure } = verdict
  if (claim.unitType === 'transition' && failure !== null) return refuseTransition(work, verdict)
  const error = errorOf(findings)
  if (failure === null) {
    // Keep receipts of passed checks, so that a wording fix does not rerun them. A quick task cannot store them yet.
    if (work.phase !== null) stageReceipts(staging, verdict.receipts, work.phase)
    keepOpen(work, findings)
    return refused(work, { result: { findings }, error })
  }
  const seen = claim.failures ?? []
  if (!seen.includes(failure)) {
    keepOpen(work, findings, [...seen, failure])
    const fix = `${error.fix}; the same failure again ends this attempt`
    return refused(work, { result: { findings, last: true }, error: { ...error, fix } })
  }
  endClaim(staging, claim, 'failed', { failure })
  const message = `the same checks failed twice, so this attempt ended: ${findings.map((one) => one.message).join('; ')}`
  const fix = `find the cause, then start a new attempt: gsd-tools ${againCall(claim)}`
  const result = { findings, status: 'failed', verdict: 'hold' } as const
  return refused(work, { result, error: { code: 'HOLD', message, fix }, exit: 4 })
}

/** Records that the checks fail on this tree, so that derivation asks for a new verification. */
function refuseTransition(work: Work, { findings, failure }: GateVerdict): FinishAnswer {
  const { claim, staging, at, phase, results } = work
  if (phase !== null) {
    const tree = outputOf(results, TREE)
    staging.append({ kind: 'receipt', at, phase: phase.id, plan: null, tree, stale: true })
  }
  endClaim(staging, claim, 'failed', { failure })
  const said = findings.map(({ message }) => message).join('; ')
  const [message = ''] = `the tree has changed since the verification, and ${said}`.split('\n', 1)
  const code = 'PHASE_VERIFICATION_INCOMPLETE'
  return refused(work, { result: { status: 'failed', findings }, error: { code, message, fix: 'gsd-tools next' } })
}

const holdAnswer = (claim: Ended | null, exit: 3 | 4, error: ErrorBody): FinishAnswer => ({
  result: resultOf(claim, { verdict: 'hold' }),
  exit,
  error,
  edits: [],
})

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

/** The remote gave the claim to another worker, so it ends here too; or the remote does not answer. */
export function claimLost(view: View, claim: Claim, { exit, error }: Refusal): FinishAnswer {
  const staging = new Staging(view)
  if (error.code === 'FENCED') endClaim(staging, claim, 'timed-out')
  return { ...holdAnswer(claim, exit, error), edits: staging.edits() }
}

/** Answers an invalid token: says whether it is unknown, ended or taken over, and how to continue. */
export function fenced(view: View, token: string): FinishAnswer {
  const { lines } = readLedger(view)
  const line = lines.find((one): one is ClaimLine => one.kind === 'claim' && tokenOf(one, view.digest) === token)
  if (line === undefined) {
    const open = readClaims(view).map(unitOf).join(', ') || 'nothing'
    const message = `no claim has the token "${token}"; claimed now: ${open}`
    return holdAnswer(null, 3, { code: 'FENCED', message, fix: 'use the field "claim" from unit claim' })
  }
  const outcome = lines.find((one): one is OutcomeLine => one.kind === 'outcome' && one.dispatchId === line.dispatchId)
  const message =
    outcome === undefined
      ? `the claim of ${unitOf(line)} from ${line.at} is gone: its file was removed`
      : `${unitOf(line)} ${ENDED[outcome.status]} (${outcome.at})`
  const fix = outcome?.status === 'completed' ? 'gsd-tools next' : `gsd-tools ${againCall(line)}`
  const answer = holdAnswer(line, 3, { code: 'FENCED', message, fix })
  return { ...answer, result: { ...answer.result, status: outcome?.status ?? null } }
}

const ENDED: Readonly<Record<OutcomeLine['status'], string>> = {
  completed: 'was already finished: nothing to do',
  failed: 'ended as failed',
  cancelled: 'was cancelled',
  'timed-out': 'was taken over after the lease of this claim: stop here, your drafts are kept',
}

/** The command that begins the unit again; for a unit on the path, `begin` finds it by itself. */
const againCall = ({ unitType, unitId }: Ended): string =>
  isOffPath(unitType) ? `begin ${unitType} ${unitId}` : 'begin'
