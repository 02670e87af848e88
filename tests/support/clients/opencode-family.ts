// The headless recipe that OpenCode and its fork share; names of variables differ by their prefix.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, type Place, waiting } from './client.js'

/** Configuration that is merged over what lies in the home, so that the files under test stay as they are. */
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
    // On a busy machine the client asks whether to go on taking them, and waits two minutes for the answer.
    snapshot: false,
    enabled_providers: ['mock'],
  })

/** A dollar for every token. */
const PRICE = { input: 1_000_000, output: 1_000_000, cache_read: 1_000_000, cache_write: 0 }

const RUN = ['run', '--format', 'json', '--print-logs', '--log-level', 'INFO', '--auto', '-m', 'mock/mock-model']

/** Every provider there is, with all its models, is read and judged at each start: a quarter of what a start costs. This one is among none of them. */
const catalogue = ({ out }: Place) => join(out, 'catalogue.json')

/** Types for authors of plugins, which it looks for at each start until they are there: it is as behind a first start with a network. */
const fetched = ({ home, project }: Place, { prefix, types }: Member) => {
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
    files: (place) => ({ [catalogue(place)]: '{}', ...fetched(place, member) }),
    prompt: (_place, text) => [...RUN, text],
    // Words that begin with a dash are the entry's, not the program's; a bare number would be refused as one.
    entry: (_place, name, words) => [...RUN, '--command', name, '--', words],
    shell: (command) => ({ tool: 'bash', input: { command, description: 'step' } }),
    output: (text) => text,
    spawn: waiting(({ agent, prompt }) => ({
      tool: 'task',
      input: { description: agent, prompt, subagent_type: agent },
    })),
  }
}
