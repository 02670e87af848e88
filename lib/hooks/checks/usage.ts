// Has a session's usage recorded at its end and now and then before, so that a limit applies while it runs.
import type { CheckAt } from '../check.js'

/** Pause between two records of one session. */
const PAUSE_MS = 5 * 60_000

export const usageIngestion: CheckAt<'session-end' | 'subagent-stop' | 'turn-end'> = {
  id: 'usage',
  about: 'Records the tokens of a session, for budget and reports',
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
