// Gemini CLI: an answer is rewritten after its tools have run. A file above the chats names the project.
import { countAt } from '../../std/fields.js'
import { documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn, without, wordsIn } from './records.js'

export const GEMINI_RECORDS: Records = {
  folder: 'tmp',
  suffix: '.jsonl',
  beside: (path) => `${path.split('/').slice(0, 2).join('/')}/.project_root`,
  read(text, beside) {
    const lines = documentsIn(text)
    const session = lines.map((line) => textAt(line, 'sessionId')).find((id) => id !== null) ?? ''
    return timedIn(lines, 'timestamp').flatMap(({ line, at }) => {
      const tokens = fieldsAt(line, 'tokens')
      if (line['type'] !== 'gemini' || Object.keys(tokens).length === 0) return []
      const cached = countAt(tokens, 'cached')
      return requestAt(at, {
        id: textAt(line, 'id'),
        session,
        folder: beside?.trim() || null,
        model: textAt(line, 'model'),
        input: without(countAt(tokens, 'input'), cached) + countAt(tokens, 'tool'),
        cached,
        output: countAt(tokens, 'output') + countAt(tokens, 'thoughts'),
      })
    })
  },
  typed: (text, beside) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user') return []
      return [{ at, folder: beside?.trim() || null, text: wordsIn(line['content']) }]
    }),
}
