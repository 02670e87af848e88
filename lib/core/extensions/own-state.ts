// The state of an extension in the front matter of a planning file: read by its schema, written key by key. Pure.
import { frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { setFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { mismatches, type Shape } from '../../std/shape.js'

const MOST_STATE = 16 << 10
const MOST_DEPTH = 8

/** What stands there for one extension; undefined: nothing. Front matter knows texts only, so the schema says what is a number. */
export function stateIn(
  source: Source | null,
  name: string,
  schema: Shape,
): JsonObject | undefined | { readonly $invalid: string } {
  if (source === null || source.text === null || !source.text.includes('extensions')) return undefined
  const { data } = readFrontMatter(source)
  const raw = frontValueAt(data, `extensions.${name}`)
  if (raw === undefined || raw === '') return undefined
  const value = typeOf(schema, raw as Json)
  const [wrong] = mismatches(schema, value)
  if (wrong !== undefined || !isJsonObject(value))
    return {
      $invalid: `${wrong?.at || '/'}: expected ${wrong?.expected ?? 'an object'}, received ${wrong?.received ?? typeof value}`,
    }
  return value
}

export const isInvalid = (
  value: JsonObject | undefined | { readonly $invalid: string },
): value is { readonly $invalid: string } => value !== undefined && Object.hasOwn(value, '$invalid')

function typeOf(schema: Shape | undefined, raw: Json): Json {
  if (schema?.anyOf !== undefined) {
    const tries = schema.anyOf.map((option) => typeOf(option, raw))
    return tries.find((value, at) => mismatches(schema.anyOf?.[at] as Shape, value).length === 0) ?? raw
  }
  if (typeof raw === 'string') {
    if ((schema?.type === 'integer' || schema?.type === 'number') && raw.trim() !== '' && Number.isFinite(Number(raw)))
      return Number(raw)
    if (schema?.type === 'boolean' && (raw === 'true' || raw === 'false')) return raw === 'true'
    if (schema?.type === 'null' && (raw === 'null' || raw === '' || raw === '~')) return null
    if (schema?.type === 'array' && raw.trim() === '[]') return []
    if (schema?.type === 'object' && raw.trim() === '{}') return {}
    return raw
  }
  if (Array.isArray(raw)) return raw.map((item) => typeOf(schema?.items, item as Json))
  if (!isJsonObject(raw)) return raw
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const field = Object.hasOwn(schema?.properties ?? {}, key) ? schema?.properties?.[key] : undefined
      const other = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined
      return [key, typeOf(field ?? other, value as Json)]
    }),
  )
}

const BAD_KEY = new Set(['__proto__', 'constructor', 'prototype'])
/** A dot would lead the edit elsewhere. */
const isKey = (key: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9_ -]{0,79}$/.test(key) && !BAD_KEY.has(key)

/** Why a value is no state; null where it is. */
export function stateProblem(schema: Shape | null, value: Json): string | null {
  if (value === null) return null
  if (schema === null) return 'its manifest declares no state'
  const [wrong] = mismatches(schema, value)
  if (wrong !== undefined) return `${wrong.at || '/'}: expected ${wrong.expected}, received ${wrong.received}`
  if (JSON.stringify(value).length > MOST_STATE) return `it is longer than ${MOST_STATE} characters`
  return shapeProblem(value, 0)
}

function shapeProblem(value: Json, depth: number): string | null {
  if (depth > MOST_DEPTH) return `it is deeper than ${MOST_DEPTH}`
  if (Array.isArray(value))
    return value.map((item) => shapeProblem(item as Json, depth + 1)).find((found) => found !== null) ?? null
  if (!isJsonObject(value)) return null
  for (const [key, item] of Object.entries(value)) {
    if (!isKey(key)) return `the key ${JSON.stringify(key)} takes letters, digits, dash and underscore`
    const found = shapeProblem(item, depth + 1)
    if (found !== null) return found
  }
  return null
}

/** The text with the state of one extension in it; every other byte stays. Null: its front matter cannot be edited safely. */
export function withState(source: Source, name: string, value: JsonObject | null): string | null {
  const edited = setFrontMatter(source, { [`extensions.${name}`]: value as never })
  return 'refused' in edited ? null : applySplices(source.text ?? '', edited.splices)
}
