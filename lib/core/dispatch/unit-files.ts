// Which files a unit is expected to leave, whether or not it could start now.

import type { ErrorBody } from '../../errors.js'
import { nearest } from '../../std/text.js'
import { type ProjectFacts, phaseNumbered } from '../derivation/facts.js'
import { unknownPhase, unknownPlan } from '../derivation/unknown.js'
import { parsePhaseId, parsePlanId, phaseOfPlan, samePlan } from '../ids.js'
import { expectedFiles } from './unit-decisions.js'
import type { ExpectedFile } from './unit-shapes.js'
import { isUnitType, UNIT_TYPE_IDS, unitType } from './units.js'

type FilesOrError = { readonly expects: readonly ExpectedFile[] } | { readonly error: ErrorBody }

const miss = (code: ErrorBody['code'], message: string, fix: string): FilesOrError => ({
  error: { code, message, fix },
})

export function filesOfUnit(facts: ProjectFacts, type: string, id: string): FilesOrError {
  if (!isUnitType(type)) {
    const near = nearest(type, UNIT_TYPE_IDS)
    return miss(
      'NOT_FOUND',
      `"${type}" is not a unit type`,
      near === null ? `use one of ${UNIT_TYPE_IDS.join(', ')}` : `did you mean ${near}?`,
    )
  }
  const { subject } = unitType(type)
  if (subject === 'phase') return ofPhase(facts, type, id)
  if (subject === 'plan') return ofPlan(facts, type, id)
  if (subject === 'milestone') return { expects: expectedFiles(facts, type, { milestone: id }) }
  return { expects: expectedFiles(facts, type, { id: id.replace(/^[a-z-]+:/, '') }) }
}

function ofPhase(facts: ProjectFacts, type: Parameters<typeof expectedFiles>[1], id: string): FilesOrError {
  const wanted = parsePhaseId(id)
  const phase = wanted === null ? null : phaseNumbered(facts, wanted)
  return phase === null ? { error: unknownPhase(facts, id) } : { expects: expectedFiles(facts, type, { phase }) }
}

function ofPlan(facts: ProjectFacts, type: Parameters<typeof expectedFiles>[1], id: string): FilesOrError {
  const wanted = parsePlanId(id)
  const phase = wanted === null ? null : phaseNumbered(facts, phaseOfPlan(wanted))
  const plan = phase?.plans.find((candidate) => wanted !== null && samePlan(candidate.id, wanted))
  return phase === null || plan === undefined
    ? { error: unknownPlan(phase?.plans ?? [], id) }
    : { expects: expectedFiles(facts, type, { phase, plan }) }
}
