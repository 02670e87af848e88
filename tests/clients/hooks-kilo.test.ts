// The hooks of Kilo, shown by itself.
import { hookContract } from '../support/clients/hooks.js'

hookContract('kilo', {
  read: (path) => ({ tool: 'read', input: { filePath: path } }),
  write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
})
