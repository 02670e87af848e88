// Cline: a session's messages in one document, its metadata in another beside it.
import { countAt, isFields } from '../../std/fields.js'
import { documentIn, fieldsAt, type Records, requestAt, textAt, timeAt, without } from './records.js'

export const CLINE_RECORDS: Records = {
  folder: 'data/sessions',
  suffix: '.messages.json',
  beside: (path) => path.replace(/\.messages\.json$/, '.json'),
  read(text, beside) {
    const session = documentIn(beside ?? '')
    const { messages } = documentIn(text)
    return (Array.isArray(messages) ? messages.filter(isFields) : []).flatMap((message) => {
      const metrics = fieldsAt(message, 'metrics')
      const at = timeAt(message, 'ts')
      if (at === null || Object.keys(metrics).length === 0) return []
      const cached = countAt(metrics, 'cacheReadTokens')
      return requestAt(at, {
        id: textAt(message, 'id'),
        session: textAt(session, 'session_id') ?? '',
        folder: textAt(session, 'cwd'),
        model: textAt(fieldsAt(message, 'modelInfo'), 'id'),
        input: without(countAt(metrics, 'inputTokens'), cached),
        cached,
        output: countAt(metrics, 'outputTokens'),
      })
    })
  },
  typed: null,
}
