// When a tool or shell line may break a planning file. Loads the readers that check it only then.
import type { Digest } from '../../ports.js'
import { type Acting, BEFORE_CALLS, type CheckAt, type HookProject } from '../check.js'
import { changesOf, concernsPlans, PLANNING } from './files.js'
import type { brokenPlans, planningGate } from './planning-gate.js'

/** Code that is not loaded at start. */
export interface Heavy {
  readonly planningGate: typeof planningGate
  readonly brokenPlans: typeof brokenPlans
  readonly sha256: Digest
}

export const planningGateOf = (load: () => Heavy): CheckAt<'pre-tool'> => ({
  id: 'planning-gate',
  ...BEFORE_CALLS,
  actions: ['write', 'edit'],
  setting: 'hooks.planning_gate',
  run: (event, around, effects) =>
    changesOf(event, around).some(concernsPlans) ? load().planningGate.run(event, around, effects) : [],
})

/** Stored between calls: the last change of the folders, and the reported files. */
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

/** Changes made by Git commands are intended. */
const GIT = /(?:^|[;&|]\s*)git\s/

/** Whether to check the plans: the line names their folder, or the folder changed without Git. */
function isDue({ tools, cwd }: Acting, at: number, known: Watched | null): boolean {
  const lines = [cwd, ...tools.flatMap(({ command }) => command ?? [])]
  if (lines.some((line) => line.includes(PLANNING))) return true
  return known !== null && known.at !== at && !lines.some((line) => GIT.test(line))
}

export const planningWatchOf = (load: () => Heavy): CheckAt<'post-tool'> => ({
  id: 'planning-watch',
  points: ['post-tool'],
  actions: ['shell'],
  setting: 'hooks.planning_gate',
  needsProject: true,
  run: async (event, { project }, { value, keep }) => {
    if (project === null) return []
    const known = watchedIn(value)
    const at = lastChange(project)
    const told = known?.told ?? []
    if (!isDue(event, at, known)) {
      if (known?.at !== at) keep({ at, told })
      return []
    }
    const { brokenPlans, sha256 } = load()
    const { findings, marks } = await brokenPlans(project, sha256, told)
    keep({ at, told: marks })
    return findings
  },
})
