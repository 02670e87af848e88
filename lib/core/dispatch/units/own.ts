// An optional unit of a phase, defined by a page of the project or the user.
import { ours, say } from '../../../std/safe-text.js'
import { rules } from '../../brief/brief-blocks.js'
import { basics } from '../../brief/readings.js'
import { phaseDirectoryPath } from '../../derivation/facts.js'
import { filesWithSuffix, ownUnit, splitOwnId } from '../own-unit.js'
import { secretFindings } from './asides.js'
import type { UnitCode } from './unit.js'

export const own: UnitCode = {
  inspect: secretFindings,
  reads: ({ claim, phase }, world) => {
    const { facts } = world.derivation
    const folder = phase === null ? null : phaseDirectoryPath(facts, phase)
    const ends = ownUnit(world.view, claim.unitId)?.requires ?? []
    const files = folder === null ? [] : ends.flatMap((end) => filesWithSuffix(facts, folder, end))
    return [...files.map((path) => ({ path, about: say`the page requires it` })), ...basics(world)]
  },
  blocks: ({ claim }, { view }) => {
    const unit = ownUnit(view, claim.unitId)
    return unit === null
      ? []
      : rules('page', say`${ours(unit.about || splitOwnId(claim.unitId).page)}`, [ours(unit.instruction)])
  },
}
