// The hooks of Claude Code, tested in the real client.
import { hookContract } from '../support/clients/hooks.js'

hookContract('claude', {
  read: (path) => ({ tool: 'Read', input: { file_path: path } }),
  write: (path, content) => ({ tool: 'Write', input: { file_path: path, content } }),
})
