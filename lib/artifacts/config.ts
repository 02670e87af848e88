// config.json: settings somebody chose. Keys, types and defaults are in config-keys.ts.
import { any } from '../std/shape.js'
import type { Codec } from './codec.js'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** The file's own object, keys in its own spelling. Read settings through `getSetting`, change them through `withSetting` and `withoutSetting`. */
export interface ConfigValue {
  readonly settings: JsonObject
  /** False when the file is not a JSON object; settings are then empty and must not be taken for defaults. */
  readonly readable: boolean
}

export type Origin = 'project' | 'legacy' | 'user' | 'default'

export interface Setting {
  /** Canonical dotted key. */
  readonly key: string
  /** null where nothing is set and there is no default. */
  readonly value: Json
  readonly origin: Origin
  /** Spelling found in the file when it is not the canonical one. */
  readonly spelling: string | null
}

const empty: ConfigValue = { settings: {}, readable: true }

export const config: Codec<ConfigValue> = {
  id: 'config',
  about: 'Settings of the project',
  path: 'config.json',
  shape: any() as Codec<ConfigValue>['shape'],
  empty,
  parse: () => ({ value: empty, issues: [] }),
  render: (_value, previous) => ({ text: previous?.text ?? '{}\n' }),
}

/** The setting of a canonical or legacy key: project file, then the user's defaults, then the registry. Null for a key no registry entry or pattern knows and no file holds. */
export function getSetting(_value: ConfigValue, _key: string, _user: JsonObject = {}): Setting | null {
  return null
}

/** Sets one canonical key; a legacy spelling of it is moved. */
export function withSetting(value: ConfigValue, _key: string, _to: Json): ConfigValue {
  return value
}

export function withoutSetting(value: ConfigValue, _key: string): ConfigValue {
  return value
}
