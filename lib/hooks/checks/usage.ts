// Has noted what a session used: when it ends, and now and then before, so that a ceiling holds while it goes on.
import type { CheckAt } from '../check.js'

/** Between two notes of one session. */
const PAUSE_MS = 5 * 60_000

export const usageIngestion: CheckAt<'session-end' | 'subagent-stop' | 'turn-end'> = {
  id: 'usage',
  about: 'Notes the tokens of a session, for budget and reports',
  points: ['session-end', 'subagent-stop', 'turn-end'],
  actions: null,
  setting: 'hooks.usage',
  needsProject: true,
  run: ({ point }, _, { now, value, keep, note }) => {
    const isEnd = point === 'session-end'
    if (!isEnd && typeof value === 'number' && now() - value < PAUSE_MS) return []
    if (!isEnd) keep(now())
    note()
    return []
  },
}
