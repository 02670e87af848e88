// Warns the model before its context fills up. Advice only: it chooses where to stop.
import type { CheckAt } from '../check.js'
import { contextLeft } from './transcript.js'

/** Percent of the context left. */
const WARNING = 35
const CRITICAL = 25
type Level = 'warning' | 'critical'

const TEXTS: Readonly<Record<Level, string>> = {
  warning:
    'About {left} % of the context is left. Finish the present step; start anything large in a fresh session or a subagent.',
  critical:
    'Only about {left} % of the context is left. End the present step safely now; a fresh session can continue from there.',
}

const KEEPS = 'gsd-tools state record-session --stopped-at "<where>" records the position.'

export const contextMonitor: CheckAt<'post-tool' | 'subagent-stop' | 'turn-end' | 'pre-compact'> = {
  id: 'context-monitor',
  points: ['post-tool', 'subagent-stop', 'turn-end', 'pre-compact'],
  actions: null,
  setting: 'hooks.context_warnings',
  needsProject: false,
  run: (event, around, { now, recalled, value, keep }) => {
    const remaining = contextLeft(event, recalled('status-line'), now, around.tail)
    if (remaining === null) return []
    const level = remaining <= CRITICAL ? 'critical' : remaining <= WARNING ? 'warning' : null
    if (level !== (value ?? null)) keep(level)
    // Once for each level, until there is room again.
    if (level === null || level === value || value === 'critical') return []
    const text = TEXTS[level].replace('{left}', String(Math.max(0, Math.round(remaining))))
    const keeps = level === 'critical' && around.project !== null
    return [{ kind: 'advice', text: keeps ? `${text} ${KEEPS}` : text }]
  },
}
