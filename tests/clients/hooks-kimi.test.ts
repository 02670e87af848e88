// The hooks of Kimi Code, shown by itself.
import { hookContract } from '../support/clients/hooks.js'

hookContract('kimi', {
  runtime: 'kimi-code',
  read: (path) => ({ tool: 'Read', input: { path } }),
  write: (path, content) => ({ tool: 'Write', input: { path, content } }),
  inProject: false,
  // What is found at a tool waits for the next prompt, and an ordinary session has one.
  hears: ['prompt-submit'],
})
