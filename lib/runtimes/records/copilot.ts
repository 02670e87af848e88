// Copilot CLI: an event per request. Its "cost" is not money.
import { countAt } from '../../std/fields.js'
import { documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn, without, wordsIn } from './records.js'

export const COPILOT_RECORDS: Records = {
  folder: 'session-state',
  suffix: 'events.jsonl',
  beside: null,
  read(text) {
    const lines = documentsIn(text)
    const start = fieldsAt(lines.find(({ type }) => type === 'session.start') ?? {}, 'data')
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const usage = fieldsAt(fieldsAt(line, 'data'), 'usage')
      if (line['type'] !== 'session.usage_record') return []
      const cached = countAt(usage, 'cacheReadTokens')
      return requestAt(at, {
        id: textAt(fieldsAt(usage, 'accounting'), 'usageId') ?? textAt(line, 'id'),
        session: textAt(start, 'sessionId') ?? '',
        folder: textAt(fieldsAt(start, 'context'), 'cwd'),
        model: textAt(usage, 'model'),
        input: without(countAt(usage, 'inputTokens'), cached),
        cached,
        output: countAt(usage, 'outputTokens'),
      })
    })
  },
  typed(text) {
    const lines = documentsIn(text)
    const start = fieldsAt(lines.find(({ type }) => type === 'session.start') ?? {}, 'data')
    const folder = textAt(fieldsAt(start, 'context'), 'cwd')
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user.message') return []
      return [{ at, folder, text: wordsIn(fieldsAt(line, 'data')['content']) }]
    })
  },
}
