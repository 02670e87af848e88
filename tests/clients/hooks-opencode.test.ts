// The hooks of OpenCode, shown by itself.
import { hookContract } from '../support/clients/hooks.js'

hookContract('opencode', {
  read: (path) => ({ tool: 'read', input: { filePath: path } }),
  write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
  exitsEarly: true,
})
