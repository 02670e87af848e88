// Kimi Code: a file per agent of a session; the session's own file has its folder.
import { countAt } from '../../std/fields.js'
import { documentIn, documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn } from './records.js'

export const KIMI_RECORDS: Records = {
  folder: 'sessions',
  suffix: 'wire.jsonl',
  beside: (path) => `${path.split('/').slice(0, 3).join('/')}/state.json`,
  read(text, beside) {
    const session = documentIn(beside ?? '')
    return timedIn(documentsIn(text), 'time').flatMap(({ line, at }) => {
      const usage = fieldsAt(line, 'usage')
      if (line['type'] !== 'usage.record') return []
      return requestAt(at, {
        id: null,
        session: textAt(session, 'id') ?? '',
        folder: textAt(session, 'cwd'),
        model: textAt(line, 'model'),
        input: countAt(usage, 'inputOther') + countAt(usage, 'inputCacheCreation'),
        cached: countAt(usage, 'inputCacheRead'),
        output: countAt(usage, 'output'),
      })
    })
  },
  typed: null,
}
