// The settings that hold, as one object under the names the family of tools knows: every key in its section, and again under the flat name it once had.
import { CONFIG_KEYS } from '../../artifacts/config/config-keys.js'
import { shown } from '../../artifacts/config/settings.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import type { Settings } from './settings.js'

/** Sections that are objects even while nothing is set in them; the others are null then. */
const NEVER_NULL = new Set(['agent_skills', 'manager', 'phase_commit_docs'])

// Names come from a file, so the objects have no prototype they could reach.
const empty = (): Record<string, Json> => Object.create(null) as Record<string, Json>

/** Secrets are masked. Keys without value and default are null, or absent inside their section. */
export function effectiveConfig(settings: Settings): JsonObject {
  const out = empty()
  for (const { key } of CONFIG_KEYS) {
    const top = key.split('.')[0] as string
    if (!(top in out)) out[top] = NEVER_NULL.has(top) ? {} : null
  }
  const values = new Map(settings.list().map((setting) => [setting.key, shown(setting)]))
  for (const [key, value] of values) put(out, key.split('.'), value)
  for (const { key, spellings } of CONFIG_KEYS)
    for (const { key: flat, words } of spellings)
      if (words === undefined && !flat.includes('.')) out[flat] = values.get(key) ?? null
  // A switch with settings below it: whoever asks for the section wants the switch.
  out['parallelization'] = settings.get('parallelization.enabled')
  return out
}

function put(at: Record<string, Json>, [name = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    at[name] = value
    return
  }
  const old = at[name]
  const inner = isJsonObject(old) ? Object.assign(empty(), old) : empty()
  at[name] = inner
  put(inner, rest, value)
}
