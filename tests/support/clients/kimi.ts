// Kimi Code, headless. Its prompt option takes `/skill:name` as plain text, so entries are typed as an editor types them.
import { type Client, spawnBy } from './client.js'

export const kimi: Client = {
  program: '.bin/kimi',
  env: ({ url }) => ({
    KIMI_MODEL_NAME: 'mock-model',
    KIMI_MODEL_API_KEY: 'fake-0000',
    KIMI_MODEL_BASE_URL: `${url}/v1`,
    KIMI_MODEL_PROVIDER_TYPE: 'openai',
    KIMI_MODEL_MAX_CONTEXT_SIZE: '200000',
    KIMI_DISABLE_TELEMETRY: '1',
    KIMI_CODE_NO_AUTO_UPDATE: '1',
  }),
  files: () => ({}),
  prompt: (_place, text) => ['-p', text, '--output-format', 'stream-json'],
  entry: (_place, name, words) => ({ editor: ['acp'], text: `/${name} ${words}` }),
  shell: (command) => ({ tool: 'Bash', input: { command } }),
  output: (text) => text.replace(/^Wall time: [\d.]+ seconds\n/, ''),
  spawn: spawnBy(({ agent, prompt: task }) => ({
    tool: 'Agent',
    input: { description: agent, prompt: task, subagent_type: agent },
  })),
}
