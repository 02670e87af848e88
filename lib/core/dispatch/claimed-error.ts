// The error for a unit that is already claimed.
import type { ErrorBody } from '../../errors.js'
import type { View } from '../view.js'
import type { StoredClaim } from './claim-store.js'
import { type Claim, type ClaimState, isFresh, ownClaimText, readClaims, unitKey } from './claims.js'
import type { DispatchInput } from './dispatch.js'
import type { UnitDecision } from './unit-shapes.js'

/** The error if another session has the unit in any work tree, else null. */
export function claimedBy({ held, stateOf }: DispatchInput, view: View, unit: UnitDecision): ErrorBody | null {
  const found = held.filter((one) => one.unitType === unit.unitType && one.unitId === unit.unitId)
  const isHeld = (one: StoredClaim) => stateOf(one) === 'held' || (stateOf(one) === 'mine' && isFresh(view, one))
  const [first] = found.filter(isHeld)
  return first === undefined ? null : claimedError(first, stateOf(first), readClaims(view))
}

const claimedError = (held: StoredClaim, state: ClaimState, own: readonly Claim[]): ErrorBody => ({
  code: 'CLAIMED',
  message: `${unitKey(held.unitType, held.unitId)} is in work ${state === 'mine' ? 'in this client' : 'elsewhere'} since ${held.at}`,
  fix: !own.some(({ token }) => token === held.token)
    ? 'wait for it to finish: another work tree of this repository has it; or choose another unit: gsd-tools next'
    : state === 'mine'
      ? ownClaimText(held)
      : `wait; if its worker is gone: gsd-tools unit finish --claim ${held.token} --status cancelled`,
})
