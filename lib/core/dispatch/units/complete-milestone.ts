// Closing a milestone is done by the CLI.
import { GsdError } from '../../../errors.js'
import { closeMilestone } from '../../milestones/milestone-closing.js'
import { Staging } from '../../writing/staging.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** Closing moves the user's files, so only the confirmed verb may do it. */
function inspectClosing({ closing, derivation, view, claim }: Work): readonly UnitFinding[] {
  const at = view.at('ROADMAP.md')
  const said = 'a milestone is closed with its own command, which asks for confirmation'
  const call = `gsd-tools milestone complete ${claim.unitId} --yes`
  if (closing === null) return [finding('CONFIRM_REQUIRED', said, at, call)]
  try {
    closeMilestone(new Staging(view), derivation.facts, closing)
    return []
  } catch (error) {
    if (!(error instanceof GsdError)) throw error
    return [finding(error.code, error.message, at, error.fix)]
  }
}

export const completeMilestone: UnitCode = {
  inspect: inspectClosing,
  complete({ staging, derivation, closing }) {
    if (closing !== null) closeMilestone(staging, derivation.facts, closing)
  },
}
