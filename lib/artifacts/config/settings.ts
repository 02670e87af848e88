// Reads effective settings from the project's file (in any spelling), the user's settings and the registry; edits one.
import { refuseEdit } from '../../errors.js'
import type { Source } from '../../ports.js'
import { isJsonObject, type Json, type JsonObject, nested, objectIn } from '../../std/json.js'
import { removeJson, setJson } from '../../std/json-edit.js'
import { same } from '../../std/same.js'
import { CONFIG_KEYS, type ConfigKey, canonicalKey, configKey, defaultSettings, isSection } from './config-keys.js'
import { mergeSettings, valueAt } from './nested.js'

/** The file's object with its original spellings. Read it with `getSetting`, edit the text with `withSetting`. */
export interface ConfigValue {
  readonly settings: JsonObject
  /** False if the file is not a JSON object. `settings` is then empty, but that does not mean defaults. */
  readonly readable: boolean
}

/** URL of the schemas: unpkg serves them from the published npm package. */
const SCHEMAS = 'https://unpkg.com/gsd-pack/schemas'

/** Content of a new settings file: the URL of the schema, for editors. */
export const NEW_SETTINGS: JsonObject = { $schema: `${SCHEMAS}/config.schema.json` }
export const NEW_SETTINGS_TEXT = `${JSON.stringify(NEW_SETTINGS, null, 2)}\n`

export { mergeSettings, valueAt } from './nested.js'

/** `legacy`: an older spelling in the project's file · `user`: the user's defaults. */
type Origin = 'project' | 'legacy' | 'user' | 'default'

export interface Setting {
  readonly key: string
  /** Null if the key is unset and has no default. */
  readonly value: Json
  readonly origin: Origin
  /** The older spelling in the project's file; null if the value is not from one. */
  readonly spelling: string | null
  /** The project's value if it was ignored, to protect the user from a hostile tree. */
  readonly passedOver?: Json
}

/** Returns the user's settings, which apply to keys that the project does not set. */
export type UserSettings = () => JsonObject
const NO_SETTINGS: UserSettings = () => ({})

interface FoundValue {
  readonly value: Json
  readonly spelling: string | null
}

/** The value of a key; undefined if unset. Null counts as unset, as in the tools that wrote it. */
const valueIfSet = (settings: JsonObject, key: string): Json | undefined => valueAt(settings, key) ?? undefined

/** Finds a key's value: from older spellings, else the canonical key, else spellings that yield to it. */
function findValue(settings: JsonObject, { spellings }: ConfigKey, key: string): FoundValue | null {
  const own = valueIfSet(settings, key) ?? switchValue(settings, key)
  const canonical = own === undefined ? [] : [{ value: own, spelling: null }]
  const older = ({ key: spelling, words }: ConfigKey['spellings'][number]): readonly FoundValue[] => {
    const raw = valueIfSet(settings, spelling)
    const value = raw === undefined || words === undefined ? raw : words[String(raw)]
    return value === undefined ? [] : [{ value, spelling }]
  }
  const winning = spellings.filter(({ yields }) => yields !== true).flatMap(older)
  const yielding = spellings.filter(({ yields }) => yields === true).flatMap(older)
  return [...winning, ...canonical, ...yielding][0] ?? null
}

/** The value of `x.enabled` if `x` itself is a boolean: `parallelization: true` sets `parallelization.enabled`. */
function switchValue(settings: JsonObject, key: string): Json | undefined {
  const parent = key.endsWith('.enabled') ? valueIfSet(settings, key.slice(0, -'.enabled'.length)) : undefined
  return typeof parent === 'boolean' ? parent : undefined
}

/** The file's value for a key, in any spelling, even if a guard ignores it; undefined if unset. */
export function ownValue(settings: JsonObject, key: string): Json | undefined {
  const row = configKey(key)
  return row === null ? undefined : findValue(settings, row, key)?.value
}

/**
 * Returns a key (in any spelling) or a section: from the project's file, else the user's, else the registry. The
 * project's value of a guarded key can be ignored. An unknown key is taken from the file; null if the file lacks it.
 */
export function getSetting(value: ConfigValue, name: string, personal: UserSettings = NO_SETTINGS): Setting | null {
  const key = canonicalKey(name) ?? name
  const row = configKey(key)
  if (row !== null) return rowSetting(value.settings, row, key, personal)
  const raw = valueAt(value.settings, key)
  if (isSection(key)) return section(value.settings, key, personal)
  return raw === undefined ? null : { key, value: raw, origin: 'project', spelling: null }
}

function rowSetting(settings: JsonObject, row: ConfigKey, key: string, personal: UserSettings): Setting {
  const { guard } = row
  const projectValue = findValue(settings, row, key)
  if (projectValue !== null && (guard === null || projectValue.value === guard.safe))
    return { key, ...projectValue, origin: projectValue.spelling === null ? 'project' : 'legacy' }
  // A project may not turn a guard off, so the user's value counts, or else the default.
  const own = findValue(personal(), row, key)
  const base: Setting =
    own === null
      ? { key, value: row.fallback, origin: 'default', spelling: null }
      : { key, value: own.value, origin: 'user', spelling: null }
  return projectValue === null || projectValue.value === base.value ? base : { ...base, passedOver: projectValue.value }
}

