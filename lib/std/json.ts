// Values in JSON.
import { attempt } from './attempt.js'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a count; 0 if it is absent or not a positive number. */
export const countAt = (fields: Fields, name: string): number => {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
export const isJsonObject = (value: unknown): value is JsonObject => isFields(value)
/** Wraps a value in one object for each key. */
export const nested = (path: readonly string[], value: Json): Json =>
  path.reduceRight<Json>((inner, key) => Object.fromEntries([[key, inner]]) as JsonObject, value)
/** Limits nesting, so that no input exhausts the stack. */
export const MAX_DEPTH = 512

/** Like `JSON.parse`. Throws SyntaxError if invalid or nested too deep. */
export function parseJson(text: string): unknown {
  if (tooDeepAt(text) >= 0) throw new SyntaxError(`more than ${MAX_DEPTH} levels of nesting`)
  return JSON.parse(text)
}

export const parsedJson = (text: string): unknown => attempt(() => parseJson(text), undefined)

/** Returns the object in a text, with or without a BOM; null for anything else. */
export function objectIn(text: string): JsonObject | null {
  const value = parsedJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  return isJsonObject(value) ? value : null
}

/** Returns the offset of the first bracket beyond the limit; -1 if there is none. */
export function tooDeepAt(text: string): number {
  // Fast path: counting brackets costs a tenth of following the strings.
  const opened = ['[', '{'].reduce((sum, mark) => sum + text.split(mark, MAX_DEPTH + 2).length - 1, 0)
  if (opened <= MAX_DEPTH) return -1
  let depth = 0
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (piece === '[' || piece === '{') depth++
    else if (piece === ']' || piece === '}') depth--
    if (depth > MAX_DEPTH) return index
  }
  return -1
}

/** A string, possibly unclosed, or a bracket. */
const PIECE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[[\]{}]/g
