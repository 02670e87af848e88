// Hands what a session or an agent used to the log of costs when it ends.
import type { CheckAt } from '../check.js'
import { usagesIn } from './transcript.js'

export const usageIngestion: CheckAt<'session-end' | 'subagent-stop', 'usage'> = {
  id: 'usage',
  about: 'Notes the tokens of a session when it ends, for budget and reports',
  points: ['session-end', 'subagent-stop'],
  actions: null,
  setting: 'hooks.usage',
  needsProject: true,
  uses: { usage: true },
  run: (event, { read }, { usage }) => {
    const record = event.transcript === null ? null : read(event.transcript)
    const usages = record === null ? [] : usagesIn(record)
    const tokens = usages.reduce((sum, { fresh }) => sum + fresh, 0)
    if (tokens > 0)
      usage.record({
        tokens,
        event: `${event.session ?? event.transcript}:${event.point}:${usages.length}`,
        model: usages.at(-1)?.model ?? null,
      })
    return []
  },
}
