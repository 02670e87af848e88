// The line below the prompt. It remembers how full the context is, for clients that don't tell hooks.
import type { CheckAt } from '../check.js'
import type { HookProject } from '../surroundings.js'

const WIDTH = 10

/** `████░░░░░░ 40%`: what is used. */
export function bar(remaining: number): string {
  const used = Math.min(100, Math.max(0, Math.round(100 - remaining)))
  const full = Math.round((used / 100) * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${used}%`
}

const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path

/** One line of STATE.md is looked at, because the status line is drawn many times a minute. */
const headOf = (state: string | null, keys: string): string | null =>
  state?.match(new RegExp(`^(?:${keys}):[ \\t]*"?([^"\\n]{1,60})`, 'm'))?.[1]?.trim() ?? null

const branchIn = (project: HookProject | null): string | null =>
  project?.read('.git/HEAD')?.match(/^ref: refs\/heads\/(.{1,80})/m)?.[1] ?? null

const DAY_MS = 24 * 60 * 60_000

/** How long ago the state was written, in days; null while that is today or not known. */
function staleness(state: string | null, now: number): string | null {
  const written = Date.parse(headOf(state, 'last_updated|last_activity') ?? '')
  const days = Math.floor((now - written) / DAY_MS)
  return Number.isFinite(days) && days > 0 ? `state ${days}d old` : null
}

const thousands = (tokens: number): string => `${Math.round(tokens / 1000)}k`

export const statusLine: CheckAt<'status-line'> = {
  id: 'status-line',
  about: 'Model, work at hand, folder and how full the context is',
  points: ['status-line'],
  actions: null,
  setting: null,
  needsProject: false,
  run: ({ model, cwd, context }, { project }, { now, keep }) => {
    const state = project?.read('.planning/STATE.md') ?? null
    const wants = (key: string) => project?.setting(`statusline.${key}`) === true
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
      headOf(state, 'current_unit|stopped_at|status'),
      wants('show_state_freshness') ? staleness(state, now()) : null,
      folderName(cwd),
      wants('show_git') ? branchIn(project) : null,
    ]
    const isFront = project?.setting('statusline.context_position') === 'front'
    const parts = isFront ? [figures, ...rest] : [...rest, figures]
    if (context !== null) keep({ remaining: context.remaining, at: now() })
    return [{ kind: 'line', text: parts.filter((part) => part !== null && part !== '').join(' │ ') }]
  },
}
