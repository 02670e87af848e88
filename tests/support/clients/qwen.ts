// Qwen Code, headless.
import { join } from 'node:path'
import { type Client, type Place, spawnBy } from './client.js'

const settings = ({ out }: Place) => join(out, 'qwen-system.json')

const prompt = ({ url }: Place, text: string) => [
  ...[text, '-o', 'stream-json', '--approval-mode', 'yolo', '--auth-type', 'openai'],
  ...['--openai-api-key', 'fake-0000', '--openai-base-url', `${url}/v1`, '-m', 'mock-model'],
  ...['--chat-recording', 'false'],
]

export const qwen: Client = {
  program: '.bin/qwen',
  env: (place) => ({
    OPENAI_API_KEY: 'fake-0000',
    OPENAI_BASE_URL: `${place.url}/v1`,
    OPENAI_MODEL: 'mock-model',
    QWEN_CODE_SYSTEM_SETTINGS_PATH: settings(place),
    QWEN_CODE_NO_RELAUNCH: '1',
  }),
  files: (place) => ({
    [settings(place)]: JSON.stringify({
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  prompt,
  entry: (place, name, words) => prompt(place, `/${name} ${words}`),
  shell: (command) => ({ tool: 'run_shell_command', input: { command, is_background: false, description: 'step' } }),
  output: (text) => text,
  spawn: spawnBy(({ agent, prompt: task }) => ({
    tool: 'agent',
    input: { description: agent, prompt: task, subagent_type: agent, run_in_background: false },
  })),
}
