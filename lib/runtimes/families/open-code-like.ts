// OpenCode and its forks: one layout of folders and settings, with different names.
import { parsedJson } from '../../std/json.js'
import { agentPermissions, commandPlain } from '../formats/entries.js'
import { hookFile } from '../formats/sources.js'
import { instructionsOffer, mcpOffer, permissionMapOffer, serversIn, settingsIn } from '../offers.js'
import { everywhere, type ListingResult, type Measure, type Runtime } from '../runtime.js'
import {
  acp,
  client,
  folderVariable,
  homeIn,
  hookDefaults,
  listing,
  startPhrase,
  toolsByName,
  warningsIn,
} from './client.js'

/** Environment that disables downloads, migrations and the user's plug-ins. */
const quietEnv = (prefix: string): Readonly<Record<string, string>> => ({
  // Without this value, the client would create a configuration file.
  [`${prefix}_CONFIG_CONTENT`]: '{}',
  [`${prefix}_DB`]: ':memory:',
  [`${prefix}_PURE`]: '1',
  [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
  [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
  [`${prefix}_TELEMETRY_LEVEL`]: 'off',
  npm_config_registry: 'http://127.0.0.1:9/',
  NO_COLOR: '1',
})

const keysOf = (document: unknown, key: string): readonly string[] | null => {
  if (typeof document !== 'object' || document === null) return null
  return Object.keys((document as Readonly<Record<string, object | undefined>>)[key] ?? {})
}

const LOG_ERRORS = ['--print-logs', '--log-level', 'ERROR']

/** Lists with a debug command: reads names from its JSON output, and warnings from stderr. */
const debugListing =
  (subject: string, namesIn: (document: unknown) => Pick<ListingResult, 'commands' | 'agents'>) => (prefix: string) =>
    listing({
      args: ['debug', subject, ...LOG_ERRORS],
      env: quietEnv(prefix),
      read: ({ stdout, stderr }) => ({ ...namesIn(parsedJson(stdout)), warnings: warningsIn(stderr) }),
    })

/** The configuration keeps one of two files with the same name, so duplicates are invisible here. */
const debugConfig = debugListing('config', (document) => ({
  commands: keysOf(document, 'command'),
  agents: keysOf(document, 'agent'),
}))

/** Each skill is also an entry, unless a command has its name. */
const debugSkills = debugListing('skill', (document) => ({
  commands: Array.isArray(document) ? document.map((skill: { readonly name: string }) => skill.name) : null,
  agents: null,
}))

/** The client's names of permissions; `edit` also covers new files. */
const tools = {
  read: 'read',
  write: 'edit',
  edit: 'edit',
  shell: 'bash',
  grep: 'grep',
  glob: 'glob',
  fetch: 'webfetch',
  search: 'websearch',
  ask: 'question',
  spawn: 'task',
  todo: 'todowrite',
} as const satisfies Runtime['tools']

interface Differences<Id extends string> {
  readonly id: Id
  readonly title: string
  /** Whether a session may read only the project by default. */
  readonly isConfined: boolean
  /** Usage that is fully reported over the Agent Client Protocol. */
  readonly acpUsage: readonly Measure[]
}

/** Returns a row whose folders, files and variables are derived from the client's id. */
export const openCodeLike = <Id extends string>({ id, title, isConfined, acpUsage }: Differences<Id>) => {
  const variable = id.toUpperCase()
  const settings = [`${id}.json`, `${id}.jsonc`]
  const files = settingsIn(
    'jsonc',
    settings,
    settings.map((path) => `../${path}`),
  )
  const servers = serversIn(files, ['mcp'], (argv) => ({ type: 'local', command: [...argv] }))
  return {
    ...client,
    id,
    title,
    programs: [id],
    // Not OPENCODE: a fork sets it as well.
    recognisedBy: [`${variable}_PID`],
    records: 'stores its records in a database, which is not read',
    home: homeIn(`.config/${id}`, {
      local: `.${id}`,
      variables: [...folderVariable(`${variable}_CONFIG_DIR`), { variable: 'XDG_CONFIG_HOME', below: id }],
    }),
    argumentsPlaceholder: '$ARGUMENTS',
    places: {
      // Not `skills/`: with one name in several roots the client picks either, and every skill goes to the model.
      command: { folder: 'commands', emit: commandPlain },
      agent: { folder: 'agents', emit: agentPermissions },
    },
    listings: {
      command: [
        ...['commands', 'command', 'skills', 'skill'].map((folder) => everywhere(id, folder)),
        everywhere('agents', 'skills'),
        everywhere('claude', 'skills'),
      ],
      agent: [everywhere(id, 'agents'), everywhere(id, 'agent')],
    },
    alwaysOn: { own: false, shared: true, agent: true },
    tools,
    offers: [mcpOffer(servers), permissionMapOffer(files, isConfined), instructionsOffer('AGENTS.md', '../AGENTS.md')],
    servers,
    configs: settings.map((path) => ({ path, format: 'jsonc' })),
    agentModel: (name) => /^[a-z][\w.-]*\/[\w./:@-]+$/i.test(name),
    abilities: { subagents: true, questions: true, hooks: true },
    spawn: startPhrase('the task tool', 'subagent_type'),
    headless: {
      args: ['run', '--format', 'json', '{prompt}'],
      model: ['-m', '{model}'],
      grants: { edits: null, all: ['--auto'] },
      hooks: true,
    },
    acp: { ...acp, args: ['acp'], model: 'protocol', abilities: { ...acp.abilities, usage: acpUsage } },
    listingCommands: [debugConfig(variable), debugSkills(variable)],
    hooks: {
      ...hookDefaults,
      dialect: 'plain',
      events: {
        'session-start': ['session.created'],
        'prompt-submit': ['chat.message'],
        'pre-tool': ['tool.execute.before'],
        'post-tool': ['tool.execute.after'],
        'turn-end': ['session.idle'],
      },
      tools: { ...toolsByName(tools), write: 'write', edit: 'edit', multiedit: 'edit', apply_patch: 'edit' },
      ...hookFile('plugin.js', 'plugins/gsd.js'),
    },
    afterInstall: [`restart ${title}: it reads commands and agents only when it starts`],
    caveats: ['it treats entries of the shared folder as skills and lists them to the model in every request'],
  } as const satisfies Omit<Runtime, 'evidence'>
}
