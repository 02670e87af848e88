// The first event of a headless session names every command and agent; no model is reached.
import type { ListingCommand } from '../runtime.js'
import { complaintsIn, firstEvent, strings } from './lines.js'

export const claudeSession: ListingCommand = {
  args: ['-p', 'x', '--output-format', 'stream-json', '--verbose', '--no-session-persistence'],
  env: {
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    DISABLE_AUTOUPDATER: '1',
  },
  input: '',
  isEnough: (stdout) => firstEvent(stdout) !== undefined,
  read: ({ stdout, stderr }) => {
    const event = firstEvent(stdout)
    if (event === undefined) return { commands: null, agents: null, complaints: complaintsIn(stderr) }
    return {
      commands: strings(event['slash_commands']),
      agents: strings(event['agents']),
      complaints: complaintsIn(stderr),
    }
  },
}
