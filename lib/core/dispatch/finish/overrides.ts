// Failed must-haves that were accepted: a report may name them, but only the user may accept them.
import type { VerificationValue } from '../../../artifacts/verification/verification.js'
import { foldedWords } from '../../../std/text.js'
import { agreedIn } from '../../history/ledger-says.js'
import { displayPhaseId, type PhaseId } from '../../ids.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

/** Record type of an override. */
export const OVERRIDE = 'verification.override'

/** Record key of an override. */
export const overrideKey = (phase: PhaseId, mustHave: string): string => JSON.stringify([phase, foldedWords(mustHave)])

/** Overrides of a report that no user of this machine accepted. */
export function inspectOverrides(
  { derivation, phase }: Work,
  path: string,
  { status, overrides }: VerificationValue,
): readonly UnitFinding[] {
  if (phase === null || overrides.length === 0 || (status !== 'passed' && status !== 'human_needed')) return []
  const agreed = agreedIn(derivation.facts.inputs.ledger(), OVERRIDE)
  return overrides
    .filter(({ mustHave }) => !agreed.has(overrideKey(phase.id, mustHave)))
    .map(({ mustHave }) =>
      finding(
        'OVERRIDE_UNSAID',
        `the report overrides "${mustHave}", without the user's consent on this machine`,
        path,
        `write status: gaps_found and list it; or, with the user's consent: gsd-tools verification status ${displayPhaseId(phase.id)} --override ${JSON.stringify(mustHave)} --reason "<why>"`,
      ),
    )
}
