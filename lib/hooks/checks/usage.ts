// Hands what a session or an agent used to the log of costs when it ends.
import { isFields } from '../../std/fields.js'
import type { CheckAt } from '../check.js'
import { usagesIn } from './transcript.js'

export const usageIngestion: CheckAt<'session-end' | 'subagent-stop'> = {
  id: 'usage',
  about: 'Notes the tokens of a session when it ends, for budget and reports',
  points: ['session-end', 'subagent-stop'],
  actions: null,
  setting: 'hooks.usage',
  needsProject: true,
  run: ({ transcript, session, point }, { read }, { value, keep, record }) => {
    const text = transcript === null ? null : read(transcript)
    const usages = text === null ? [] : usagesIn(text)
    const tokens = usages.reduce((sum, { fresh }) => sum + fresh, 0)
    // A record goes on growing, in a resumed session too: count each token once.
    const handedIn = isFields(value) ? value : {}
    const before = handedIn[transcript ?? '']
    const fresh = tokens - (typeof before === 'number' ? before : 0)
    if (fresh > 0) {
      const event = `${session ?? transcript}:${point}:${usages.length}`
      record({ tokens: fresh, event, model: usages.at(-1)?.model ?? null })
      keep({ ...handedIn, [transcript ?? '']: tokens })
    }
    return []
  },
}
