// Checks the answers of handlers, except those to `brief`, which the code that shows them checks. Pure.
import { isJsonObject, type Json } from '../../std/json.js'
import { isMoment, type Point } from './manifest.js'
import { KEY, KEY_RULE } from './state.js'

const isText = (value: Json | undefined, maxLength: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxLength

const MAX_TEXT = 2000

/** Returns what is wrong with an answer, or null. `units`: the unit types that the manifest declares. */
export function answerProblem(point: Point, value: Json, units: readonly string[]): string | null {
  if (value === null) return null
  if (point === 'next') return verdictProblem(value, units)
  if (isMoment(point)) return momentProblem(point, value)
  if (point !== 'check') return null
  const isList = Array.isArray(value) && value.every((row: Json) => isJsonObject(row) && isText(row['message'], 1e6))
  return isList ? null : 'expected a list of { message, path, fix }, each with a message'
}

function verdictProblem(value: Json, units: readonly string[]): string | null {
  const { kind, reason, resume, unit } = isJsonObject(value) ? value : {}
  if (kind === 'default') return null
  if (kind === 'hold')
    return isText(reason, 500) && isText(resume, 500) ? null : 'a hold needs reason and resume (at most 500 characters)'
  if (kind !== 'dispatch' || !isJsonObject(unit)) return 'expected { kind: "default" | "dispatch" | "hold" }'
  const { type = null, key, task } = unit
  if (!units.includes(String(type))) return `the manifest declares no unit ${JSON.stringify(type)}`
  if (typeof key !== 'string' || !KEY.test(key)) return `the key of a unit ${KEY_RULE}`
  return isText(task, 8000) ? null : 'a unit needs its task, a text of at most 8000 characters'
}

function momentProblem(point: Point, value: Json): string | null {
  const kinds = point === 'pre-tool' ? ['deny', 'context'] : ['context']
  const [entry, ...others] = isJsonObject(value) ? Object.entries(value) : []
  return entry !== undefined && others.length === 0 && kinds.includes(entry[0]) && isText(entry[1], MAX_TEXT)
    ? null
    : `expected nothing, or one of ${kinds.join(', ')} with a text of at most ${MAX_TEXT} characters`
}
