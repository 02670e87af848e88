// What handlers may answer. Pure.
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { isMoment, type Point } from './manifest.js'

/** Null: what stands further in. */
export type Verdict = { readonly name: string; readonly verdict: JsonObject } | null

const isLine = (value: Json | undefined, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

const KEY = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,59})$/

/** Null where it is one; else what is wrong. `units`: what the manifest declares. */
export function verdictProblem(value: Json, units: readonly string[]): string | null {
  if (!isJsonObject(value)) return 'expected { kind: "default" | "dispatch" | "hold" }'
  if (value['kind'] === 'default') return null
  if (value['kind'] === 'hold')
    return isLine(value['reason'], 500) && isLine(value['resume'], 500)
      ? null
      : 'a hold needs a reason and how to go on (resume), as texts'
  if (value['kind'] !== 'dispatch') return `there is no kind ${JSON.stringify(value['kind'] ?? null)}`
  const unit = value['unit']
  if (!isJsonObject(unit)) return 'a dispatch needs a unit'
  if (typeof unit['type'] !== 'string' || !units.includes(unit['type']))
    return `the manifest declares no unit ${JSON.stringify(unit['type'] ?? null)}`
  if (typeof unit['key'] !== 'string' || !KEY.test(unit['key']) || unit['key'].includes('..'))
    return 'the key of a unit takes letters, digits, dot, dash and underscore'
  return isLine(unit['task'], 8000) ? null : 'a unit needs its task, a text of at most 8000 characters'
}

const MOST_SAID = 2000

function momentProblem(point: Point, value: Json): string | null {
  const kinds = point === 'pre-tool' ? ['deny', 'ask', 'context'] : ['context']
  const [said, ...more] = isJsonObject(value) ? Object.entries(value) : []
  return said !== undefined && more.length === 0 && kinds.includes(said[0]) && isLine(said[1], MOST_SAID)
    ? null
    : `expected nothing, or one of ${kinds.join(', ')} with a text of at most ${MOST_SAID} characters`
}

/** Null where it is an answer of the point, `next` aside; else what is wrong. */
export function answerProblem(point: Point, value: Json): string | null {
  const says = (one: Json, field: string) => isJsonObject(one) && typeof one[field] === 'string'
  if (value === null) return null
  if (isMoment(point)) return momentProblem(point, value)
  if (point === 'beforeClaim') return says(value, 'deny') ? null : 'expected nothing, or { deny: "why" }'
  if (point !== 'check') return null
  const isList = Array.isArray(value) && value.every((one: Json) => says(one, 'message'))
  return isList ? null : 'expected a list of { message, path, fix }'
}
