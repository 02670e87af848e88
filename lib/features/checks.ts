// Every check there is: those of the pack itself, of which the first may refuse, and those of the features. It loads no verbs.
import type { Check } from '../hooks/check.js'
import { checksWith } from '../hooks/checks/all.js'
import { checks as graphify } from './graphify/hooks.js'
import { checks as planTasks } from './plan-tasks/hooks.js'

/** `load`: as for `checksWith`. */
export const allChecks = (load: Parameters<typeof checksWith>[0]): readonly Check[] => [
  ...checksWith(load),
  ...graphify,
  ...planTasks,
]

/** What is known of them without running one. */
export const knownChecks = (): readonly Omit<Check, 'run'>[] =>
  allChecks(() => {
    throw new Error('this registry is only looked at')
  })
