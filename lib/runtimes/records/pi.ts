// pi: a line per message; the first has the session's folder. It counts money itself.
import { countAt } from '../../std/fields.js'
import { documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn, wordsIn } from './records.js'

export const PI_RECORDS: Records = {
  folder: 'sessions',
  suffix: '.jsonl',
  beside: null,
  read(text) {
    const lines = documentsIn(text)
    const session = lines.find(({ type }) => type === 'session') ?? {}
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const message = fieldsAt(line, 'message')
      const usage = fieldsAt(message, 'usage')
      if (line['type'] !== 'message' || Object.keys(usage).length === 0) return []
      return requestAt(at, {
        id: textAt(message, 'responseId') ?? textAt(line, 'id'),
        session: textAt(session, 'id') ?? '',
        folder: textAt(session, 'cwd'),
        model: textAt(message, 'model'),
        input: countAt(usage, 'input') + countAt(usage, 'cacheWrite'),
        cached: countAt(usage, 'cacheRead'),
        output: countAt(usage, 'output'),
        cost: countAt(fieldsAt(usage, 'cost'), 'total'),
      })
    })
  },
  typed(text) {
    const lines = documentsIn(text)
    const folder = textAt(lines.find(({ type }) => type === 'session') ?? {}, 'cwd')
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const message = fieldsAt(line, 'message')
      if (message['role'] !== 'user') return []
      return [{ at, folder, text: wordsIn(message['content']) }]
    })
  },
}
