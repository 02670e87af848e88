// A unit about a phase, defined by a page of the project or user, beside the path.
import { ours, say } from '../../../std/told.js'
import { rules } from '../../brief/brief-blocks.js'
import { basics } from '../../brief/readings.js'
import { phaseDirectoryPath } from '../../derivation/facts.js'
import { filesEnding, OWN_UNIT, ownNames, ownUnit } from '../own-unit.js'
import { secretsIn } from './asides.js'
import { needs, type Unit } from './unit.js'

export const own: Unit = {
  id: OWN_UNIT,
  about: 'Does what a page of yours asks about a phase',
  subject: 'free',
  workflow: 'work',
  agent: null,
  command: null,
  expects: [needs('other', { path: 'phases/{dir}/{pp}-{own}.md', freshness: 'new' })],
  inspect: secretsIn,
  reads: ({ claim, phase }, world) => {
    const { facts } = world.derivation
    const folder = phase === null ? null : phaseDirectoryPath(facts, phase)
    const ends = ownUnit(world.view, claim.unitId)?.requires ?? []
    const files = folder === null ? [] : ends.flatMap((end) => filesEnding(facts, folder, end))
    return [...files.map((path) => ({ path, about: say`the page requires it` })), ...basics(world)]
  },
  tells: ({ claim }, { view }) => {
    const unit = ownUnit(view, claim.unitId)
    return unit === null
      ? []
      : rules('page', say`${ours(unit.about || ownNames(claim.unitId).page)}`, [ours(unit.instruction)])
  },
  record: (unitId) => `docs(${ownNames(unitId).phase}): ${ownNames(unitId).page}`,
}
