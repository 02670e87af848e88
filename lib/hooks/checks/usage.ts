// Hands what a session or an agent used to the log of costs when it ends.
import { type Check, NOTHING } from '../check.js'
import { usagesIn } from './transcript.js'

export const usageIngestion: Check = {
  id: 'usage',
  about: 'Notes the tokens of a session when it ends, for budget and reports',
  points: ['session-end', 'subagent-stop'],
  actions: null,
  setting: { key: 'hooks.usage', isOn: true, guard: null },
  needsProject: true,
  run: (event, { read, payload }) => {
    const record = event.transcript === null ? null : read(event.transcript)
    const usages = record === null ? [] : usagesIn(record)
    const tokens = usages.reduce((sum, { fresh }) => sum + fresh, 0)
    if (tokens === 0) return NOTHING
    const model = usages.at(-1)?.model ?? null
    const words = [
      'metrics',
      'record',
      '--tokens',
      String(tokens),
      '--event',
      `${event.session ?? event.transcript}:${event.point}:${usages.length}`,
    ]
    return {
      findings: [
        {
          kind: 'start',
          argv: ['node', `${payload}/bin/gsd-tools.cjs`, ...words, ...(model === null ? [] : ['--model', model])],
        },
      ],
    }
  },
}
