// The checks of the pack itself, in the order they run: what may refuse comes first.
import type { Digest } from '../../ports.js'
import { BEFORE_CALLS, type Check, type CheckAt } from '../check.js'
import { changedBy, concernsPlans } from './changed.js'
import { commitGuard } from './commit.js'
import { contextMonitor } from './context-monitor.js'
import { injectionScanner } from './injection.js'
import { unitScopeGuard, worktreePathGuard } from './isolation.js'
import type { brokenPlans, planningGate } from './planning-gate.js'
import { lookAfter, watchedIn } from './planning-watch.js'
import { secretGuard } from './secrets.js'
import { sessionStart, updateCheck } from './session.js'
import { statusLine } from './status-line.js'
import { typedOrder } from './typed-order.js'
import { usageIngestion } from './usage.js'
import { readGuard, stateHead, workflowGuard } from './workflow.js'

/** The code of the checks that are not loaded with the program. */
interface Heavy {
  readonly planningGate: typeof planningGate
  readonly brokenPlans: typeof brokenPlans
  readonly sha256: Digest
}

const planningGateOf = (load: () => Heavy): CheckAt<'pre-tool'> => ({
  id: 'planning-gate',
  about: 'Refuses a change after which a planning file could not be read or was emptied, or that only the CLI makes',
  ...BEFORE_CALLS,
  actions: ['write', 'edit'],
  setting: 'hooks.planning_gate',
  run: (event, around, effects) =>
    changedBy(event, around).some(concernsPlans) ? load().planningGate.run(event, around, effects) : [],
})

const planningWatchOf = (load: () => Heavy): CheckAt<'post-tool'> => ({
  id: 'planning-watch',
  about: 'Tells of planning files that a line of shell broke or took away, with the call that brings them back',
  points: ['post-tool'],
  actions: ['shell'],
  setting: 'hooks.planning_gate',
  needsProject: true,
  run: async (event, { project }, { value, keep }) => {
    const known = watchedIn(value)
    const look = project === null ? null : lookAfter(event, project, known)
    if (project === null || look === null) return []
    const told = known?.told ?? []
    const { brokenPlans, sha256 } = look.isDue ? load() : { brokenPlans: null, sha256: null }
    const broken = brokenPlans === null ? null : await brokenPlans(project, sha256, told)
    keep({ at: look.at, told: broken?.marks ?? told })
    return broken?.findings ?? []
  },
})

/** `load`: the code of the checks that are not loaded with the program. */
export const checksWith = (load: () => Heavy): readonly Check[] => [
  worktreePathGuard,
  unitScopeGuard,
  secretGuard,
  commitGuard,
  planningGateOf(load),
  planningWatchOf(load),
  typedOrder,
  statusLine,
  contextMonitor,
  injectionScanner,
  sessionStart,
  updateCheck,
  stateHead,
  readGuard,
  workflowGuard,
  usageIngestion,
]

/** What is known of them without running one. */
export const knownChecks = (): readonly Omit<Check, 'run'>[] =>
  checksWith(() => {
    throw new Error('this registry is only looked at')
  })
