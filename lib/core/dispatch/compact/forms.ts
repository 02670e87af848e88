// The compact drafts: one file in which each fact of a unit stands once. The CLI renders the family's files from it, so that whoever reads those loses nothing.
import type { ArtifactId } from '../../../artifacts/paths.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { quickNumber, type UnitTypeId } from '../units.js'

export interface CompactForm {
  /** Name in the drafts folder: `{pp}` = prefix of the phase, `{plan}` = plan id, `{task}` = number of a quick task. */
  readonly name: string
  /** Its codec; its template has the same name. */
  readonly schema: ArtifactId
}

/** Null: its files are written as they are. */
export const COMPACT: Readonly<Record<UnitTypeId, CompactForm | null>> = {
  'new-project': { name: 'CHARTER.md', schema: 'charter' },
  'new-milestone': { name: 'MILESTONE.md', schema: 'milestone-draft' },
  'discuss-phase': null,
  'research-phase': null,
  'plan-phase': null,
  'check-plan': null,
  'execute-plan': null,
  'verify-phase': null,
  'verify-work': null,
  transition: null,
  'audit-milestone': null,
  'complete-milestone': null,
  quick: null,
  'map-codebase': null,
  'triage-captures': null,
  debug: null,
  'map-patterns': null,
  'review-code': null,
  'fix-review': null,
  extension: null,
  'validate-phase': null,
  'secure-phase': null,
  'design-phase': null,
  'review-interface': null,
  'design-ai': null,
  'review-evals': null,
  'extract-learnings': null,
}

export interface CompactSubject {
  readonly phase?: Pick<PhaseFacts, 'id'> | null
  readonly plan?: (Pick<PlanFacts, 'id'> & { readonly file: Pick<PlanFacts['file'], 'stem'> }) | null
  readonly unitId: string
}

/** The name that the compact draft of a unit has; null where it has no such form. */
export function compactName(type: UnitTypeId, { phase, plan, unitId }: CompactSubject): string | null {
  const form = COMPACT[type]
  return form === null
    ? null
    : form.name
        .replace('{pp}', phase?.id ?? '')
        .replace('{plan}', plan?.file.stem || (plan?.id ?? ''))
        .replace('{task}', quickNumber(unitId))
}
