// Which keys differ between two JSON objects, as the edits that turn one into the other.
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { same } from '../../std/same.js'

/** `to` undefined: the key goes. */
export interface JsonChange {
  readonly path: readonly [string, ...string[]]
  readonly to: Json | undefined
}

/** The fewest keys to set or remove; arrays are replaced as a whole. Removals come last, so that a moved key keeps its neighbours' place. */
export function changesBetween(before: JsonObject, after: JsonObject): readonly JsonChange[] {
  const sets: JsonChange[] = []
  const removals: JsonChange[] = []
  const walk = (from: JsonObject, to: JsonObject, prefix: readonly string[]) => {
    for (const key of Object.keys(to)) {
      const path = [...prefix, key] as unknown as JsonChange['path']
      const [old, next] = [Object.hasOwn(from, key) ? from[key] : undefined, to[key]]
      if (isJsonObject(old) && isJsonObject(next)) walk(old, next, path)
      else if (next !== undefined && !same(old, next)) sets.push({ path, to: next })
    }
    for (const key of Object.keys(from))
      if (!Object.hasOwn(to, key))
        removals.push({ path: [...prefix, key] as unknown as JsonChange['path'], to: undefined })
  }
  walk(before, after, [])
  return [...sets, ...removals]
}
