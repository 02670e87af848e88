// The pack's own checks in the order in which they run; those that may refuse come first.
import type { Check } from '../check.js'
import { contextMonitor, timeLeft } from './context-monitor.js'
import { injectionScanner } from './injection.js'
import { unitScopeGuard, worktreePathGuard } from './isolation.js'
import { type LazyCode, planningGateOf, planningWatchOf } from './planning.js'
import { typedRequest, usageIngestion } from './records.js'
import { ownRules, rulesForgotten } from './rules.js'
import { secretGuard } from './secrets.js'
import { statusLine, taskWatch } from './status-line.js'

/** Returns all checks; `load` loads the code that the program does not load at its start. */
export const checksWith = (load: () => LazyCode): readonly Check[] => [
  worktreePathGuard,
  unitScopeGuard,
  secretGuard,
  planningGateOf(load),
  planningWatchOf(load),
  typedRequest,
  statusLine,
  taskWatch,
  contextMonitor,
  timeLeft,
  injectionScanner,
  ownRules,
  rulesForgotten,
  usageIngestion,
]

/** Returns the data of the checks, for callers that run none. */
export const knownChecks = (): readonly Omit<Check, 'run'>[] =>
  checksWith(() => {
    throw new Error('these checks cannot be run')
  })
