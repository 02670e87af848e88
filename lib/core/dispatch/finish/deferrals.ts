// A passing verdict may defer must-haves only to a phase that is still open, and not all of them.
import type { VerificationValue } from '../../../artifacts/verification/verification.js'
import { foldedWords } from '../../../std/text.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import { displayPhaseId, type PhaseId, parsePhaseId, samePhase } from '../../ids.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

const NAMED = /\d[\w.-]*/g

/** Phase ids in the words. */
const phasesIn = (words: string): readonly PhaseId[] =>
  (words.match(NAMED) ?? []).flatMap((word) => parsePhaseId(word.replace(/[.-]+$/, '')) ?? [])

export function inspectDeferrals(
  { derivation, phase }: Work,
  path: string,
  { status, deferred }: VerificationValue,
): readonly UnitFinding[] {
  if (phase === null || deferred.length === 0 || (status !== 'passed' && status !== 'human_needed')) return []
  const { phases } = derivation.facts
  const behind = phases.slice(phases.findIndex(({ id }) => samePhase(id, phase.id)) + 1)
  const open = behind.filter(({ id }) => ![...derivation.done].some((done) => samePhase(done, id)))
  const nowhere = deferred.filter(
    ({ addressedIn }) => !phasesIn(addressedIn ?? '').some((id) => open.some((other) => samePhase(other.id, id))),
  )
  const named = open.map(({ id }) => displayPhaseId(id)).join(', ')
  return [
    ...nowhere.map(({ truth, addressedIn }) =>
      finding(
        'DEFERRED_NOWHERE',
        `"${truth}" is left to ${addressedIn === null ? 'no phase' : `"${addressedIn}"`}, but no later open phase has that name`,
        path,
        open.length === 0
          ? 'no open phase comes after this one: mark it as failed, with what is missing'
          : `name the phase that promises it (${named}); if none does, mark it as failed, with what is missing`,
      ),
    ),
    ...(nothingHolds(phase, deferred)
      ? [
          finding(
            'DEFERRED_ALL',
            'every success criterion is deferred, so nothing of this phase is verified',
            path,
            'say for each whether it holds; if its work moved to another phase, remove this one: gsd-tools phase remove',
          ),
        ]
      : []),
  ]
}

/** Every must-have was deferred. */
function nothingHolds({ section, plans }: PhaseFacts, deferred: VerificationValue['deferred']): boolean {
  const later = new Set(deferred.map(({ truth }) => foldedWords(truth)))
  const criteria = section.successCriteria
  const promised = criteria.length > 0 ? criteria : plans.flatMap(({ plan }) => plan.mustHaves.truths)
  return promised.length === 0 || promised.every((text) => later.has(foldedWords(text)))
}
