// The status line, which stores the context figure for the hooks of clients that pass the figure only here.
import type { CheckAt, HookProject } from '../check.js'
import { claimsOf } from './claimed.js'

const WIDTH = 10

/** Returns a bar of the share in use, such as `████░░░░░░ 40%`. */
export function bar(remaining: number): string {
  const used = Math.min(100, Math.max(0, Math.round(100 - remaining)))
  const full = Math.round((used / 100) * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${used}%`
}

const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path

/** Reads only one line of STATE.md, because the status line is drawn many times a minute. */
const STATE_LINE = /^(?:current_unit|stopped_at|status):[ \t]*"?([^"\n]{1,60})/m

const TASK = 'task-watch'

export const taskWatch: CheckAt<'post-tool'> = {
  id: TASK,
  points: ['post-tool'],
  actions: ['todo'],
  setting: null,
  needsProject: true,
  run: ({ tools, inAgent }, _, { store }) => {
    const listed = tools.find(({ action }) => action === 'todo')
    if (!inAgent && listed !== undefined) store(listed.task?.slice(0, MAX_TASK) ?? null)
    return []
  },
}
const MAX_TASK = 40

/** Returns the session's unit and current task, else the position in STATE.md. */
function workOf(session: string | null, project: HookProject | null, task: unknown, now: number): string | null {
  const [unit] = project === null ? [] : claimsOf(session, project, now)
  if (unit === undefined) return project?.read('.planning/STATE.md')?.match(STATE_LINE)?.[1]?.trim() ?? null
  return `${unit.unitType} ${unit.unitId}${typeof task === 'string' ? `: ${task}` : ''}`
}

export const statusLine: CheckAt<'status-line'> = {
  id: 'status-line',
  points: ['status-line'],
  actions: null,
  setting: null,
  needsProject: false,
  run: ({ model, cwd, context, session }, { project }, { now, storedValue, store }) => {
    const work = workOf(session, project, storedValue(TASK), now())
    const parts = [model, work, folderName(cwd), context === null ? null : bar(context.remaining)]
    if (context !== null) store({ remaining: context.remaining, at: now() })
    return [{ kind: 'line', text: parts.filter((part) => part !== null && part !== '').join(' │ ') }]
  },
}
