// The hooks of Pi, tested in the real client.
import { hookContract } from '../support/clients/hooks.js'

hookContract('pi', {
  read: (path) => ({ tool: 'read', input: { path } }),
  write: (path, content) => ({ tool: 'write', input: { path, content } }),
})
