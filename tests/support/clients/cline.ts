// Cline CLI, headless. A prompt of one word would be taken for a subcommand.
import { type Client, type Place, waiting } from './client.js'

const PROVIDER = 'openai-compatible'

const prompt = ({ project }: Place, text: string) => [
  ...['--json', '-c', project, '--auto-approve', 'true', '-P', PROVIDER, '-m', 'mock-model', text],
]

interface Printed {
  readonly result: string
}

export const cline: Client = {
  program: '.bin/cline',
  env: () => ({ CLINE_TELEMETRY_DISABLED: '1' }),
  files: () => ({}),
  // The key and the address are kept in the home; there is no option for the address.
  before: ({ url }) => [['auth', '-p', PROVIDER, '-k', 'fake-0000', '-m', 'mock-model', '-b', `${url}/v1`]],
  prompt,
  entry: (place, name, words) => prompt(place, `/${name} ${words}`),
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  output: (text) => (JSON.parse(text) as Printed[]).map(({ result }) => result).join(''),
  spawn: waiting(({ agent, prompt: task }) => ({
    tool: `subagent_${agent.replaceAll('-', '_')}`,
    input: { prompt: task },
  })),
}
