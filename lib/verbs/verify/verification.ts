// verification status: shows a phase's verification, and records that the user waives a failed must-have.
import { DECIDERS, decide, isRefused, YES } from '../../core/consent.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { phaseStatus } from '../../core/derivation/statuses.js'
import { VERIFICATION_WORDS, type Verified, verificationWord } from '../../core/derivation/verification-word.js'
import { OVERRIDE, overrideKey } from '../../core/dispatch/finish/verdict.js'
import { agreedIn, agreedLine, readLedger } from '../../core/history/ledger.js'
import { displayPhaseId, type PhaseId, samePhase } from '../../core/ids.js'
import { ledgerPath, listPhaseFiles, type PhaseDirectory } from '../../core/layout.js'
import { locatePhase } from '../../core/phases/locate.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { refuse, usageError } from '../../errors.js'
import { maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { shellQuoted } from '../../std/text.js'
import { phaseStatusShape } from '../status-shapes.js'

/** Returns the verification of a phase outside the open milestone, whose receipts are not kept up to date. */
const archivedVerification = (view: View, directory: PhaseDirectory): Verified =>
  listPhaseFiles(view, directory).verification === null
    ? { status: 'missing', reason: `${directory.path} has no VERIFICATION`, receipt: null }
    : { status: 'unproven', reason: "the phase's milestone is closed", receipt: null }

const WAIVER_FIX = 'add --override "<must-have, as named in the report>" --reason "<why>"'

/** Records that the user waives a failed must-have. */
function waive(view: View, phase: PhaseId, mustHave: string, reason: string, yes: boolean) {
  const about = overrideKey(phase, mustHave)
  const before = agreedIn(readLedger(view), OVERRIDE).get(about)
  if (before !== undefined) return { by: before, edits: [] }
  const shown = displayPhaseId(phase)
  const by = decide(view, yes, {
    question: `Waive the failed must-have "${mustHave}" of phase ${shown}, because: ${reason}?`,
    call: `gsd-tools verification status ${shown} --override ${shellQuoted(mustHave)} --reason ${shellQuoted(reason)}`,
  })
  if (isRefused(by)) return refuse(by)
  const payload = { ...agreedLine(view, OVERRIDE, about, by), reason }
  return { by, edits: [{ kind: 'line' as const, path: ledgerPath(view), payload }] }
}

export const verificationStatus = verb('verification.status', {
  about: 'Show how a phase is verified, or record that the user waives a failed must-have',
  args: {
    phase: arg.word('Phase, or its directory'),
    override: arg.text('Failed must-have to waive, as named in the report'),
    reason: arg.text('Reason for the waiver'),
    yes: YES,
  },
  result: record({
    phase: text(),
    phase_status: orNull(phaseStatusShape),
    verdict: oneOf(VERIFICATION_WORDS, "Verdict on the phase's VERIFICATION"),
    reason: text(),
    receipt: orNull(text('Id of a receipt that supports the verdict')),
    by: maybe(oneOf(DECIDERS, 'Who waived the must-have')),
  }),
  reads: FACT_READS,
  writes: ['ledger'],
  isReadOnly: ({ override }) => override === undefined,
  run({ view }, { phase: given, override, reason: why, yes }) {
    const located = locatePhase(view, given)
    if ('error' in located) return refuse(located.error)
    const { id, archive } = located.directory
    const derivation = derive(view)
    const phase = archive === null ? derivation.facts.phases.find((one) => samePhase(one.id, id)) : undefined
    const { status, reason, receipt } =
      phase === undefined ? archivedVerification(view, located.directory) : verificationWord(derivation.facts, phase)
    const result = {
      phase: id,
      phase_status: phase === undefined ? ('done' as const) : phaseStatus(derivation, phase),
      ...{ verdict: status, reason, receipt },
    }
    if (override === undefined && why === undefined) return { result }
    if (override === undefined || why === undefined)
      return refuse(usageError('expected --override and --reason together', WAIVER_FIX))
    const message = `phase ${displayPhaseId(id)} is not in the open milestone, so nothing of it can be waived`
    if (phase === undefined) return refuse(usageError(message, 'omit --override and --reason to see its status'))
    const { by, edits } = waive(view, phase.id, override, why, yes)
    return { result: { ...result, by }, edits }
  },
})
