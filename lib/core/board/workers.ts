// Current workers, by claims of this clone and fetched claims of a remote. Same as `gsd workers`.
import { phaseKeyOf } from '../captures/metrics-report.js'
import type { StoredClaim } from '../dispatch/claim-store.js'
import { claimedUnits, claimsOnOthers, isTaken, unitKey } from '../dispatch/claims.js'
import { isLeased, LONGEST_LEASE_MS } from '../dispatch/lease.js'
import { subjectOf } from '../dispatch/units/all.js'
import type { View } from '../view.js'
import type { Worker } from './shown.js'

/** @param remote claims on a remote, including our own */
export function workersIn(view: View, remote: readonly StoredClaim[] = []): readonly Worker[] {
  const ours = claimedUnits(view).filter((claim) => isTaken(view, claim))
  const known = new Set(ours.map(keyOf))
  const theirs = [
    ...new Map([...claimsOnOthers(view), ...remote].map((claim) => [keyOf(claim), claim])).values(),
  ].filter(
    (claim) =>
      claim.machine !== view.caller.mark &&
      !known.has(keyOf(claim)) &&
      isLeased(claim.leaseUntil, view.clock.now(), LONGEST_LEASE_MS),
  )
  return [...ours.map((claim) => workerOf(claim, null)), ...theirs.map((claim) => workerOf(claim, hostOf(claim)))]
}

const keyOf = ({ unitType, unitId }: StoredClaim): string => unitKey(unitType, unitId)

const hostOf = ({ holder }: StoredClaim): string => holder?.host ?? 'another machine'

function workerOf({ unitType, unitId, at, holder, spent }: StoredClaim, machine: string | null): Worker {
  const isOfPhase = ['phase', 'plan'].includes(subjectOf(unitType) ?? '')
  return {
    unit: unitKey(unitType, unitId),
    phase: isOfPhase ? phaseKeyOf({ unitType, unitId }) : null,
    since: at,
    who: holder === undefined ? null : (holder.session ?? `process ${holder.pid} on ${holder.host}`),
    machine,
    ...{ model: null, spent: spent ?? null, lines: [] },
  }
}
