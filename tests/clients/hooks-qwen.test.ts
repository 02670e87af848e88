// The hooks of Qwen Code, shown by itself.
import { hookContract } from '../support/clients/hooks.js'

hookContract('qwen', {
  read: (path) => ({ tool: 'read_file', input: { file_path: path } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
})
