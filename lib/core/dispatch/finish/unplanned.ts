// Requirements of a phase that no plan of it carries: nothing would ever build them.
import type { Requirement } from '../../../artifacts/requirements/requirements.js'
import { meantIds } from '../../../std/ids-meant.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

/** Only where the phase is planned as a whole: repairs and replans add to what is there. */
const MODES: ReadonlySet<string | null> = new Set([null, 'full', 'revise'])

export function unplannedFindings(
  { claim, phase, view }: Work,
  plans: readonly Pick<PlanFacts['plan'], 'requirements'>[],
  path: string,
): readonly UnitFinding[] {
  if (claim.unitType !== 'plan-phase' || !MODES.has(claim.mode) || phase === null || plans.length === 0) return []
  const known: readonly Requirement[] = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  const carried = new Set(plans.flatMap(({ requirements }) => requirements))
  const open = known
    .filter(({ id, scope, done }) => scope === 'v1' && done !== true && phase.section.requirements.includes(id))
    .map(({ id }) => id)
    .filter((id) => !carried.has(id))
  const odd = [...carried].filter((id) => known.every((one) => one.id !== id))
  return open.length === 0
    ? []
    : [
        finding(
          'REQUIREMENT_UNPLANNED',
          `no plan of phase ${phase.id} carries ${open.join(', ')}${odd.length === 0 ? '' : `; they name ${odd.join(', ')}, which REQUIREMENTS.md has not`}`,
          path,
          `name each under requirements: of the plan that builds it${meantIds(odd, open)}, add a plan for it, or move it to another phase in ROADMAP.md`,
        ),
      ]
}
