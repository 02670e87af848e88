// Pi, headless. It has no subagents.
import { join } from 'node:path'
import type { Client, Place } from './client.js'

/** An extension that registers the loopback model, whose URL changes from run to run. */
const PROVIDER = `export default function (pi) {
  pi.registerProvider('mock', {
    baseUrl: process.env.LOOPBACK_MODEL,
    apiKey: 'LOOPBACK_KEY',
    api: 'openai-completions',
    models: [{ id: 'mock-model', name: 'mock-model', reasoning: false, input: ['text'], contextWindow: 200000, maxTokens: 8000, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }],
  })
}
`

const provider = ({ out }: Place) => join(out, 'provider.ts')

const prompt = (place: Place, text: string) => [
  ...['-p', '--mode', 'json', '--no-session', '-e', provider(place)],
  ...['--provider', 'mock', '--model', 'mock-model', text],
]

export const pi: Client = {
  program: '.bin/pi',
  env: ({ url }) => ({
    PI_OFFLINE: '1',
    PI_SKIP_VERSION_CHECK: '1',
    PI_TELEMETRY: '0',
    LOOPBACK_MODEL: `${url}/v1`,
    LOOPBACK_KEY: 'fake-0000',
  }),
  files: (place) => ({ [provider(place)]: PROVIDER }),
  prompt,
  entry: (place, name, words) => prompt(place, `/${name} ${words}`),
  shell: (command) => ({ tool: 'bash', input: { command } }),
  output: (text) => text,
  spawn: null,
}
