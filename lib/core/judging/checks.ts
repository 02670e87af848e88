// The checks of plans and project, and the one place that turns them into programs to run.
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

/** Checks of the plan itself. */
export const ownChecks = (plan: Pick<PlanFacts['plan'], 'verify'>): readonly Check[] => readOwn(plan).checks

/** Entries of plan and settings that are no valid checks: skipped silently, they would never be noticed. */
export const badChecks = (facts: ProjectFacts, plan: PlanFacts['plan'] | null): readonly CheckProblem[] => [
  ...(plan === null ? [] : readOwn(plan).problems),
  ...projectChecks(facts).problems,
]

/** The plan's own checks, then the project's other ones. */
export const checksOf = (facts: ProjectFacts, plan: Pick<PlanFacts, 'plan'>): readonly Check[] =>
  joinedChecks(ownChecks(plan.plan), projectChecks(facts).checks)

/** One list without duplicates. */
export function joinedChecks(own: readonly Check[], common: readonly Check[]): readonly Check[] {
  const known = new Map<string, Check>()
  for (const check of [...own, ...common]) if (!known.has(checkKey(check))) known.set(checkKey(check), check)
  return [...known.values()]
}

/** Name of the step that runs this check. */
export const stepName = (check: Parameters<typeof runKey>[0]): string => `check:${runKey(check)}`

/** Which trust a check's program needs; by default that of the tree. */
export type StepOf = (check: Check) => typeof treeStep

export interface CheckStepOptions {
  readonly stepOf?: StepOf | undefined
  /** Run in a scratch work tree of this commit; `name` keeps its result apart from the current tree's. */
  readonly commit?: string
  readonly name?: (check: Check) => string
}

/** One step per distinct program, in order of first mention. Every check named by a tree passes through here. */
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
          timeoutMs: limit,
          ...(commit === undefined ? {} : { commit }),
        }),
      )
  return [...steps.values()]
}
