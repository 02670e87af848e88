// Warns a session shortly before its time limit, so that the next one can resume.
import { ENDS_AT } from '../../core/dispatch/session-variables.js'
import { counted } from '../../std/text.js'
import type { CheckAt } from '../check.js'

const SOON_MS = 5 * 60_000

export const timeLeft: CheckAt<'post-tool' | 'subagent-stop'> = {
  id: 'time-left',
  points: ['post-tool', 'subagent-stop'],
  actions: null,
  setting: 'hooks.context_warnings',
  needsProject: true,
  run: (_, { env }, { now, value, keep }) => {
    const left = Number(env(ENDS_AT) ?? 0) - now()
    if (!(left > 0 && left <= SOON_MS) || value === true) return []
    keep(true)
    const minutes = counted(Math.max(1, Math.round(left / 60_000)), 'minute')
    const text = `gsd auto ends this session in about ${minutes}. Commit before then; gsd-tools state record-session --stopped-at "<where>" tells the next session where to continue.`
    return [{ kind: 'advice', text }]
  },
}
