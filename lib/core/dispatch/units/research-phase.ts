import { basics, codebase, field, ofPhase, tried } from '../../brief/readings.js'
import { needs, type Unit } from './unit.js'

export const researchPhase: Unit = {
  id: 'research-phase',
  about: 'Finds out what planning the phase needs to know',
  subject: 'phase',
  workflow: 'plan-phase',
  agent: 'phase-researcher',
  command: 'plan-phase',
  expects: [needs('research')],
  leavesCode: true,
  reads: (subject, world) => [
    ...basics(world),
    ...ofPhase(subject, world),
    ...field(world),
    ...tried(world),
    ...codebase(world),
  ],
  form: 'research',
  activity: 'Researched phase',
}
