// Verbs about the verification of a phase: one word for how far it is, its file, and the digests of what it speaks about.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, type PhaseFacts } from '../../core/derivation/facts.js'
import { type PhaseStatus, phaseStatus } from '../../core/derivation/standing.js'
import {
  VERIFICATION_WORDS,
  type VerificationWord,
  type Verified,
  verificationWord,
} from '../../core/derivation/verification-word.js'
import { idInName, isNumericPhase, type PhaseId, parsePhaseId, samePhase } from '../../core/ids.js'
import {
  listArchivedDirectories,
  listPhaseDirectories,
  listPhaseFiles,
  type PhaseDirectory,
} from '../../core/layout.js'
import { type Located, locatePhase } from '../../core/phases/locate.js'
import { startedBy } from '../../core/spelled.js'
import type { View } from '../../core/view.js'
import { bareFolder, baseName } from '../../std/paths.js'
import { oneOf, orNull, record, text } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { phaseStatusShape } from '../standing.js'
import { query } from '../verb.js'

/** Ids that are words cannot be told from the slug behind them without the roadmap. */
const customIds = (view: View): readonly PhaseId[] =>
  (view.parse('roadmap', view.at('ROADMAP.md'))?.value.phases ?? [])
    .flatMap(({ id }) => parsePhaseId(id) ?? [])
    .filter((id) => !isNumericPhase(id))

/** A phase as a number, or the directory it lies in. */
export function locateSubject(view: View, given: string): Located {
  const path = bareFolder(given)
  const directory = path.includes('/')
    ? [...listPhaseDirectories(view, customIds(view)), ...listArchivedDirectories(view)].find(
        (found) => found.path === path,
      )
    : undefined
  if (directory !== undefined) return { id: directory.id, directory }
  return locatePhase(view, idInName(baseName(path)))
}

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

export const verificationStatus = query('verification.status', {
  about: 'How far a phase is verified, by evidence, and what comes next',
  args: { phase: PHASE_OR_DIRECTORY },
  result: record({
    phase: text(),
    phase_status: orNull(phaseStatusShape),
    verdict: oneOf(VERIFICATION_WORDS, 'What its VERIFICATION is worth'),
    reason: text(),
    receipt: orNull(text('Id of a receipt that stands behind the word')),
    next_action: text(),
    next_command: text('In the words of the calling client'),
  }),
  reads: FACT_READS,
  needs: ['host', 'pack'],
  run({ phase: given }, view) {
    const located = locateSubject(view, given)
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
    return { result: answer(directory.id, verificationWord(facts, phase), phaseStatus(derivation, phase)) }
  },
})
