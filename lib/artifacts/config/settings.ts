// Effective settings: the file's own spelling, its legacy spellings, the person's defaults, the registry.
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import type { ConfigValue } from './config.js'
import { CONFIG_KEYS, type ConfigKey, canonicalKey, configKey, defaultSettings, isSection } from './config-keys.js'
import { mergeSettings, valueAt } from './nested.js'

export { mergeSettings, valueAt } from './nested.js'

/** `legacy`: the project's file, in an older spelling · `user`: the person's own defaults. */
type Origin = 'project' | 'legacy' | 'user' | 'default'

export interface Setting {
  /** Canonical dotted key. */
  readonly key: string
  /** null where nothing is set and there is no default. */
  readonly value: Json
  readonly origin: Origin
  /** The spelling found in the file when it is not the canonical one. */
  readonly spelling: string | null
  /** What the project says and what does not count, because it protects the person from a hostile tree. */
  readonly passedOver?: Json
}

/** The person's own settings, read where the project says nothing. */
export type Personal = () => JsonObject
const NOTHING: Personal = () => ({})

interface Hit {
  readonly value: Json
  readonly spelling: string | null
}

/** null counts as not set, as it did for the tools that wrote it. */
const set = (settings: JsonObject, key: string): Json | undefined => valueAt(settings, key) ?? undefined

function hit(settings: JsonObject, row: ConfigKey, key: string): Hit | null {
  const spelled = (yields: boolean): Hit | null => {
    for (const spelling of row.spellings) {
      if ((spelling.yields === true) !== yields) continue
      const raw = set(settings, spelling.key)
      const value = raw === undefined ? undefined : spelling.words === undefined ? raw : spelling.words[String(raw)]
      if (value !== undefined) return { value, spelling: spelling.key }
    }
    return null
  }
  const own = set(settings, key) ?? switched(settings, key)
  return spelled(false) ?? (own === undefined ? null : { value: own, spelling: null }) ?? spelled(true)
}

/** `parallelization: true` answers for `parallelization.enabled`. */
function switched(settings: JsonObject, key: string): Json | undefined {
  const parent = key.endsWith('.enabled') ? set(settings, key.slice(0, -'.enabled'.length)) : undefined
  return typeof parent === 'boolean' ? parent : undefined
}

/** What a file itself says about a key, in any spelling, whether it counts or not; undefined where it says nothing. */
export function saidIn(settings: JsonObject, key: string): Json | undefined {
  const row = configKey(key)
  return row === null ? undefined : hit(settings, row, key)?.value
}

/**
 * The setting of a key in canonical or legacy spelling, or of a whole section: the project's file, then the person's own, then the registry.
 * Where a setting protects the person, their own stands above the project, whose value may be passed over.
 * A key no row knows is answered from the file when it is there; else null.
 */
export function getSetting(value: ConfigValue, name: string, personal: Personal = NOTHING): Setting | null {
  const key = canonicalKey(name) ?? name
  const row = configKey(key)
  if (row !== null) return rowSetting(value.settings, row, key, personal)
  const raw = valueAt(value.settings, key)
  if (isSection(key)) return section(value.settings, key, personal)
  return raw === undefined ? null : { key, value: raw, origin: 'project', spelling: null }
}

function rowSetting(settings: JsonObject, row: ConfigKey, key: string, personal: Personal): Setting {
  const { guard } = row
  const said = hit(settings, row, key)
  if (said !== null && (guard === null || said.value === guard.safe))
    return { key, ...said, origin: said.spelling === null ? 'project' : 'legacy' }
  // What protects the person holds in every project of theirs.
  const own = hit(personal(), row, key)
  const base: Setting =
    own === null
      ? { key, value: row.fallback, origin: 'default', spelling: null }
      : { key, value: own.value, origin: 'user', spelling: null }
  return said === null || said.value === base.value ? base : { ...base, passedOver: said.value }
}

