// Qwen Code: one line per finished session, with a sum per model.
import { countAt, isFields } from '../../std/fields.js'
import { documentsIn, fieldsAt, type Records, textAt, timeAt, timedIn, without } from './records.js'

export const QWEN_RECORDS: Records = {
  folder: '',
  suffix: 'usage_record.jsonl',
  beside: null,
  read: (text) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at: to }) => {
      const session = textAt(line, 'sessionId') ?? ''
      return Object.entries(fieldsAt(line, 'models')).flatMap(([model, sum]) => {
        if (!isFields(sum)) return []
        const cached = countAt(sum, 'cachedTokens')
        return {
          id: `${session}:${to}:${model}`,
          from: timeAt(line, 'startTime') ?? to,
          to,
          session,
          folder: textAt(line, 'project'),
          model,
          requests: countAt(sum, 'requests'),
          input: without(countAt(sum, 'inputTokens'), cached),
          cached,
          output: countAt(sum, 'outputTokens') + countAt(sum, 'thoughtsTokens'),
          cost: null,
        }
      })
    }),
  typed: null,
}
