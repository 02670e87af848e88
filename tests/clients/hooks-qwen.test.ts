// The hooks of Qwen Code, tested in the real client.
import { hookContract } from '../support/clients/hooks.js'

hookContract('qwen', {
  read: (path) => ({ tool: 'read_file', input: { file_path: path } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
})
