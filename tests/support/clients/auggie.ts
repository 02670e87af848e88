// Auggie, the command-line client of Augment, headless.
import { type Client, spawnBy } from './client.js'

const prompt = (text: string) => ['--print', '--output-format', 'json', text]

export const auggie: Client = {
  program: '.bin/auggie',
  env: ({ url }) => ({
    AUGMENT_SESSION_AUTH: JSON.stringify({ accessToken: 'fake-0000', tenantURL: `${url}/`, scopes: ['read', 'write'] }),
    AUGMENT_DISABLE_AUTO_UPDATE: '1',
  }),
  files: () => ({}),
  prompt: (_place, text) => prompt(text),
  entry: (_place, name, words) => prompt(`/${name} ${words}`),
  shell: (command) => ({ tool: 'launch-process', input: { command, wait: true, max_wait_seconds: 60 } }),
  output: (text) => /<output>\n([\s\S]*?)\n?<\/output>/.exec(text)?.[1] ?? text,
  spawn: spawnBy(({ agent, prompt: task }) => ({
    tool: `sub-agent-${agent}`,
    input: { action: 'run', name: agent, instruction: task },
  })),
}
