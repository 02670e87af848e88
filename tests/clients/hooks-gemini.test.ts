// The hooks of Gemini CLI, tested in the real client.
import { hookContract } from '../support/clients/hooks.js'

hookContract('gemini', {
  read: (path) => ({ tool: 'read_file', input: { file_path: path } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  warns: 'project-level hooks have been detected',
})
