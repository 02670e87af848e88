// Claude Code, headless.
import { type Client, spawnBy } from './client.js'

const prompt = (text: string) => [
  ...['-p', text, '--output-format', 'stream-json', '--verbose'],
  ...['--permission-mode', 'bypassPermissions'],
]

export const claude: Client = {
  program: '.bin/claude',
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-fake-0000',
    ANTHROPIC_MODEL: 'claude-sonnet-4-5',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_BUG_COMMAND: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
  }),
  files: () => ({}),
  prompt: (_place, text) => prompt(text),
  entry: (_place, name, words) => prompt(`/${name} ${words}`),
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'step' } }),
  output: (text) => text,
  spawn: spawnBy(({ agent, prompt: task }) => ({
    tool: 'Agent',
    input: { description: agent, prompt: task, subagent_type: agent, run_in_background: false },
  })),
}
