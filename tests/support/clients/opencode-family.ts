// How to drive OpenCode and its fork Kilo; their variables differ by prefix.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, type Place, spawnBy } from './client.js'

/** Configuration in a variable, which the client merges over the files under test. */
const content = ({ url }: Place) =>
  JSON.stringify({
    provider: {
      mock: {
        npm: '@ai-sdk/openai-compatible',
        name: 'mock',
        options: { baseURL: `${url}/v1`, apiKey: 'fake-0000' },
        models: {
          'mock-model': {
            cost: PRICE,
            name: 'mock-model',
            tool_call: true,
            limit: { context: 200_000, output: 8_000 },
          },
        },
      },
    },
    model: 'mock/mock-model',
    small_model: 'mock/mock-model',
    autoupdate: false,
    share: 'disabled',
    // On a busy machine the client asks whether to continue with snapshots, and waits two minutes for an answer.
    snapshot: false,
    enabled_providers: ['mock'],
  })

/** One dollar per token. */
const PRICE = { input: 1_000_000, output: 1_000_000, cache_read: 1_000_000, cache_write: 0 }

const RUN = ['run', '--format', 'json', '--print-logs', '--log-level', 'INFO', '--auto', '-m', 'mock/mock-model']

/** An empty catalogue of models. Reading the full one takes a quarter of each start, and the mock provider is not in it. */
const catalogue = ({ out }: Place) => join(out, 'catalogue.json')

/** Files that make the client believe it has fetched its plugin types; otherwise it tries at each start. */
const pluginTypeFiles = ({ home, project }: Place, { prefix, types }: Member) => {
  const name = prefix.toLowerCase()
  const own = join(project, `.${name}`)
  const folders = [join(home, '.config', name), ...(existsSync(own) ? [own] : [])]
  const lock = JSON.stringify({ packages: { '': { dependencies: { [types]: '*' } } } })
  return Object.fromEntries(
    folders.flatMap((folder) => [
      [join(folder, 'node_modules/.keep'), ''],
      [join(folder, 'package-lock.json'), lock],
    ]),
  )
}

export interface Member {
  readonly program: string
  /** `OPENCODE` for `OPENCODE_CONFIG_CONTENT` and the like. */
  readonly prefix: string
  /** The package with its types. */
  readonly types: string
  readonly env: Readonly<Record<string, string>>
}

export const openCodeFamily = (member: Member): Client => {
  const { program, prefix, env } = member
  return {
    program,
    env: (place) => ({
      [`${prefix}_CONFIG_CONTENT`]: content(place),
      [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
      [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
      [`${prefix}_MODELS_PATH`]: catalogue(place),
      [`${prefix}_DISABLE_LSP_DOWNLOAD`]: '1',
      [`${prefix}_DISABLE_SHARE`]: '1',
      [`${prefix}_EXPERIMENTAL_DISABLE_FILEWATCHER`]: '1',
      XDG_CONFIG_HOME: join(place.home, '.config'),
      XDG_DATA_HOME: join(place.home, '.local/share'),
      XDG_CACHE_HOME: join(place.home, '.cache'),
      XDG_STATE_HOME: join(place.home, '.local/state'),
      ...env,
    }),
    files: (place) => ({ [catalogue(place)]: '{}', ...pluginTypeFiles(place, member) }),
    prompt: (_place, text) => [...RUN, text],
    // After `--`, words with a dash belong to the entry. Without it, the program would also refuse a bare number.
    entry: (_place, name, words) => [...RUN, '--command', name, '--', words],
    shell: (command) => ({ tool: 'bash', input: { command, description: 'step' } }),
    output: (text) => text,
    spawn: spawnBy(({ agent, prompt }) => ({
      tool: 'task',
      input: { description: agent, prompt, subagent_type: agent },
    })),
  }
}
