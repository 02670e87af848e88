// Reads and merges nested settings, without knowing the registry of keys.
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'

export function valueAt(settings: JsonObject, key: string): Json | undefined {
  let at: Json | undefined = settings
  for (const part of key.split('.')) at = isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : undefined
  return at
}

/** Merges the values of a key if both are objects; otherwise that of `over` wins, even if it is null. */
export function mergeSettings(base: JsonObject, over: JsonObject): JsonObject {
  const merged = Object.entries(over).map(([key, value]): [string, Json] => {
    const old = Object.hasOwn(base, key) ? base[key] : undefined
    return [key, isJsonObject(old) && isJsonObject(value) ? mergeSettings(old, value) : value]
  })
  return { ...base, ...Object.fromEntries(merged) }
}
