// The registry of checks, in the order they run: what may refuse comes first.

import { type Check, NOTHING } from '../check.js'
import type { HookEvent } from '../event.js'
import type { Surroundings } from '../surroundings.js'
import { changedBy, concernsPlans } from './changed.js'
import { commitGuard } from './commit.js'
import { contextMonitor } from './context-monitor.js'
import { custodyGuard } from './custody.js'
import { injectionScanner, promptGuard } from './injection.js'
import { agentIsolationGuard, worktreePathGuard } from './isolation.js'
import { secretGuard } from './secrets.js'
import { configReload, graphUpdate, sessionStart, updateCheck } from './session.js'
import { statusLine } from './status-line.js'
import { taskReminder } from './task-reminder.js'
import { typedAnswer, typedPrompt } from './typed-words.js'
import { usageIngestion } from './usage.js'
import { phaseBoundary, readGuard, stateHead, workflowGuard } from './workflow.js'

/** The code of the checks that are not loaded with the program. */
type Heavy = Readonly<Record<'planningGate', Pick<Check, 'run'>>>
/** Loads it. */
type LoadHeavy = () => Heavy

type Facts = Omit<Check, 'run'>

const PLANNING_GATE: Facts = {
  id: 'planning-gate',
  about:
    'Refuses a change after which a planning file could not be read, was emptied or gone, or that only the CLI makes',
  points: ['pre-tool'],
  actions: ['write', 'edit', 'shell'],
  setting: { key: 'hooks.planning_gate', isOn: true, guard: { safe: true } },
  needsProject: true,
}

const writesPlans = (event: HookEvent, around: Surroundings) => changedBy(event, around).some(concernsPlans)

export const checksWith = (load: LoadHeavy): readonly Check[] => {
  const late = (
    facts: Facts,
    name: keyof Heavy,
    isDue: (event: HookEvent, around: Surroundings) => boolean,
  ): Check => ({
    ...facts,
    run: (event, around) => (isDue(event, around) ? load()[name].run(event, around) : NOTHING),
  })
  return [
    agentIsolationGuard,
    worktreePathGuard,
    custodyGuard,
    secretGuard,
    commitGuard,
    late(PLANNING_GATE, 'planningGate', writesPlans),
    promptGuard,
    typedPrompt,
    typedAnswer,
    statusLine,
    contextMonitor,
    injectionScanner,
    taskReminder,
    sessionStart,
    updateCheck,
    stateHead,
    readGuard,
    workflowGuard,
    phaseBoundary,
    graphUpdate,
    configReload,
    usageIngestion,
  ]
}

/** What is known of the checks without running one. */
export const CHECKS: readonly Facts[] = checksWith(() => {
  throw new Error('this registry is only looked at')
})
