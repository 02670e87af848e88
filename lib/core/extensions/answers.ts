// Checks the answers of handlers. Pure.
import { isJsonObject, type Json } from '../../std/json.js'
import { isMoment, type Point } from './manifest.js'
import { KEY } from './state.js'

const isLine = (value: Json | undefined, most: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

const MAX_SAID = 2000

/** What is wrong with an answer, or null. `units`: the unit types in the manifest. */
export function answerProblem(point: Point, value: Json, units: readonly string[]): string | null {
  if (value === null) return null
  if (point === 'next') return verdictProblem(value, units)
  if (isMoment(point)) return momentProblem(point, value)
  if (point !== 'check') return null
  const isList = Array.isArray(value) && value.every((one: Json) => isJsonObject(one) && isLine(one['message'], 1e6))
  return isList ? null : 'expected a list of { message, path, fix }'
}

function verdictProblem(value: Json, units: readonly string[]): string | null {
  const { kind, reason, resume, unit } = isJsonObject(value) ? value : {}
  if (kind === 'default') return null
  if (kind === 'hold')
    return isLine(reason, 500) && isLine(resume, 500) ? null : 'a hold needs reason and resume as text'
  if (kind !== 'dispatch' || !isJsonObject(unit)) return 'expected { kind: "default" | "dispatch" | "hold" }'
  const { type = null, key, task } = unit
  if (!units.includes(String(type))) return `the manifest declares no unit ${JSON.stringify(type)}`
  if (typeof key !== 'string' || !KEY.test(key))
    return 'the key of a unit takes letters, digits, dot, dash and underscore'
  return isLine(task, 8000) ? null : 'a unit needs its task, a text of at most 8000 characters'
}

function momentProblem(point: Point, value: Json): string | null {
  const kinds = point === 'pre-tool' ? ['deny', 'context'] : ['context']
  const [said, ...more] = isJsonObject(value) ? Object.entries(value) : []
  return said !== undefined && more.length === 0 && kinds.includes(said[0]) && isLine(said[1], MAX_SAID)
    ? null
    : `expected nothing, or one of ${kinds.join(', ')} with a text of at most ${MAX_SAID} characters`
}
