// Verbs over what surrounds the work: the conditions of prompts as they hold now, and what the client has loaded beside the pack.
import { readSettings } from '../../core/project/settings.js'
import { globalFolder, skillFolders, skillsIn } from '../../core/project/skills.js'
import type { PackView, PersonView } from '../../core/view.js'
import type { Host } from '../../ports.js'
import { dataAt, isJsonObject, type JsonObject, locateJson } from '../../std/json.js'
import { baseName } from '../../std/paths.js'
import type { Infer } from '../../std/shape.js'
import { listOf, oneOf, record, text } from '../../std/shape.js'
import { readToml } from '../../std/toml.js'
import { type Finding, findingsShape } from '../findings.js'
import { callingHost } from '../models/models.js'
import { arg, query } from '../verb.js'

const KINDS = ['mcp', 'rules', 'context', 'settings', 'skill', 'plugin'] as const
type Kind = (typeof KINDS)[number]

const CONFIGURED = {
  kind: oneOf(KINDS),
  name: text(),
  source: text('File or folder'),
  keys: listOf(text(), 'Names of variables and headers that are set; values are never shown'),
} as const
const configuredShape = record(CONFIGURED)
type Configured = Infer<typeof configuredShape>

/** Files of a client and of the project that shape what an agent does. */
export const discover = query('discover', {
  about: 'Servers, rules, context files, settings, skills and plugins the client finds here',
  args: {
    kind: arg.choice(KINDS, 'Only one kind'),
    all: arg.flag('Of every client whose folder is in the home or in the project'),
  },
  result: record({
    runtime: text('The client that calls'),
    found: listOf(record({ ...CONFIGURED, runtimes: listOf(text(), 'Clients that find it') })),
    warnings: findingsShape,
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['host', 'pack', 'person'],
  run({ kind, all }, view) {
    const calling = callingHost(view, readSettings(view))
    const others = view.pack.hosts.map((id) => view.pack.host(id)).filter((host) => isThere(host, view))
    const hosts = all ? [calling, ...others.filter(({ id }) => id !== calling.id)] : [calling]
    const warnings: Finding[] = []
    const found = new Map<string, Configured & { readonly runtimes: readonly string[] }>()
    for (const host of hosts)
      for (const one of foundBy(host, view, warnings)) {
        const key = `${one.kind}\0${one.source}\0${one.name}`
        const runtimes = found.get(key)?.runtimes ?? []
        if (!runtimes.includes(host.id)) found.set(key, { ...one, runtimes: [...runtimes, host.id] })
      }
    return {
      result: {
        runtime: calling.id,
        found: [...found.values()]
          .filter((one) => kind === undefined || one.kind === kind)
          .map((one) => ({ ...one, keys: [...one.keys], runtimes: [...one.runtimes] })),
        warnings: warnings.filter(({ path }, at) => warnings.findIndex((other) => other.path === path) === at),
      },
    }
  },
})

type Surrounding = PersonView & Pick<PackView, 'projectRoot'>

const foldersOf = ({ folders }: Host, view: Surrounding): readonly string[] => [
  `${view.projectRoot}/${folders.local}`,
  globalFolder(folders, view.person),
]

const isThere = (host: Host, view: Surrounding): boolean =>
  foldersOf(host, view).some((folder) => view.person.list(folder).length > 0)

function foundBy(host: Host, view: Surrounding, warnings: Finding[]): readonly Configured[] {
  const folders = foldersOf(host, view)
  return [
    ...serverFiles(host, view).flatMap((file) => serversIn(file, view, warnings)),
    ...folders.flatMap((folder) => filesIn(`${folder}/rules`, 'rules', view)),
    ...[host.instructions, 'AGENTS.md'].flatMap((name) => contextFiles(name, [view.projectRoot, ...folders], view)),
    ...folders.flatMap((folder) => SETTINGS.flatMap((name) => settingsFile(`${folder}/${name}`, view))),
    ...skillFolders(host, view).flatMap((folder) =>
      skillsIn(folder, view.person).map(
        ({ name, path }): Configured => ({ kind: 'skill', name, source: path, keys: [] }),
      ),
    ),
    ...folders.flatMap((folder) => filesIn(`${folder}/plugins`, 'plugin', view)),
  ]
}

/** A file beside a folder without the way through it. */
const straight = (path: string): string => path.replace(/[^/]+\/\.\.\//, '')

interface ServerFile {
  readonly path: string
  /** The servers stand there by name. */
  readonly keys: readonly string[]
}

/** Where the client is known to be told of servers, and where clients usually are. */
function serverFiles(host: Host, view: Surrounding): readonly ServerFile[] {
  const [local = '', global = ''] = foldersOf(host, view)
  const { servers } = host.folders
  const known =
    servers === null
      ? []
      : [...servers.local.map((path) => `${local}/${path}`), ...servers.global.map((path) => `${global}/${path}`)]
  const usual = [
    `${view.projectRoot}/.mcp.json`,
    ...[local, global].flatMap((folder) => SETTINGS.map((name) => `${folder}/${name}`)),
  ].filter((path) => path.endsWith('.json'))
  return [
    ...known.map((path) => ({ path: straight(path), keys: servers?.path ?? [] })),
    ...usual.map((path) => ({ path, keys: ['mcpServers'] })),
  ]
}

const SETTINGS = ['settings.json', 'settings.local.json', 'mcp.json', 'config.toml', 'hooks.json'] as const

const filesIn = (folder: string, kind: Kind, { person }: PersonView): readonly Configured[] =>
  person.list(folder).map(({ name }) => ({ kind, name, source: `${folder}/${name}`, keys: [] }))

const contextFiles = (name: string, folders: readonly string[], { person }: PersonView): readonly Configured[] =>
  folders
    .map((folder) => `${folder}/${name}`)
    .filter((path) => person.read(path) !== null)
    .map((path) => ({ kind: 'context', name, source: path, keys: [] }))

const settingsFile = (path: string, { person }: PersonView): readonly Configured[] =>
  person.read(path) === null ? [] : [{ kind: 'settings', name: baseName(path), source: path, keys: [] }]

function serversIn({ path, keys }: ServerFile, { person }: PersonView, warnings: Finding[]): readonly Configured[] {
  const content = person.read(path)
  if (content === null) return []
  const value = path.endsWith('.toml') ? tomlIn(content) : objectIn(content)
  if (value === null) {
    const message = `${path} cannot be read, so its servers are not known`
    warnings.push({ code: 'UNREADABLE', message, fix: `fix ${path}`, path })
    return []
  }
  const servers = keys.reduce<unknown>((at, key) => (isJsonObject(at) ? at[key] : undefined), value)
  if (!isJsonObject(servers)) return []
  return Object.entries(servers).map(([name, server]) => ({ kind: 'mcp', name, source: path, keys: keysOf(server) }))
}

const keysOf = (server: unknown): readonly string[] =>
  isJsonObject(server)
    ? ['env', 'environment', 'headers', 'http_headers'].flatMap((part) =>
        isJsonObject(server[part]) ? Object.keys(server[part] as JsonObject) : [],
      )
    : []

function objectIn(content: string): JsonObject | null {
  const found = locateJson(content)
  if ('problem' in found) return null
  const value = dataAt(content, found.root)
  return isJsonObject(value) ? value : null
}

function tomlIn(content: string): JsonObject | null {
  const found = readToml(content)
  return 'problem' in found ? null : (found.value as unknown as JsonObject)
}
