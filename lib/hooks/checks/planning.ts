// Finds tool calls and shell lines that may break a planning file, and only then loads the code that checks the file.
import type { Digest } from '../../ports.js'
import { BEFORE_CALLS, type CheckAt, type HookProject, type ToolEvent } from '../check.js'
import { changesOf, concernsPlans, PLANNING } from './files.js'
import type { brokenPlans, planningGate } from './planning-gate.js'

/** Code that is loaded on demand. */
export interface LazyCode {
  readonly planningGate: typeof planningGate
  readonly brokenPlans: typeof brokenPlans
  readonly sha256: Digest
}

export const planningGateOf = (load: () => LazyCode): CheckAt<'pre-tool'> => ({
  id: 'planning-gate',
  ...BEFORE_CALLS,
  actions: ['write', 'edit'],
  setting: 'hooks.planning_gate',
  run: (event, around, effects) =>
    changesOf(event, around).some(concernsPlans) ? load().planningGate.run(event, around, effects) : [],
})

/** What is stored between calls: when the folders last changed, and the marks of damage already reported. */
interface Watched {
  readonly at: number
  readonly told: readonly string[]
}

const watchedIn = (value: unknown): Watched | null => {
  const { at, told } = (value ?? {}) as Partial<Watched>
  return typeof at === 'number' && Array.isArray(told) ? { at, told } : null
}

const lastChange = ({ list, changedAt }: HookProject): number => {
  const folders = [PLANNING, ...list(PLANNING).map((name) => `${PLANNING}/${name}`)]
  return Math.max(0, ...folders.map((folder) => changedAt(folder) ?? 0))
}

/** A Git command: the changes it makes are intended. */
const GIT = /(?:^|[;&|]\s*)git\s/

/** Whether to check planning files: the call names their folder, or the folder changed since the last call without git. */
function isDue({ tools, cwd }: ToolEvent, at: number, known: Watched | null): boolean {
  const lines = [cwd, ...tools.flatMap(({ command }) => command ?? [])]
  if (lines.some((line) => line.includes(PLANNING))) return true
  return known !== null && known.at !== at && !lines.some((line) => GIT.test(line))
}

export const planningWatchOf = (load: () => LazyCode): CheckAt<'post-tool'> => ({
  id: 'planning-watch',
  points: ['post-tool'],
  actions: ['shell'],
  setting: 'hooks.planning_gate',
  needsProject: true,
  run: async (event, { project }, { ownValue, store }) => {
    if (project === null) return []
    const known = watchedIn(ownValue)
    const at = lastChange(project)
    const told = known?.told ?? []
    if (!isDue(event, at, known)) {
      if (known?.at !== at) store({ at, told })
      return []
    }
    const { brokenPlans, sha256 } = load()
    const { findings, marks } = await brokenPlans(project, sha256, told)
    store({ at, told: marks })
    return findings
  },
})
