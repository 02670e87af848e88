// Who may be at work on what: by the claims of this clone and those that others hold on a remote, as far as they were fetched. `gsd workers` shows the same.
import { phaseKeyOf } from '../captures/metrics-report.js'
import { heldOnOthers, heldUnits, isTaken, unitKey } from '../dispatch/claims.js'
import type { Held } from '../dispatch/held.js'
import { isLeased, LONGEST_LEASE_MS } from '../dispatch/lease.js'
import { subjectOf } from '../dispatch/units/all.js'
import type { View } from '../view.js'
import type { Worker } from './shown.js'

/** @param remote claims on a remote, our own among them */
export function workersIn(view: View, remote: readonly Held[] = []): readonly Worker[] {
  const ours = heldUnits(view).filter((claim) => isTaken(view, claim))
  const known = new Set(ours.map(keyOf))
  const theirs = [...new Map([...heldOnOthers(view), ...remote].map((claim) => [keyOf(claim), claim])).values()].filter(
    (claim) =>
      claim.machine !== view.caller.mark &&
      !known.has(keyOf(claim)) &&
      isLeased(claim.leaseUntil, view.clock.now(), LONGEST_LEASE_MS),
  )
  return [...ours.map((claim) => workerOf(claim, null)), ...theirs.map((claim) => workerOf(claim, hostOf(claim)))]
}

const keyOf = ({ unitType, unitId }: Held): string => unitKey(unitType, unitId)

const hostOf = ({ holder }: Held): string => holder?.host ?? 'another machine'

function workerOf({ unitType, unitId, at, holder, spent }: Held, machine: string | null): Worker {
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
