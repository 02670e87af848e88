// Claude Code: a line per part of an answer, each with the usage of the whole request.
import { countAt } from '../../std/fields.js'
import { documentsIn, fieldsAt, type Records, requestAt, textAt, timedIn, wordsIn } from './records.js'

export const CLAUDE_RECORDS: Records = {
  folder: 'projects',
  suffix: '.jsonl',
  beside: null,
  read: (text) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      const message = fieldsAt(line, 'message')
      const usage = fieldsAt(message, 'usage')
      if (line['type'] !== 'assistant' || Object.keys(usage).length === 0) return []
      return requestAt(at, {
        id: textAt(message, 'id'),
        session: textAt(line, 'sessionId') ?? '',
        folder: textAt(line, 'cwd'),
        model: textAt(message, 'model'),
        input: countAt(usage, 'input_tokens') + countAt(usage, 'cache_creation_input_tokens'),
        cached: countAt(usage, 'cache_read_input_tokens'),
        output: countAt(usage, 'output_tokens'),
      })
    }),
  // Messages the client or a parent agent sends in the user's place are marked.
  typed: (text) =>
    timedIn(documentsIn(text), 'timestamp').flatMap(({ line, at }) => {
      if (line['type'] !== 'user' || line['isMeta'] === true || line['isSidechain'] === true) return []
      return [{ at, folder: textAt(line, 'cwd'), text: wordsIn(fieldsAt(line, 'message')['content']) }]
    }),
}
