// The hooks of Kimi Code, tested in the real client.
import { hookContract } from '../support/clients/hooks.js'

hookContract('kimi', {
  runtime: 'kimi-code',
  read: (path) => ({ tool: 'Read', input: { path } }),
  write: (path, content) => ({ tool: 'Write', input: { path, content } }),
  supportsProject: false,
  // Findings at a tool call wait for the next prompt, and an ordinary session has only one prompt.
  showsModel: ['prompt-submit'],
})
