// The first event of a headless session names every command and agent; the session answers a built-in command, so no
// model is reached.
import type { ListingCommand } from '../runtime.js'
import { complaintsIn, firstEvent, strings } from './lines.js'

export const qwenSession: ListingCommand = {
  args: [
    ...['/status', '-o', 'stream-json', '--chat-recording', 'false'],
    ...['--auth-type', 'openai', '--openai-api-key', 'none', '--openai-base-url', 'http://127.0.0.1:9', '-m', 'none'],
  ],
  env: { QWEN_CODE_NO_RELAUNCH: '1', QWEN_CODE_SUPPRESS_YOLO_WARNING: '1', NO_COLOR: '1' },
  input: '',
  isEnough: (stdout) => firstEvent(stdout) !== undefined,
  read: ({ stdout, stderr }) => {
    const event = firstEvent(stdout)
    return {
      commands: event === undefined ? null : strings(event['slash_commands']),
      agents: event === undefined ? null : strings(event['agents']),
      complaints: complaintsIn(stderr),
    }
  },
}
