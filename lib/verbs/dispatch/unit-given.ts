// A unit as answers name it: `execute-plan/02-01`.
import { everyKindBut } from '../../artifacts/paths.js'
import { isUnitType, unitType } from '../../core/dispatch/units/all.js'
import { parsePhaseId } from '../../core/ids.js'
import { GsdError } from '../../errors.js'

/** Whatever a unit may produce; the journal is the writer's own. */
export const UNIT_WRITES = everyKindBut('decision')

export interface Unit {
  readonly unitType: string
  readonly unitId: string
}

/** `option`: the word it was given behind. */
export function unitGiven(text: string, option = '--after'): Unit {
  const [type = '', unitId = ''] = text.split('/')
  if (isUnitType(type) && unitId !== '') {
    const phase = unitType(type).subject === 'phase' ? parsePhaseId(unitId) : null
    return { unitType: type, unitId: phase ?? unitId }
  }
  throw new GsdError({
    code: 'USAGE',
    message: `${option} takes a unit as type/id, e.g. execute-plan/02-01, not "${text}"`,
    fix: 'gsd-tools begin',
  })
}
