// Debug commands of one family: commands and agents from the merged configuration, skills from their own list.
import { parsedJson } from '../../std/json.js'
import type { ListingCommand, Sighting } from '../runtime.js'
import { complaintsIn } from './lines.js'

/** Disables downloads, migrations and the user's plug-ins. */
const quiet = (prefix: string): Readonly<Record<string, string>> => ({
  // Without one, the client would create a configuration file.
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

const LOGGED = ['--print-logs', '--log-level', 'ERROR']

/** A debug command's JSON output and complaints. */
const asking =
  (what: string, found: (document: unknown) => Pick<Sighting, 'commands' | 'agents'>) =>
  (prefix: string): ListingCommand => ({
    args: ['debug', what, ...LOGGED],
    env: quiet(prefix),
    input: '',
    isEnough: null,
    read: ({ stdout, stderr }) => ({ ...found(parsedJson(stdout)), complaints: complaintsIn(stderr) }),
  })

/** The configuration keeps one of two files with the same name, so duplicates are invisible here. */
export const debugConfig = asking('config', (document) => ({
  commands: keysOf(document, 'command'),
  agents: keysOf(document, 'agent'),
}))

/** Each skill is also an entry, unless a command has its name. */
export const debugSkills = asking('skill', (document) => ({
  commands: Array.isArray(document) ? document.map((skill: { readonly name: string }) => skill.name) : null,
  agents: null,
}))
