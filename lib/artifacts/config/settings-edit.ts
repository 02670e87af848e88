// Edits one setting in the text of a settings file, keeping every other byte.
import { GsdError, refusedEdit } from '../../errors.js'
import type { Source } from '../../ports.js'
import { isJsonObject, type Json, objectIn } from '../../std/json.js'
import { nested, removeJson, setJson } from '../../std/json-edit.js'
import { same } from '../../std/same.js'
import { refusal } from '../codec.js'
import { canonicalKey, configKey } from './config-keys.js'
import { valueAt } from './nested.js'

type Path = readonly [string, ...string[]]
const pathOf = (key: string): Path => key.split('.') as unknown as Path

/** The text to edit, or `begun` if there is no file. Throws `WRITE_REFUSED` if it is not an object. */
export function settingsText(source: Source | null, begun = '{}\n'): string {
  const text = source === null ? begun : (source.text ?? '')
  if (objectIn(text) !== null) return text
  const path = source?.path ?? 'config.json'
  const { refused } = refusal(path, 'a JSON object', 'something else', `Correct ${path} first.`)
  throw new GsdError(refusedEdit(refused))
}

/** Sets a key under its canonical name and removes its older spellings. Idempotent. */
export function withSetting(text: string, name: string, to: Json): string {
  const key = canonicalKey(name) ?? name
  return withoutSpellings(same(valueAt(objectIn(text) ?? {}, key), to) ? text : put(text, key, to), key)
}

/** Removes a key in every spelling. */
export function withoutSetting(text: string, name: string): string {
  const key = canonicalKey(name) ?? name
  return withoutSpellings(removeJson(text, pathOf(key)), key)
}

/** Turns a scalar on the path into an object: a boolean there becomes its `enabled`. */
function put(text: string, key: string, to: Json): string {
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
    .filter((spelling) => spelling.more !== true)
    .reduce((out, { key: spelling }) => removeJson(out, pathOf(spelling)), text)
