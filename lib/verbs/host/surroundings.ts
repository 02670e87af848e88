// Verbs over what surrounds the work: the conditions of prompts as they hold now, and what the client has loaded beside the pack.

import { readSettings } from '../../core/project/settings.js'
import { globalFolder, skillFolders, skillsIn } from '../../core/project/skills.js'
import type { PersonView } from '../../core/view.js'
import { isJsonObject, type JsonObject } from '../../std/json.js'
import { baseName } from '../../std/paths.js'
import { listOf, oneOf, record, text } from '../../std/shape.js'
import { findingsShape } from '../findings.js'
import { callingHost } from '../models/models.js'
import { query } from '../verb.js'

const KINDS = ['mcp', 'rules', 'context', 'settings', 'skill', 'plugin'] as const
type Kind = (typeof KINDS)[number]

interface Configured {
  readonly kind: Kind
  readonly name: string
  readonly source: string
  /** Names of variables and headers that are set; never their values. */
  readonly keys: readonly string[]
}

interface Warning {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly path: string
}

/** Files of the calling client and of the project that shape what an agent does. */
export const discover = query({
  name: 'discover',
  about: 'Servers, rules, context files, settings, skills and plugins the client finds here',
  args: { kind: { type: 'choice', values: KINDS, about: 'Only one kind' } },
  result: record({
    runtime: text(),
    found: listOf(
      record({
        kind: oneOf(KINDS),
        name: text(),
        source: text('File or folder'),
        keys: listOf(text(), 'Names of variables and headers that are set; values are never shown'),
      }),
    ),
    warnings: findingsShape,
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['host', 'pack', 'person'],
  run({ kind }, view) {
    const host = callingHost(view, readSettings(view))
    const folders = [`${view.projectRoot}/${host.folders.local}`, globalFolder(host.folders, view.person)]
    const warnings: Warning[] = []
    const found: readonly Configured[] = [
      ...[
        `${view.projectRoot}/.mcp.json`,
        ...folders.flatMap((folder) => SETTINGS.map((name) => `${folder}/${name}`)),
      ].flatMap((path) => serversIn(path, view, warnings)),
      ...folders.flatMap((folder) => filesIn(`${folder}/rules`, 'rules', view)),
      ...[host.instructions, 'AGENTS.md'].flatMap((name) => contextFiles(name, [view.projectRoot, ...folders], view)),
      ...folders.flatMap((folder) => SETTINGS.flatMap((name) => settingsFile(`${folder}/${name}`, view))),
      ...skillFolders(host, view).flatMap((folder) =>
        skillsIn(folder, view.person).map((skill) => ({
          kind: 'skill' as const,
          name: skill.name,
          source: skill.path,
          keys: [],
        })),
      ),
      ...folders.flatMap((folder) => filesIn(`${folder}/plugins`, 'plugin', view)),
    ]
    const seen = new Set<string>()
    const each = found.filter(
      (one) =>
        !seen.has(`${one.kind}\0${one.source}\0${one.name}`) && seen.add(`${one.kind}\0${one.source}\0${one.name}`),
    )
    return {
      result: {
        runtime: host.id,
        found: each
          .filter((one) => kind === undefined || one.kind === kind)
          .map((one) => ({ ...one, keys: [...one.keys] })),
        warnings,
      },
    }
  },
})

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

function serversIn(path: string, { person }: PersonView, warnings: Warning[]): readonly Configured[] {
  const content = path.endsWith('.json') ? person.read(path) : null
  if (content === null) return []
  const value = objectIn(content)
  if (value === null) {
    const message = `${path} is no JSON object, so its servers are not known`
    warnings.push({ code: 'UNREADABLE', message, fix: `mend ${path}`, path })
    return []
  }
  const servers = value['mcpServers']
  if (!isJsonObject(servers)) return []
  return Object.entries(servers).map(([name, server]) => ({ kind: 'mcp', name, source: path, keys: keysOf(server) }))
}

const keysOf = (server: unknown): readonly string[] =>
  isJsonObject(server)
    ? ['env', 'headers'].flatMap((part) => (isJsonObject(server[part]) ? Object.keys(server[part] as JsonObject) : []))
    : []

function objectIn(content: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(content)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
