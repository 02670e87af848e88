// Who may be at work on what, by the claims that somebody still holds.
import { heldUnits, isTaken } from '../dispatch/claims.js'
import type { Held } from '../dispatch/held.js'
import { subjectOf } from '../dispatch/units/all.js'
import { parsePhaseId, parsePlanId, phaseKey } from '../ids.js'
import type { View } from '../view.js'
import type { Worker } from './shown.js'

export interface Workers {
  onPhase(id: string): Worker | null
  onPlan(id: string): Worker | null
}

export function workersOn(view: View): Workers {
  const found = new Map<string, Worker>()
  for (const claim of heldUnits(view)) if (isTaken(view, claim)) found.set(wordsOf(claim), workerOf(claim))
  return {
    onPhase: (id) => found.get(phaseSubject(id)) ?? null,
    onPlan: (id) => found.get(`plan ${id}`) ?? null,
  }
}

function phaseSubject(id: string): string {
  const phase = parsePhaseId(id)
  return `phase ${phase === null ? id : phaseKey(phase)}`
}

function wordsOf({ unitType: type, unitId }: Held): string {
  const subject = subjectOf(type)
  if (subject === 'plan') return `plan ${parsePlanId(unitId) ?? unitId}`
  return subject === 'phase' ? phaseSubject(unitId) : `${type} ${unitId}`
}

const workerOf = ({ unitType: type, unitId, at, holder }: Held): Worker => ({
  unit: `${type}/${unitId}`,
  since: at,
  who: holder === undefined ? null : (holder.session ?? `process ${holder.pid} on ${holder.host}`),
})
