// What a session leaves for later: the user's words after one of our commands, and its usage.
import type { CheckAt } from '../check.js'

export const typedOrder: CheckAt<'prompt-submit'> = {
  id: 'typed-order',
  points: ['prompt-submit'],
  actions: null,
  setting: null,
  needsProject: false,
  run({ prompt, inAgent }, _, { ordered }) {
    if (!inAgent && /^\s*[/$]gsd/.test(prompt)) ordered(prompt)
    return []
  },
}

/** Pause between two records of one session. */
const PAUSE_MS = 5 * 60_000

export const usageIngestion: CheckAt<'session-end' | 'subagent-stop' | 'turn-end'> = {
  id: 'usage',
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