function section(settings: JsonObject, key: string, personal: Personal): Setting {
  const said = set(settings, key)
  const merged = [valueAt(defaultSettings(), key), set(personal(), key), said]
    .filter(isJsonObject)
    .reduce(mergeSettings, {})
  const known = CONFIG_KEYS.filter((row) => row.key.startsWith(`${key}.`) && !row.key.includes('<'))
  const full = known.reduce<JsonObject>((out, row) => {
    const { value, origin, passedOver } = rowSetting(settings, row, row.key, personal)
    return origin === 'default' && passedOver === undefined
      ? out
      : put(out, row.key.slice(key.length + 1).split('.'), value)
  }, merged)
  return { key, value: full, origin: said === undefined ? 'default' : 'project', spelling: null }
}

/** Every key that is set or has a default, with its origin; keys of the file that no row knows come last. */
export function listSettings(value: ConfigValue, personal: Personal = NOTHING): readonly Setting[] {
  const rows = CONFIG_KEYS.filter((row) => !row.key.includes('<')).map((row) =>
    rowSetting(value.settings, row, row.key, personal),
  )
  const named = leaves(value.settings)
    .filter((key) => canonicalKey(key) === null || configKey(key)?.key.includes('<') === true)
    .map((key): Setting => ({ key, value: valueAt(value.settings, key) ?? null, origin: 'project', spelling: null }))
  const known = rows.filter(
    ({ value: found, origin, passedOver }) =>
      (origin !== 'default' || found !== null || passedOver !== undefined) &&
      !(isJsonObject(found) && origin !== 'default'),
  )
  return [...known, ...named]
}

const leaves = (settings: JsonObject, prefix = ''): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isJsonObject(value) && configKey(prefix + name) === null ? leaves(value, `${prefix}${name}.`) : [prefix + name],
  )

function put(settings: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...settings, [name]: value }
  const old = Object.hasOwn(settings, name) ? settings[name] : undefined
  const inner = isJsonObject(old) ? old : typeof old === 'boolean' ? { enabled: old } : {}
  return { ...settings, [name]: put(inner, rest, value) }
}

/** Keys that hold a secret, among them the keys of search services in settings of other tools. */
const SECRET_NAME =
  /(?:^|[._-])(?:api[_-]?key|token|secret|password|passwd|credentials?|(?:brave|exa|tavily|ref)_search|firecrawl|perplexity|jina)$/i

const isSecret = (key: string): boolean => key.split('.').some((part) => SECRET_NAME.test(part))

const masked = (text: string): string => (text === '' ? text : `****${text.length > 8 ? text.slice(-4) : ''}`)

/** A value as it may be shown: of a secret its last four characters, also inside of a section. Switches and absent values stay as they are. */
export const shownAt = (key: string, value: Json): Json => {
  if (typeof value === 'string') return isSecret(key) ? masked(value) : value
  if (Array.isArray(value)) return value.map((item) => shownAt(key, item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownAt(`${key}.${name}`, inner)]))
}

/** The value of a setting as it may be shown. */
export const shown = ({ key, value }: Pick<Setting, 'key' | 'value'>): Json => shownAt(key, value)

/** A text that repeats parts of these settings, with the secrets in it as they may be shown. */
export function withoutSecrets(text: string, ...settings: readonly JsonObject[]): string {
  const secrets = settings.flatMap((object) => Object.entries(object).flatMap(([key, value]) => secretsAt(key, value)))
  return secrets.reduce((out, secret) => out.replaceAll(spelled(secret), spelled(masked(secret))), text)
}

/** As JSON writes it between the quotes. */
const spelled = (text: string): string => JSON.stringify(text).slice(1, -1)

function secretsAt(key: string, value: Json): readonly string[] {
  if (typeof value === 'string') return value !== '' && isSecret(key) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsAt(key, item))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => secretsAt(`${key}.${name}`, inner))
}
