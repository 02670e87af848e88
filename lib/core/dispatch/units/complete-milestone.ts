// Closes a milestone, which the CLI does itself.
import { GsdError } from '../../../errors.js'
import { closeMilestone } from '../../milestones/milestone-closing.js'
import { Staging } from '../../writing/staging.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** Reports why the milestone cannot be closed. Closing moves the user's files, so only the confirmed verb may do it. */
function inspectClosing({ closing, derivation, view, claim }: Work): readonly UnitFinding[] {
  const roadmapPath = view.at('ROADMAP.md')
  const message = 'a milestone can only be closed with its own command, which asks for confirmation'
  const fix = `run gsd-tools milestone complete ${claim.unitId} --yes`
  if (closing === null) return [finding('CONFIRM_REQUIRED', message, roadmapPath, fix)]
  try {
    closeMilestone(new Staging(view), derivation.facts, closing)
    return []
  } catch (error) {
    if (!(error instanceof GsdError)) throw error
    return [finding(error.code, error.message, roadmapPath, error.fix)]
  }
}

export const completeMilestone: UnitCode = {
  inspect: inspectClosing,
  complete({ staging, derivation, closing }) {
    if (closing !== null) closeMilestone(staging, derivation.facts, closing)
  },
}
