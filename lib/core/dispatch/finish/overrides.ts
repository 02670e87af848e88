// Must-haves that failed and that somebody let pass: a report may name them, a person says so.
import type { PhaseFacts } from '../../derivation/facts.js'
import { agreedIn } from '../../history/ledger.js'
import { displayPhaseId, type PhaseId } from '../../ids.js'
import type { UnitFinding } from '../drafts.js'
import { finding, type Work } from './work.js'

type Verdict = NonNullable<PhaseFacts['verification']>['value']

/** The verb by which a person says so. */
export const OVERRIDE = 'verification.override'

/** What the record of an override is about. */
export const overrideKey = (phase: PhaseId, mustHave: string): string =>
  JSON.stringify([phase, mustHave.replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase()])

/** Overrides of a report that nobody on this machine agreed to. */
export function inspectOverrides(
  { derivation, phase }: Work,
  path: string,
  { status, overrides }: Verdict,
): readonly UnitFinding[] {
  if (phase === null || overrides.length === 0 || (status !== 'passed' && status !== 'human_needed')) return []
  const agreed = agreedIn(derivation.facts.inputs.ledger(), OVERRIDE)
  return overrides
    .filter(({ mustHave }) => !agreed.has(overrideKey(phase.id, mustHave)))
    .map(({ mustHave }) =>
      finding(
        'OVERRIDE_UNSAID',
        `the report overrides "${mustHave}", and no person on this machine said so`,
        path,
        `write status: gaps_found and list it; or a person agrees to: gsd-tools verification override ${displayPhaseId(phase.id)} ${JSON.stringify(mustHave)} --reason "<why>"`,
      ),
    )
}
