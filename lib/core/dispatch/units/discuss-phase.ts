import { needs, takes, type Unit } from './unit.js'

export const discussPhase: Unit = {
  id: 'discuss-phase',
  about: 'Settles the open decisions of a phase with the person',
  subject: 'phase',
  workflow: 'discuss-phase',
  agent: null,
  command: 'discuss-phase',
  expects: [needs('context'), takes('discussion-log')],
  activity: 'Discussed phase',
  record: (id) => `docs(${id}): record phase decisions`,
}
