import { basics, codebase, field, ofPhase, tried } from '../../brief/readings.js'
import type { UnitCode } from './unit.js'

export const researchPhase: UnitCode = {
  reads: (subject, world) => [
    ...basics(world),
    ...ofPhase(subject, world),
    ...field(world),
    ...tried(world),
    ...codebase(world),
  ],
}
