// The hooks of Kilo, tested in the real client.
import { hookContract } from '../support/clients/hooks.js'

hookContract('kilo', {
  read: (path) => ({ tool: 'read', input: { filePath: path } }),
  write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
})
