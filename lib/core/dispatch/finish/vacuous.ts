// Plans whose checks cannot fail are no plans that can be proven.
import { vacuousReason } from '../../../artifacts/plan/vacuous-checks.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { projectChecks } from '../../judging/checks.js'
import { scriptsIn } from '../../judging/knowledge.js'
import { runKey } from '../../judging/receipts.js'
import type { View } from '../../view.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

export const vacuousFindings = (artifacts: readonly Artifact[], view: View): readonly UnitFinding[] =>
  artifacts
    .filter(({ expected }) => expected.schema === 'plan')
    .flatMap(({ source, path }) => {
      const plan = view.codec('plan')?.parse(source).value as PlanFacts['plan'] | undefined
      return (plan?.verify ?? []).flatMap(({ argv, expect }) => {
        const reason = vacuousReason(argv, { scripts: scriptsIn(view), expect })
        return reason === null
          ? []
          : [
              finding(
                'PLAN_VERIFY_VACUOUS',
                `the check "${argv.join(' ')}" proves nothing: ${reason}`,
                path,
                'name a program that fails while the work is not done: a test of it, e.g. - run: [npm, test]',
              ),
            ]
      })
    })

/** Said with accepted plans: what the project runs for every plan needs no plan to name it. */
export function repeatedNotices({ gathered, view, derivation }: Work): readonly UnitFinding[] {
  const common = new Map(projectChecks(derivation.facts).checks.map((check) => [runKey(check), check]))
  return gathered.artifacts
    .filter(({ expected, draft }) => expected.schema === 'plan' && draft !== null)
    .flatMap(({ source, path }) => {
      const plan = view.codec('plan')?.parse(source).value as PlanFacts['plan'] | undefined
      return (plan?.verify ?? [])
        .filter(({ argv, expect }) => expect === (common.get(runKey({ argv, cwd: '.' }))?.expect ?? -1))
        .map(({ argv }) =>
          finding(
            'PLAN_VERIFY_REPEATS',
            `the check "${argv.join(' ')}" is one of the project's own, which run for every plan anyway: it is run once, and says nothing about this plan alone`,
            path,
            'name a check of what this plan adds, or leave it out',
          ),
        )
    })
}
