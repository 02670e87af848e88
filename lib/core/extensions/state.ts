// Extension state: one JSON file for each key, in `extensions/<name>/` of the planning base. Pure.
import { type JsonObject, objectIn } from '../../std/json.js'
import { mismatches, type Shape } from '../../std/shape.js'
import type { Active } from './active.js'
import type { Ground } from './port.js'

/** A key is also the end of a unit id, and a file name. */
export const KEY = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/
export const KEY_RULE = 'takes 1 to 60 letters, digits, single dots, dashes, underscores; first a letter or digit'

const folderOf = ({ base }: Ground, name: string): string => `${base}/extensions/${name}`

export const statePath = (ground: Ground, name: string, key: string): string => `${folderOf(ground, name)}/${key}.json`

/** Reads the state of an extension by key. Throws if a file is not a JSON object, or does not match the manifest's schema. */
export function statesOf(ground: Ground, { name, manifest }: Active): Readonly<Record<string, JsonObject>> {
  const schema = manifest.state
  if (schema === undefined) return {}
  const states = ground.list(folderOf(ground, name)).flatMap(({ name: file }) => {
    const key = file.slice(0, -5)
    if (!file.endsWith('.json') || !KEY.test(key)) return []
    const value = objectIn(ground.source(statePath(ground, name, key))?.text ?? '')
    if (value === null) throw new Error(`its state ${key} is not a JSON object`)
    const problem = stateProblem(schema, value)
    if (problem !== null) throw new Error(`its state ${key} does not match its schema: ${problem}`)
    return [[key, value] as const]
  })
  return Object.fromEntries(states)
}

/** Returns why a value cannot be stored, or null. */
export function stateProblem(schema: Shape | undefined, value: unknown): string | null {
  if (value === null) return null
  if (schema === undefined) return 'its manifest declares no state'
  const [wrong] = mismatches(schema, value)
  return wrong === undefined ? null : `${wrong.at || '/'}: expected ${wrong.expected}, received ${wrong.received}`
}
