// Warns the model before its context fills up. Advice only: it chooses where to stop.
import type { CheckAt } from '../check.js'
import { contextLeft } from './transcript.js'

/** Percent of the context left. */
const WARNING = 35
const CRITICAL = 25
/** Tool calls between two warnings of one level. */
const DEBOUNCE = 5
type Level = 'warning' | 'critical'

interface Seen {
  readonly level: Level
  /** Tool calls since the last warning. */
  readonly calls: number
}

const seenIn = (value: unknown): Seen | null => {
  const { level, calls } = (value ?? {}) as Partial<Seen>
  return (level === 'warning' || level === 'critical') && typeof calls === 'number' ? { level, calls } : null
}

/** Whether to warn now, and what to store: a higher level at once, the same level every few calls. */
export function step(level: Level | null, seen: Seen | null): { readonly speaks: boolean; readonly next: Seen | null } {
  if (level === null) return { speaks: false, next: null }
  if (seen === null || (level === 'critical' && seen.level === 'warning'))
    return { speaks: true, next: { level, calls: 0 } }
  const calls = seen.calls + 1
  return calls >= DEBOUNCE ? { speaks: true, next: { level, calls: 0 } } : { speaks: false, next: { level, calls } }
}

const TEXTS: Readonly<Record<Level, string>> = {
  warning:
    'About {left} % of the context is left. Finish the present step; start anything large in a fresh session or a subagent.',
  critical:
    'Only about {left} % of the context is left. End the present step safely now; a fresh session can continue from there.',
}

const KEEPS = 'gsd-tools state record-session --stopped-at "<where>" records the position.'

export const contextMonitor: CheckAt<'post-tool' | 'subagent-stop' | 'turn-end' | 'pre-compact'> = {
  id: 'context-monitor',
  about: 'Warns when the context is nearly full',
  points: ['post-tool', 'subagent-stop', 'turn-end', 'pre-compact'],
  actions: null,
  setting: 'hooks.context_warnings',
  needsProject: false,
  run: (event, around, { now, recalled, value, keep }) => {
    const remaining = contextLeft(event, recalled('status-line'), now, around.tail)
    if (remaining === null) return []
    const level = remaining <= CRITICAL ? 'critical' : remaining <= WARNING ? 'warning' : null
    const seen = seenIn(value)
    const { speaks, next } = step(level, seen)
    if (next !== seen) keep(next)
    if (level === null || !speaks) return []
    const text = TEXTS[level].replace('{left}', String(Math.max(0, Math.round(remaining))))
    const keeps = level === 'critical' && around.project !== null
    return [{ kind: 'advice', text: keeps ? `${text} ${KEEPS}` : text }]
  },
}
