// Which checks plans and the project have, and the one place where they become programs to run.
import { type ProjectFacts, settingOf } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { type NamedStep, treeStep } from '../trust.js'
import { type Check, type CheckProblem, checkKey, readChecks, runKey } from './check.js'

/** Checks of the whole project: `verification.commands`. */
export const projectChecks = (
  facts: ProjectFacts,
): { readonly checks: readonly Check[]; readonly problems: readonly CheckProblem[] } =>
  readChecks(settingOf(facts, 'verification.commands'), false)

const readOwn = ({ verify }: Pick<PlanFacts['plan'], 'verify'>): ReturnType<typeof readChecks> =>
  readChecks(
    verify.map(({ argv, expect }) => ({ run: [...argv], expect })),
    true,
  )

/** Checks the plan itself names. */
export const ownChecks = (plan: Pick<PlanFacts['plan'], 'verify'>): readonly Check[] => readOwn(plan).checks

/** Entries of the plan and of the settings that cannot be run as they are written: left out, they would be missed by nobody. */
export const badChecks = (facts: ProjectFacts, plan: PlanFacts['plan'] | null): readonly CheckProblem[] => [
  ...(plan === null ? [] : readOwn(plan).problems),
  ...projectChecks(facts).problems,
]

/** Checks the plan itself names, then those of the project that it does not name. */
export const checksOf = (facts: ProjectFacts, plan: Pick<PlanFacts, 'plan'>): readonly Check[] =>
  joinedChecks(ownChecks(plan.plan), projectChecks(facts).checks)

/** One list without repetitions, every name once: of two checks with one name each is told apart. */
export function joinedChecks(own: readonly Check[], common: readonly Check[]): readonly Check[] {
  const known = new Map<string, Check>()
  for (const check of [...own, ...common]) if (!known.has(checkKey(check))) known.set(checkKey(check), check)
  const names = new Map<string, number>()
  return [...known.values()].map((check) => {
    const times = (names.get(check.name) ?? 0) + 1
    names.set(check.name, times)
    return times === 1 ? check : { ...check, name: `${check.name} (${check.argv.join(' ')}, ${times})` }
  })
}

/** The step whose result is that of this check. */
export const stepName = (check: Parameters<typeof runKey>[0]): string => `check:${runKey(check)}`

/** Who names a check: the tree does, unless it is known better. */
export type StepOf = (check: Check) => typeof treeStep

export interface CheckStepOptions {
  readonly stepOf?: StepOf | undefined
  /** Run in a scratch work tree of this commit; `name` tells its result from that of the present tree. */
  readonly commit?: string
  readonly name?: (check: Check) => string
}

/** One step per distinct program, in order of first mention. Every program that a tree names for its checks becomes a step here. */
export function checkSteps(
  facts: ProjectFacts,
  checks: readonly Check[],
  { stepOf = () => treeStep, commit, name = stepName }: CheckStepOptions = {},
): readonly NamedStep[] {
  const seconds = settingOf(facts, 'workflow.test_gate_timeout')
  const limit = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 600_000
  const steps = new Map<string, NamedStep>()
  for (const check of checks)
    if (!steps.has(name(check)))
      steps.set(
        name(check),
        stepOf(check)({
          name: name(check),
          argv: check.argv,
          cwd: check.cwd,
          timeoutMs: check.timeoutMs ?? limit,
          ...(commit === undefined ? {} : { commit }),
        }),
      )
  return [...steps.values()]
}
