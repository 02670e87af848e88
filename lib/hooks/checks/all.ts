// The pack's own checks in running order: refusals come first.
import type { Check } from '../check.js'
import { contextMonitor, timeLeft } from './context-monitor.js'
import { injectionScanner } from './injection.js'
import { unitScopeGuard, worktreePathGuard } from './isolation.js'
import { type Heavy, planningGateOf, planningWatchOf } from './planning.js'
import { typedOrder, usageIngestion } from './records.js'
import { ownRules, rulesForgotten } from './rules.js'
import { secretGuard } from './secrets.js'
import { statusLine, taskWatch } from './status-line.js'

/** `load`: loads the code that is not part of the program at start. */
export const checksWith = (load: () => Heavy): readonly Check[] => [
  worktreePathGuard,
  unitScopeGuard,
  secretGuard,
  planningGateOf(load),
  planningWatchOf(load),
  typedOrder,
  statusLine,
  taskWatch,
  contextMonitor,
  timeLeft,
  injectionScanner,
  ownRules,
  rulesForgotten,
  usageIngestion,
]

/** Facts about the checks without running one. */
export const knownChecks = (): readonly Omit<Check, 'run'>[] =>
  checksWith(() => {
    throw new Error('this registry is only looked at')
  })
