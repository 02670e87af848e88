// The status line. It stores the context figure for clients that do not pass it to hooks.
import type { CheckAt } from '../check.js'
import { type HookProject, settingOf } from '../surroundings.js'
import { claimsOf } from './claimed.js'

const WIDTH = 10

/** `████░░░░░░ 40%`: the share in use. */
export function bar(remaining: number): string {
  const used = Math.min(100, Math.max(0, Math.round(100 - remaining)))
  const full = Math.round((used / 100) * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${used}%`
}

const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path

/** Reads one line of STATE.md: the status line is drawn many times a minute. */
const headOf = (state: string | null, keys: string): string | null =>
  state?.match(new RegExp(`^(?:${keys}):[ \\t]*"?([^"\\n]{1,60})`, 'm'))?.[1]?.trim() ?? null

const branchIn = (project: HookProject | null): string | null =>
  project?.read('.git/HEAD')?.match(/^ref: refs\/heads\/(.{1,80})/m)?.[1] ?? null

const DAY_MS = 24 * 60 * 60_000

/** Age of the state in days; null if it is from today or unknown. */
function staleness(state: string | null, now: number): string | null {
  const written = Date.parse(headOf(state, 'last_updated|last_activity') ?? '')
  const days = Math.floor((now - written) / DAY_MS)
  return Number.isFinite(days) && days > 0 ? `state ${days}d old` : null
}

const TASK = 'task-watch'

export const taskWatch: CheckAt<'post-tool'> = {
  id: TASK,
  about: "Records the session's current task for the status line",
  points: ['post-tool'],
  actions: ['todo'],
  setting: null,
  needsProject: true,
  run: ({ tools, inAgent }, _, { keep }) => {
    const listed = tools.find(({ action }) => action === 'todo')
    if (!inAgent && listed !== undefined) keep(listed.task?.slice(0, MOST_TASK) ?? null)
    return []
  },
}
const MOST_TASK = 40

/** The session's unit and current task, else the status in STATE.md. */
function workOf(session: string | null, project: HookProject | null, task: unknown, now: number): string | null {
  const [unit] = project === null ? [] : claimsOf(session, project, now)
  if (unit === undefined) return headOf(project?.read('.planning/STATE.md') ?? null, 'current_unit|stopped_at|status')
  return `${unit.unitType} ${unit.unitId}${typeof task === 'string' ? `: ${task}` : ''}`
}

const thousands = (tokens: number): string => `${Math.round(tokens / 1000)}k`

export const statusLine: CheckAt<'status-line'> = {
  id: 'status-line',
  about: 'Model, current work, folder and context usage',
  points: ['status-line'],
  actions: null,
  setting: null,
  needsProject: false,
  run: ({ model, cwd, context, session }, around, { now, recalled, keep }) => {
    const { project } = around
    const said = settingOf(around)
    const wants = (key: string) => said(`statusline.${key}`) === true
    const figures =
      context === null
        ? null
        : [
            bar(context.remaining),
            wants('show_context_tokens') && context.tokens !== null ? thousands(context.tokens) : null,
          ]
            .filter((part) => part !== null)
            .join(' ')
    const rest = [
      model,
      workOf(session, project, recalled(TASK), now()),
      wants('show_state_freshness') ? staleness(project?.read('.planning/STATE.md') ?? null, now()) : null,
      folderName(cwd),
      wants('show_git') ? branchIn(project) : null,
    ]
    const isFront = said('statusline.context_position') === 'front'
    const parts = isFront ? [figures, ...rest] : [...rest, figures]
    if (context !== null) keep({ remaining: context.remaining, at: now() })
    return [{ kind: 'line', text: parts.filter((part) => part !== null && part !== '').join(' │ ') }]
  },
}
