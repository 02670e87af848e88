import { everyKindBut } from '../../artifacts/paths.js'
import { isUnitType, unitType } from '../../core/dispatch/units/all.js'
import { parsePhaseId } from '../../core/ids.js'
import { refuse, usageError } from '../../errors.js'

/** Every kind of file that a unit may write. */
export const UNIT_WRITES = everyKindBut('decision')

export interface Unit {
  readonly unitType: string
  readonly unitId: string
}

export function parseUnit(text: string, option = '--after'): Unit {
  const [type = '', unitId = ''] = text.split('/')
  if (isUnitType(type) && unitId !== '') {
    const phase = unitType(type).subject === 'phase' ? parsePhaseId(unitId) : null
    return { unitType: type, unitId: phase ?? unitId }
  }
  const message = `${option} takes a unit as type/id, e.g. execute-plan/02-01, not "${text}"`
  return refuse(usageError(message, 'run gsd-tools begin'))
}
