// The checks of the pack itself, in the order they run: what may refuse comes first.
import type { Check, CheckAt } from '../check.js'
import { changedBy, concernsPlans } from './changed.js'
import { commitGuard } from './commit.js'
import { contextMonitor } from './context-monitor.js'
import { custodyGuard } from './custody.js'
import { injectionScanner, promptGuard } from './injection.js'
import { unitScopeGuard, worktreePathGuard } from './isolation.js'
import { secretGuard } from './secrets.js'
import { configReload, sessionStart, updateCheck } from './session.js'
import { statusLine } from './status-line.js'
import { typedAnswer, typedOrder, typedPrompt } from './typed-words.js'
import { usageIngestion } from './usage.js'
import { phaseBoundary, readGuard, stateHead, workflowGuard } from './workflow.js'

/** The code of the checks that are not loaded with the program. */
interface Heavy {
  readonly planningGate: Pick<CheckAt<'pre-tool', 'clock' | 'permit'>, 'run'>
}

const planningGateOf = (load: () => Heavy): CheckAt<'pre-tool', 'clock' | 'permit'> => ({
  id: 'planning-gate',
  about:
    'Refuses a change after which a planning file could not be read, was emptied or gone, or that only the CLI makes',
  points: ['pre-tool'],
  actions: ['write', 'edit', 'shell'],
  setting: 'hooks.planning_gate',
  needsProject: true,
  uses: { clock: true, permit: true },
  run: (event, around, handles) =>
    changedBy(event, around).some(concernsPlans) ? load().planningGate.run(event, around, handles) : [],
})

/** `load`: the code of the checks that are not loaded with the program. */
export const checksWith = (load: () => Heavy): readonly Check[] => [
  worktreePathGuard,
  unitScopeGuard,
  custodyGuard,
  secretGuard,
  commitGuard,
  planningGateOf(load),
  promptGuard,
  typedPrompt,
  typedOrder,
  typedAnswer,
  statusLine,
  contextMonitor,
  injectionScanner,
  sessionStart,
  updateCheck,
  stateHead,
  readGuard,
  workflowGuard,
  phaseBoundary,
  configReload,
  usageIngestion,
]
