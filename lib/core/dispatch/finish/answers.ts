// Ends claims, and builds the answers of `unit finish` that do not accept the unit.
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

type UnitClaim = Pick<Claim | ClaimLine, 'unitType' | 'unitId' | 'dispatchId' | 'attempt'>

export const unitOf = ({ unitType, unitId }: Pick<UnitClaim, 'unitType' | 'unitId'>) => unitKey(unitType, unitId)

export const resultOf = (claim: UnitClaim | null, rest: Partial<FinishResult>): FinishResult => ({
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

/** Ends the claim: writes the outcome line, removes the claim file and accepted drafts; other drafts stay. */
export function endClaim(
  staging: Staging,
  claim: Claim,
  status: UnitStatus,
  { failure = null, accepted = [] }: { readonly failure?: string | null; readonly accepted?: readonly string[] } = {},
): void {
  const { dispatchId, unitType, unitId } = claim
  const at = new Date(staging.view.clock.now()).toISOString()
  const line: OutcomeLine = { kind: 'outcome', at, dispatchId, unitType, unitId, status }
  staging.append(failure === null ? line : { ...line, failure })
  staging.remove(claimPath(staging.view, unitType, unitId))
  for (const path of accepted) staging.remove(path)
  staging.remove(`${claim.drafts}/.keep`)
}

const MAX_SAVED_FINDINGS = 20

/** Keeps the claim open, stores the findings in it, and renews its lease, since the caller is at work. */
function keepOpen({ staging, claim, view }: Work, refused: readonly UnitFinding[], failures = claim.failures): void {
  const { paused: _, ...open } = claim
  const renewed: Claim = {
    ...open,
    leaseUntil: leaseFrom(view.clock.now()),
    refused: refused.slice(0, MAX_SAVED_FINDINGS),
    ...(failures === undefined ? {} : { failures }),
  }
  staging.put(claimPath(staging.view, claim.unitType, claim.unitId), renderClaim(renewed))
}

/** Finding codes that also become the error's code. */
const PASSED_ON_CODES = ['PHASE_VERIFICATION_INCOMPLETE', 'UNCOMMITTED'] as const

const errorOf = (findings: readonly UnitFinding[]): ErrorBody => {
  const [first] = findings
  const rest = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return {
    code: PASSED_ON_CODES.find((code) => code === first?.code) ?? 'ARTIFACT_INVALID',
    // Only the first line, because the finding itself shows the check's output.
    message: `${(first?.message ?? 'the unit is not finished').split('\n', 1)[0]}${rest}`,
    fix: rest === '' ? (first?.fix ?? 'run gsd-tools next') : 'fix the `findings`, then repeat the command',
  }
}

interface Refused {
  readonly result: Partial<FinishResult>
  readonly error: ErrorBody
  readonly exit?: 1 | 4
}

const refusedAnswer = ({ claim, staging }: Work, { result, error, exit = 1 }: Refused): FinishAnswer => {
  return { result: resultOf(claim, result), exit, error, edits: staging.edits(), unit: unitOf(claim) }
}

export function refuse(work: Work, findings: readonly UnitFinding[]): FinishAnswer {
  keepOpen(work, findings)
  return refusedAnswer(work, { result: { findings }, error: errorOf(findings) })
}

/**
 * Refuses a unit because of its gate. The first failure of checks asks for rework; if it repeats, the attempt ends and
 * the user must decide. A transition ends at the first failure.
 */
export function refuseGate(work: Work, verdict: GateVerdict): FinishAnswer {
  const { claim, staging } = work
  const { findings, failure } = verdict
  if (claim.unitType === 'transition' && failure !== null) return refuseTransition(work, verdict)
  const error = errorOf(findings)
  if (failure === null) {
    // Stores receipts of passed checks, so that fixing a text does not rerun them. A quick task cannot store them yet.
    if (work.phase !== null) stageReceipts(staging, verdict.receipts, work.phase)
    keepOpen(work, findings)
    return refusedAnswer(work, { result: { findings }, error })
  }
  const seen = claim.failures ?? []
  if (!seen.includes(failure)) {
    keepOpen(work, findings, [...seen, failure])
    const fix = `${error.fix}; if the same check fails again, this attempt ends`
    return refusedAnswer(work, { result: { findings, last: true }, error: { ...error, fix } })
  }
  endClaim(staging, claim, 'failed', { failure })
  const message = `the same checks failed twice, so this attempt ended: ${findings.map((one) => one.message).join('; ')}`
  const fix = `find the cause, then start a new attempt: gsd-tools ${againCommand(claim)}`
  const result = { findings, status: 'failed', verdict: 'hold' } as const
  return refusedAnswer(work, { result, error: { code: 'HOLD', message, fix }, exit: 4 })
}

/** Records that the checks fail on this tree, so that derivation asks for a new verification, and ends the claim. */
function refuseTransition(work: Work, { findings, failure }: GateVerdict): FinishAnswer {
  const { claim, staging, at, phase, results } = work
  if (phase !== null) {
    const tree = outputOf(results, TREE)
    staging.append({ kind: 'receipt', at, phase: phase.id, plan: null, tree, stale: true })
  }
  endClaim(staging, claim, 'failed', { failure })
  const messages = findings.map(({ message }) => message).join('; ')
  const [message = ''] = `the tree has changed since the verification, and ${messages}`.split('\n', 1)
  const code = 'PHASE_VERIFICATION_INCOMPLETE'
  return refusedAnswer(work, {
    result: { status: 'failed', findings },
    error: { code, message, fix: 'run gsd-tools next' },
  })
}

const holdAnswer = (claim: UnitClaim | null, exit: 3 | 4, error: ErrorBody): FinishAnswer => ({
  result: resultOf(claim, { verdict: 'hold' }),
  exit,
  error,
  edits: [],
})

/** Answers that a required extension failed: the claim stays open and nothing is written. */
export const extensionHold = (claim: Claim, { message, fix }: Notice): FinishAnswer =>
  holdAnswer(claim, 4, { code: 'HOLD', message, fix })

/** Rejects a claim that this machine did not make, because a claim sets the baseline of the work. */
export const foreignClaim = (claim: Claim): FinishAnswer =>
  holdAnswer(claim, 3, {
    code: 'FENCED',
    message: `the claim of ${unitOf(claim)} was changed by hand or made on another machine, so its baseline is unreliable`,
    fix: `run gsd-tools unit finish --claim ${claim.token} --status cancelled, then claim the unit again; you may copy the drafts`,
  })

/** Ends the claim here too if the remote gave the unit to another worker. If the remote is silent, the claim stays. */
export function claimLost(view: View, claim: Claim, { exit, error }: Refusal): FinishAnswer {
  const staging = new Staging(view)
  if (error.code === 'FENCED') endClaim(staging, claim, 'timed-out')
  return { ...holdAnswer(claim, exit, error), edits: staging.edits() }
}

/** Answers a token without an open claim: what became of the claim, and how to continue. */
export function fencedAnswer(view: View, token: string): FinishAnswer {
  const { lines } = readLedger(view)
  const line = lines.find((one): one is ClaimLine => one.kind === 'claim' && tokenOf(one, view.digest) === token)
  if (line === undefined) {
    const open = readClaims(view).map(unitOf).join(', ') || 'nothing'
    const message = `no claim has the token "${token}"; claimed now: ${open}`
    return holdAnswer(null, 3, { code: 'FENCED', message, fix: 'use the value of "claim" that unit claim prints' })
  }
  const outcome = lines.find((one): one is OutcomeLine => one.kind === 'outcome' && one.dispatchId === line.dispatchId)
  const message =
    outcome === undefined
      ? `the claim of ${unitOf(line)} from ${line.at} is gone: its file was removed`
      : `${unitOf(line)} ${ENDED[outcome.status]} (${outcome.at})`
  const fix = outcome?.status === 'completed' ? 'run gsd-tools next' : `run gsd-tools ${againCommand(line)}`
  const answer = holdAnswer(line, 3, { code: 'FENCED', message, fix })
  return { ...answer, result: { ...answer.result, status: outcome?.status ?? null } }
}

const ENDED: Readonly<Record<OutcomeLine['status'], string>> = {
  completed: 'was already finished, so there is nothing to do',
  failed: 'ended as failed',
  cancelled: 'was cancelled',
  'timed-out': 'was taken over after the lease of this claim: stop here, your drafts are kept',
}

/** Returns the command that begins the unit again. Plain `begin` finds every unit that is not optional. */
const againCommand = ({ unitType, unitId }: UnitClaim): string =>
  isOffPath(unitType) ? `begin ${unitType} ${unitId}` : 'begin'
