// Copilot CLI, headless. Its prompt option takes `/name` as plain text, so entries are typed as an editor types them.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, spawnBy } from './client.js'

export const copilot: Client = {
  program: '.bin/copilot',
  env: ({ url }) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_WIRE_API: 'completions',
    COPILOT_PROVIDER_API_KEY: 'fake-0000',
    COPILOT_MODEL: 'claude-sonnet-4.5',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    // Only the value "true" also trusts the folder; files of an untrusted project are not read.
    COPILOT_ALLOW_ALL: 'true',
    // The client unpacks itself (235 MB); all homes share one copy.
    COPILOT_CACHE_HOME: join(process.env['GSD_CACHE_DIR'] ?? tmpdir(), 'clients/copilot/unpacked'),
  }),
  files: () => ({}),
  prompt: ({ out }, text) => [
    ...['-p', text, '--output-format', 'json', '--allow-all-tools', '--allow-all-paths'],
    ...['--disable-builtin-mcps', '--no-color', '--log-dir', join(out, 'logs'), '--log-level', 'debug'],
  ],
  entry: ({ out }, name, words) => ({
    editor: ['--acp', '--allow-all-tools', '--disable-builtin-mcps', '--log-dir', join(out, 'logs')],
    text: `/${name} ${words}`,
  }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'step', mode: 'sync', initial_wait: 60 } }),
  output: (text) => text.replace(/<shellId: \d+ completed with exit code \d+>$/, ''),
  spawn: spawnBy(({ agent, prompt: task }) => ({
    tool: 'task',
    input: { name: agent, description: agent, prompt: task, agent_type: agent, mode: 'sync' },
  })),
}