function section(settings: JsonObject, key: string, personal: UserSettings): Setting {
  const sectionValue = valueIfSet(settings, key)
  const merged = [valueAt(defaultSettings(), key), valueIfSet(personal(), key), sectionValue]
    .filter(isJsonObject)
    .reduce(mergeSettings, {})
  const known = CONFIG_KEYS.filter((row) => row.key.startsWith(`${key}.`) && !row.key.includes('<'))
  const full = known.reduce<JsonObject>((out, row) => {
    const { value, origin, passedOver } = rowSetting(settings, row, row.key, personal)
    return origin === 'default' && passedOver === undefined
      ? out
      : mergeSettings(out, nested(row.key.slice(key.length + 1).split('.'), value) as JsonObject)
  }, merged)
  return { key, value: full, origin: sectionValue === undefined ? 'default' : 'project', spelling: null }
}

/** Lists known keys with a value or default, then the project's keys with free names and unknown keys. */
export function listSettings(value: ConfigValue, personal: UserSettings = NO_SETTINGS): readonly Setting[] {
  const rows = CONFIG_KEYS.filter((row) => !row.key.includes('<')).map((row) =>
    rowSetting(value.settings, row, row.key, personal),
  )
  const named = leaves(value.settings)
    .filter((key) => canonicalKey(key) === null || configKey(key)?.key.includes('<') === true)
    .map((key): Setting => ({ key, value: valueAt(value.settings, key) ?? null, origin: 'project', spelling: null }))
  const known = rows.filter(({ value: found, origin, passedOver }) => {
    const isUnset = origin === 'default' && found === null && passedOver === undefined
    const isListedByLeaves = origin !== 'default' && isJsonObject(found)
    return !isUnset && !isListedByLeaves
  })
  return [...known, ...named]
}

const leaves = (settings: JsonObject, prefix = ''): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isJsonObject(value) && configKey(prefix + name) === null ? leaves(value, `${prefix}${name}.`) : [prefix + name],
  )

/** Names of secret keys, including other tools' search keys. */
const SECRET_NAME =
  /(?:^|[._-])(?:api[_-]?key|token|secret|password|passwd|credentials?|(?:brave|exa|tavily|ref)_search|firecrawl|perplexity|jina)$/i

const isSecret = (key: string): boolean => key.split('.').some((part) => SECRET_NAME.test(part))

const maskText = (text: string): string => (text === '' ? text : `****${text.length > 8 ? text.slice(-4) : ''}`)

/** Masks secrets, inside sections too; a long one keeps its last four characters. Only texts can be secrets. */
const maskedAt = (key: string, value: Json): Json => {
  if (typeof value === 'string') return isSecret(key) ? maskText(value) : value
  if (Array.isArray(value)) return value.map((item) => maskedAt(key, item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedAt(`${key}.${name}`, inner)]))
}

export const maskedValue = ({ key, value }: Pick<Setting, 'key' | 'value'>): Json => maskedAt(key, value)

export function withoutSecrets(text: string, ...settings: readonly JsonObject[]): string {
  const secrets = settings.flatMap((object) => Object.entries(object).flatMap(([key, value]) => secretsAt(key, value)))
  return secrets.reduce((out, secret) => out.replaceAll(jsonEscaped(secret), jsonEscaped(maskText(secret))), text)
}

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1)

function secretsAt(key: string, value: Json): readonly string[] {
  if (typeof value === 'string') return value !== '' && isSecret(key) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsAt(key, item))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => secretsAt(`${key}.${name}`, inner))
}

type Path = readonly [string, ...string[]]
const pathOf = (key: string): Path => key.split('.') as unknown as Path

/** The text to edit, or `initialText` if there is no file. Throws `WRITE_REFUSED` if the text is not a JSON object. */
export function settingsText(source: Source | null, initialText = '{}\n'): string {
  const text = source === null ? initialText : (source.text ?? '')
  if (objectIn(text) !== null) return text
  const path = source?.path ?? 'config.json'
  refuseEdit(path, 'a JSON object', 'something else', `Correct ${path} first.`)
}

/** Sets a key under its canonical name and removes its older spellings, except those that cover more. Idempotent. */
export function withSetting(text: string, name: string, to: Json): string {
  const key = canonicalKey(name) ?? name
  return withoutSpellings(same(valueAt(objectIn(text) ?? {}, key), to) ? text : withValueAt(text, key, to), key)
}

export function withoutSetting(text: string, name: string): string {
  const key = canonicalKey(name) ?? name
  return withoutSpellings(removeJson(text, pathOf(key)), key)
}

/** Sets a value. Any non-object on the way to it becomes an object, in which a boolean is kept as `enabled`. */
function withValueAt(text: string, key: string, to: Json): string {
  const path = pathOf(key)
  const settings = objectIn(text) ?? {}
  for (let depth = 1; depth < path.length; depth++) {
    const at = valueAt(settings, path.slice(0, depth).join('.'))
    if (at === undefined) break
    if (isJsonObject(at)) continue
    const below = nested(path.slice(depth), to)
    const kept = typeof at === 'boolean' ? { enabled: at } : {}
    return setJson(text, path.slice(0, depth) as unknown as Path, { ...kept, ...(isJsonObject(below) ? below : {}) })
  }
  return setJson(text, path, to)
}

const withoutSpellings = (text: string, key: string): string =>
  (configKey(key)?.spellings ?? [])
    .filter((spelling) => spelling.coversMore !== true)
    .reduce((out, { key: spelling }) => removeJson(out, pathOf(spelling)), text)
