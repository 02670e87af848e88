// A small project whose first phase, counting words, is planned but not executed.
import { contextDraft, type PlanDraftOptions, PROJECT_FILES, planDraft } from './drafts.js'
import { type Files, makeProject, type TempProject } from './project.js'

export const COUNTING = '.planning/phases/01-counting'

export interface Counting {
  /** Plans by number; by default one plain plan. */
  readonly plans?: Readonly<Record<string, PlanDraftOptions>>
  /** Whether plans are checked before execution. */
  readonly check?: boolean
  /** Checks of the whole project. */
  readonly commands?: readonly (readonly string[])[]
  readonly files?: Files
  /** Whether the project came from elsewhere, so that nobody on this machine has agreed to its commands. */
  readonly foreign?: boolean
}

export function countingProject({
  plans = { '01': {} },
  check = false,
  commands,
  files = {},
  foreign = false,
}: Counting = {}): TempProject {
  const config = {
    planning_schema: 1,
    workflow: { research: false, plan_check: check },
    ...(commands === undefined ? {} : { verification: { commands } }),
  }
  const all = {
    '.planning/config.json': `${JSON.stringify(config, null, 2)}\n`,
    ...PROJECT_FILES,
    [`${COUNTING}/01-CONTEXT.md`]: contextDraft('1'),
    ...Object.fromEntries(
      Object.entries(plans).map(([number, options]) => [
        `${COUNTING}/01-${number}-PLAN.md`,
        planDraft('01-counting', number, options),
      ]),
    ),
    ...files,
  }
  return makeProject(all, { foreign })
}
