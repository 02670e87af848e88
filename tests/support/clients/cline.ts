// Cline CLI, headless. A prompt of one word would be taken for a subcommand.
import { join } from 'node:path'
import { type Client, type Place, spawnBy } from './client.js'

const PROVIDER = 'openai-compatible'

/** Cline has no option for the URL of a model, so the URL is in the file that `cline auth` would write; one file per URL. */
const providers = ({ out, url }: Place) => join(out, `providers-${new URL(url).port}.json`)

const prompt = ({ project }: Place, text: string) => [
  ...['--json', '-c', project, '--auto-approve', 'true', '-P', PROVIDER, '-m', 'mock-model', text],
]

interface Printed {
  readonly result: string
}

export const cline: Client = {
  program: '.bin/cline',
  env: (place) => ({ CLINE_TELEMETRY_DISABLED: '1', CLINE_PROVIDER_SETTINGS_PATH: providers(place) }),
  files: (place) => ({
    [providers(place)]: JSON.stringify({
      version: 1,
      lastUsedProvider: PROVIDER,
      modes: {},
      providers: {
        [PROVIDER]: {
          settings: { provider: PROVIDER, apiKey: 'fake-0000', model: 'mock-model', baseUrl: `${place.url}/v1` },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
  }),
  prompt,
  entry: (place, name, words) => prompt(place, `/${name} ${words}`),
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  output: (text) => (JSON.parse(text) as Printed[]).map(({ result }) => result).join(''),
  spawn: spawnBy(({ agent, prompt: task }) => ({
    tool: `subagent_${agent.replaceAll('-', '_')}`,
    input: { prompt: task },
  })),
}
