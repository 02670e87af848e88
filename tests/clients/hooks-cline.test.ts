// The hooks of Cline CLI. A refused call fails with an error about its fields; the reason follows in a separate message.
import { hookContract } from '../support/clients/hooks.js'
import { type Turn, textOf } from '../support/model/turn.js'

/** Returns the messages since the model's last one: text added by a hook follows the results as a separate message. */
function newMessages({ body }: Turn): readonly string[] {
  const messages = (body['messages'] ?? []) as { readonly role: string; readonly content: unknown }[]
  return messages
    .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    .map(({ content }) => textOf(content))
}

hookContract('cline', {
  read: (path) => ({ tool: 'read_files', input: { files: [{ path }] } }),
  write: (path, content) => ({ tool: 'editor', input: { path, new_text: content } }),
  // In a headless session the prompt starts no hook.
  firesAt: ['session-start', 'pre-tool', 'post-tool', 'turn-end'],
  showsModel: ['pre-tool', 'post-tool'],
  answers: newMessages,
  // The limit of the client's tool for writing.
  maxWritten: 5984,
})
