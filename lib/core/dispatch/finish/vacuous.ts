// Plans whose checks cannot fail are no plans that can be proven.
import { vacuousReason } from '../../../artifacts/plan/vacuous-checks.js'
import type { PlanFacts } from '../../derivation/facts.js'
import type { View } from '../../view.js'
import type { Artifact, UnitFinding } from '../drafts.js'
import { finding } from './work.js'

export const vacuousFindings = (artifacts: readonly Artifact[], view: View): readonly UnitFinding[] =>
  artifacts
    .filter(({ expected }) => expected.schema === 'plan')
    .flatMap(({ source, path }) => {
      const plan = view.codec('plan')?.parse(source).value as PlanFacts['plan'] | undefined
      return (plan?.verify ?? []).flatMap(({ argv }) => {
        const reason = vacuousReason(argv)
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
