// Reads YAML values in quotes, in brackets and in block form with js-yaml. Every scalar stays text.
import { FAILSAFE_SCHEMA, load } from 'js-yaml'
import { attempt } from '../std/attempt.js'
import { isFields } from '../std/json.js'

/** A value of front matter. All scalars are text; an empty value is `''`. */
export type FrontValue = string | readonly FrontValue[] | FrontMap
export interface FrontMap {
  readonly [key: string]: FrontValue
}

/** Maximum nesting of lists and maps. */
export const MAX_DEPTH = 64

/** Matches a quoted string, a comment or a bracket. */
const PIECES = /(?<![^\s[{,:])(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^']*(?:''[^']*)*')|(?<=\s)#.*|[[\]{}]/g

/** Returns the offset after the quote or bracket that closes the one at `from`; -1 if none does, or nesting is too deep. */
export function closeOf(text: string, from: number): number {
  let depth = 0
  PIECES.lastIndex = from
  for (const { index, 0: piece } of text.matchAll(PIECES)) {
    if (depth === 0 && index > from) return -1
    if (piece === '[' || piece === '{') depth++
    else if (piece === ']' || piece === '}') depth--
    if (depth === 0) return index + piece.length
    if (depth > MAX_DEPTH) return -1
  }
  return -1
}

/** Matches a quoted text without escapes, for which js-yaml is not needed. */
const SIMPLE = /^(?:"([^"\\\r\n]*)"|'([^'\r\n]*)')$/
/** Matches an anchor, alias or tag at the start of a value or key. */
const REFERENCE = /(?<=[[{,]\s*|:\s+|"":)[&*!]/

/** Parses a value, without the parent's indent on its lines; undefined if it is invalid or has a reference in brackets. */
export function parsedValue(written: string, parent = 0): FrontValue | undefined {
  const simple = SIMPLE.exec(written)
  if (simple !== null) return simple[1] ?? simple[2]
  if (
    '[{'.includes(written[0] as string) &&
    REFERENCE.test(written.replace(PIECES, (piece) => (piece.length > 1 ? '""' : piece)))
  )
    return undefined
  const columns = new RegExp(String.raw`(?<=\r\n?|\n)[ \t]{0,${Math.max(parent, 0)}}`, 'g')
  const value = /[\r\n]/.test(written) ? written.replace(columns, parent < 0 ? ' ' : '') : written
  const read = () => load(`k: ${value}`, { schema: FAILSAFE_SCHEMA, json: true }) as { readonly k: unknown }
  return attempt(() => asText(read().k), undefined)
}

/** Turns all scalars into text and null into ''. Throws if a key is a map. */
function asText(value: unknown): FrontValue {
  if (Array.isArray(value)) return value.map(asText)
  if (!isFields(value)) return String(value ?? '')
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === '[object Object]') throw new TypeError(key)
      return [key, asText(inner)]
    }),
  )
}
