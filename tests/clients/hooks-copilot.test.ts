// The hooks of Copilot CLI, shown by itself.
import { hookContract } from '../support/clients/hooks.js'

hookContract('copilot', {
  read: (path) => ({ tool: 'view', input: { path } }),
  write: (path, content) => ({ tool: 'create', input: { path, file_text: content } }),
})
