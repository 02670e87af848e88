// Records what a session leaves for later: a user's message that starts one of our commands, and the usage.
import type { CheckAt } from '../check.js'

export const typedRequest: CheckAt<'prompt-submit'> = {
  id: 'typed-order',
  points: ['prompt-submit'],
  actions: null,
  setting: null,
  needsProject: false,
  run({ prompt, inAgent }, _, { recordRequest }) {
    if (!inAgent && /^\s*[/$]gsd/.test(prompt)) recordRequest(prompt)
    return []
  },
}

/** How long to wait before the usage of a session is recorded again, except at the session's end. */
const MIN_INTERVAL_MS = 5 * 60_000

export const usageIngestion: CheckAt<'session-end' | 'subagent-stop' | 'turn-end'> = {
  id: 'usage',
  points: ['session-end', 'subagent-stop', 'turn-end'],
  actions: null,
  setting: 'hooks.usage',
  needsProject: true,
  run: ({ point }, _, { now, ownValue, store, recordUsage }) => {
    const isEnd = point === 'session-end'
    if (!isEnd && typeof ownValue === 'number' && now() - ownValue < MIN_INTERVAL_MS) return []
    if (!isEnd) store(now())
    recordUsage()
    return []
  },
}
