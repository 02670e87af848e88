// Codex: a request's usage is an event of its own, repeated on mere limit changes; model and folder come before it.
import { countAt } from '../../std/fields.js'
import {
  documentsIn,
  fieldsAt,
  type Recorded,
  type Records,
  requestAt,
  textAt,
  timeAt,
  without,
  wordsIn,
} from './records.js'

export const CODEX_RECORDS: Records = {
  folder: 'sessions',
  suffix: '.jsonl',
  beside: null,
  read(text) {
    const found: Recorded[] = []
    let [session, folder, model] = ['', null as string | null, null as string | null]
    for (const line of documentsIn(text)) {
      const payload = fieldsAt(line, 'payload')
      if (line['type'] === 'session_meta') session = textAt(payload, 'id') ?? session
      folder = textAt(payload, 'cwd') ?? folder
      if (line['type'] === 'turn_context') model = textAt(payload, 'model') ?? model
      const info = fieldsAt(payload, 'info')
      const used = fieldsAt(info, 'last_token_usage')
      const at = timeAt(line, 'timestamp')
      if (payload['type'] !== 'token_count' || at === null || Object.keys(used).length === 0) continue
      const cached = countAt(used, 'cached_input_tokens')
      found.push(
        requestAt(at, {
          id: `${session}:${countAt(fieldsAt(info, 'total_token_usage'), 'total_tokens')}`,
          session,
          folder,
          model,
          input: without(countAt(used, 'input_tokens'), cached),
          cached,
          output: countAt(used, 'output_tokens'),
        }),
      )
    }
    return found
  },
  typed(text) {
    let folder: string | null = null
    const found = documentsIn(text).flatMap((line) => {
      const payload = fieldsAt(line, 'payload')
      folder = textAt(payload, 'cwd') ?? folder
      const at = timeAt(line, 'timestamp')
      const item = fieldsAt(payload, 'item')
      const isItem = payload['type'] === 'item_completed' && item['type'] === 'UserMessage'
      if (at === null || !(isItem || payload['type'] === 'user_message')) return []
      return [{ at, folder, isItem, text: isItem ? wordsIn(item['content']) : (textAt(payload, 'message') ?? '') }]
    })
    // Older versions wrote messages instead of items; some write both.
    const hasItems = found.some(({ isItem }) => isItem)
    return found.flatMap(({ isItem, ...typed }) => (isItem === hasItems ? [typed] : []))
  },
}
