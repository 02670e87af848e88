// verification status: how far a phase is verified, and a person's override of a failed must-have.
import { DECIDERS, decide, isRefused, YES } from '../../core/consent.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, type PhaseFacts } from '../../core/derivation/facts.js'
import { type PhaseStatus, phaseStatus } from '../../core/derivation/standing.js'
import {
  VERIFICATION_WORDS,
  type VerificationWord,
  type Verified,
  verificationWord,
} from '../../core/derivation/verification-word.js'
import { OVERRIDE, overrideKey } from '../../core/dispatch/finish/overrides.js'
import { readLedger } from '../../core/history/ledger.js'
import { agreedIn, agreedLine } from '../../core/history/ledger-says.js'
import { displayPhaseId, type PhaseId, samePhase } from '../../core/ids.js'
import { ledgerPath, listPhaseFiles, type PhaseDirectory } from '../../core/layout.js'
import { locatePhase } from '../../core/phases/locate.js'
import { startedBy } from '../../core/spelled.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { phaseStatusShape } from '../standing.js'

const NEXT: Readonly<Record<VerificationWord, readonly [action: string, command: string]>> = {
  passed: ['go on', 'next'],
  unproven: ['verify it with checks that run', 'verify-work'],
  outdated: ['verify it again', 'verify-work'],
  gaps_found: ['plan the gaps', 'plan-phase'],
  human_needed: ['have a person test it', 'verify-work'],
  missing: ['verify it', 'execute-phase'],
  unreadable: ['fix the VERIFICATION, or verify it again', 'verify-work'],
}

/** Commands that take no phase. */
const BARE: ReadonlySet<string> = new Set(['next'])

const phaseIn = (phases: readonly PhaseFacts[], { id, archive }: PhaseDirectory): PhaseFacts | undefined =>
  archive === null ? phases.find((phase) => samePhase(phase.id, id)) : undefined

const noDirectory = (reason: string): Verified => ({ status: 'missing', reason, receipt: null })

/** Nobody keeps receipts of a closed milestone current. */
const archived = (view: View, directory: PhaseDirectory): Verified =>
  listPhaseFiles(view, directory).verification === null
    ? noDirectory(`${directory.path} holds no VERIFICATION`)
    : { status: 'unproven', reason: 'its milestone is closed', receipt: null }

/** A person lets a must-have pass though it failed. */
function letPass(view: View, phase: PhaseId, mustHave: string, reason: string, yes: boolean) {
  const about = overrideKey(phase, mustHave)
  const before = agreedIn(readLedger(view), OVERRIDE).get(about)
  if (before !== undefined) return { by: before, edits: [] }
  const by = decide(
    view,
    {
      question: `Let "${mustHave}" of phase ${displayPhaseId(phase)} not stand in the way though it failed, because: ${reason}?`,
      call: `gsd-tools verification status ${displayPhaseId(phase)} --override ${JSON.stringify(mustHave)} --reason ${JSON.stringify(reason)}`,
    },
    yes,
  )
  if (isRefused(by)) return { by: null, error: by }
  const payload = { ...agreedLine(view, OVERRIDE, about, by), reason }
  return { by, edits: [{ kind: 'line' as const, path: ledgerPath(view), payload }] }
}

const UNREASONED: ErrorBody = {
  code: 'USAGE',
  message: 'expected --override and --reason together',
  fix: 'add --override "<the must-have, as the report names it>" --reason "<why>"',
}

export const verificationStatus = verb('verification.status', {
  about: 'How far a phase is verified, by evidence; or a person lets a failed must-have pass',
  args: {
    phase: PHASE_OR_DIRECTORY,
    override: arg.text('A must-have that failed, as the report names it: it shall not stand in the way'),
    reason: arg.text('Why it is let pass'),
    yes: YES,
  },
  result: record({
    phase: text(),
    phase_status: orNull(phaseStatusShape),
    verdict: oneOf(VERIFICATION_WORDS, 'What its VERIFICATION is worth'),
    reason: text(),
    receipt: orNull(text('Id of a receipt that stands behind the word')),
    next_action: text(),
    next_command: text('In the words of the calling client'),
    by: maybe(orNull(oneOf(DECIDERS, 'Who let the must-have pass; null: nobody'))),
  }),
  reads: FACT_READS,
  writes: ['ledger'],
  onlyLooks: ({ override }) => override === undefined,
  needs: ['host', 'pack'],
  run({ view }, { phase: given, override, reason, yes }) {
    const located = locatePhase(view, given)
    const answer = (
      phase: string,
      { status: verdict, reason, receipt }: Verified,
      phase_status: PhaseStatus | null,
    ) => {
      const [action, command] = NEXT[verdict]
      return {
        phase,
        phase_status,
        verdict,
        reason,
        receipt,
        next_action: action,
        next_command: startedBy(view, command, BARE.has(command) ? [] : [phase]),
      }
    }
    if ('error' in located)
      return { result: answer(given, noDirectory(located.error.message), null), error: located.error }
    const { directory } = located
    const derivation = derive(view)
    const { facts } = derivation
    const phase = phaseIn(facts.phases, directory)
    if (phase === undefined) return { result: answer(directory.id, archived(view, directory), 'done') }
    const result = answer(directory.id, verificationWord(facts, phase), phaseStatus(derivation, phase))
    if (override === undefined && reason === undefined) return { result }
    if (override === undefined || reason === undefined) return { result, error: UNREASONED }
    const { by, error, edits } = letPass(view, phase.id, override, reason, yes)
    return error === undefined ? { result: { ...result, by }, edits } : { result: { ...result, by }, exit: 4, error }
  },
})
