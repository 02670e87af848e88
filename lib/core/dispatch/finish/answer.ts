// Answers of a finish, and how a claim ends or stays open.
import type { ErrorBody } from '../../../errors.js'
import type { ClaimLine, OutcomeLine, UnitStatus } from '../../history/ledger-lines.js'
import { ledgerPath } from '../../layout.js'
import type { Edited } from '../../verb.js'
import type { Staging } from '../../writing/staging.js'
import { type Claim, claimPath, leaseFrom, renderClaim, unitKey } from '../claims.js'
import type { UnitFinding } from '../unit-finding.js'
import type { FinishResult } from '../unit-results.js'
import type { Work } from './work.js'

export type FinishAnswer = Edited<FinishResult>

export const NO_RESULT: FinishResult = {
  status: null,
  verdict: 'rework',
  dispatchId: null,
  unitType: null,
  unitId: null,
  attempt: null,
  artifacts: [],
  foreign: [],
  findings: [],
  receipts: [],
}

export const outcomeLine = (
  claim: Claim,
  at: string,
  status: UnitStatus,
  failure: string | null,
  committed = false,
): OutcomeLine => ({
  kind: 'outcome',
  at,
  dispatchId: claim.dispatchId,
  unitType: claim.unitType,
  unitId: claim.unitId,
  status,
  ...(failure === null ? {} : { failure }),
  ...(committed ? { committed } : {}),
})

/** Ends the claim: writes the outcome line, removes the claim file and placed drafts; other drafts stay. */
export function endClaim(staging: Staging, claim: Claim, line: OutcomeLine, placed: readonly string[] = []): void {
  staging.append(ledgerPath(staging), line)
  staging.remove(claimPath(staging, claim.unitType, claim.unitId))
  for (const path of placed) staging.remove(path)
  staging.remove(`${claim.drafts}/.keep`)
}

const MOST_KEPT = 20

/** Keeps the claim open with a new lease, since the caller is at work. */
export function keepOpen(
  { staging, claim, view }: Work,
  refused: readonly UnitFinding[],
  failures: readonly string[] = claim.failures ?? [],
): void {
  const renewed = {
    ...claim,
    leaseUntil: leaseFrom(view.clock.now()),
    refused: refused.slice(0, MOST_KEPT),
    ...(failures.length === 0 ? {} : { failures }),
  }
  staging.put(claimPath(staging, claim.unitType, claim.unitId), renderClaim(renewed))
}

export const resultOf = (work: Work, rest: Partial<FinishResult>): FinishResult => ({
  ...NO_RESULT,
  dispatchId: work.claim.dispatchId,
  unitType: work.claim.unitType,
  unitId: work.claim.unitId,
  attempt: work.claim.attempt,
  foreign: work.gathered.foreign,
  ...rest,
})

/** Finding codes that become the code of the error. */
const OWN_CODES = ['PHASE_VERIFICATION_INCOMPLETE', 'UNCOMMITTED'] as const

export const errorOf = (findings: readonly UnitFinding[]): ErrorBody => {
  const [first] = findings
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return {
    code: OWN_CODES.find((code) => code === first?.code) ?? 'ARTIFACT_INVALID',
    // The output of a check is shown once, in the finding.
    message: `${(first?.message ?? 'the unit is not finished').split('\n', 1)[0]}${more}`,
    fix: more === '' ? (first?.fix ?? 'gsd-tools next') : 'fix the `findings`, then repeat the call',
  }
}

export const unitOf = (claim: Pick<Claim | ClaimLine, 'unitType' | 'unitId'>) => unitKey(claim.unitType, claim.unitId)
