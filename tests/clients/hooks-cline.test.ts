// The hooks of Cline CLI, shown by itself. A refused call fails for its fields; why stands in a message after it.
import { hookContract } from '../support/clients/hooks.js'
import { type Turn, textOf } from '../support/model/turn.js'

/** What a hook adds follows the results as a message of its own. */
function told({ body }: Turn): readonly string[] {
  const messages = (body['messages'] ?? []) as { readonly role: string; readonly content: unknown }[]
  return messages
    .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    .map(({ content }) => textOf(content))
}

hookContract('cline', {
  read: (path) => ({ tool: 'read_files', input: { files: [{ path }] } }),
  write: (path, content) => ({ tool: 'editor', input: { path, new_text: content } }),
  // The prompt itself starts nothing headless.
  fires: ['session-start', 'pre-tool', 'post-tool', 'turn-end'],
  hears: ['pre-tool', 'post-tool'],
  answers: told,
  // Its tool for writing takes no more.
  mostWritten: 5984,
})
