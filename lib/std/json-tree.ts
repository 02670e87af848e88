// JSON text as a tree with positions. Comments and trailing commas are tolerated.
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { type Json, type JsonObject, MAX_DEPTH, tooDeepAt } from './json.js'

export type JsonPath = readonly (string | number)[]

/** Offsets are UTF-16 units of the whole text, including a BOM. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'value'
  readonly start: number
  readonly end: number
  /** The value itself for kind `value`; null for the others. */
  readonly data: Json
  /** Members of an object or, with `key` null, items of an array. */
  readonly members: readonly JsonMember[]
}

export interface JsonMember {
  readonly key: string | null
  /** Start of the key, or of an array's item. */
  readonly start: number
  /** End of the key; equal to `start` in an array. */
  readonly keyEnd: number
  readonly value: JsonNode
  /** Offset of the comma after the value; null if there is none. */
  readonly comma: number | null
}

export interface JsonProblem {
  readonly offset: number
  /** Such as `comma expected`. */
  readonly problem: string
}

type Open<T> = { -readonly [K in keyof T]: T[K] extends readonly JsonMember[] ? Open<JsonMember>[] : T[K] }

/** Returns the tree of `text` or its first error, in linear time; `strict` refuses comments and trailing commas. */
export function locateJson(
  text: string,
  { strict = false }: { readonly strict?: boolean } = {},
): { readonly root: JsonNode } | JsonProblem {
  const deep = tooDeepAt(text)
  if (deep >= 0) return { offset: deep, problem: `more than ${MAX_DEPTH} levels of nesting` }
  const open: Open<JsonNode>[] = []
  let root: JsonNode | null = null
  let key: Pick<JsonMember, 'key' | 'start' | 'keyEnd'> | null = null
  let wrong: JsonProblem | null = null
  const add = (node: Open<JsonNode>) => {
    const { start } = node
    open.at(-1)?.members.push({ ...(key ?? { key: null, start, keyEnd: start }), value: node, comma: null })
    root ??= node
    key = null
  }
  const begin = (kind: 'object' | 'array') => (start: number) => {
    const node: Open<JsonNode> = { kind, start, end: start, data: null, members: [] }
    add(node)
    open.push(node)
  }
  const end = (offset: number, length: number) => {
    const node = open.pop()
    if (node !== undefined) node.end = offset + length
  }
  const handlers = {
    onObjectBegin: begin('object'),
    onArrayBegin: begin('array'),
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty(name: string, start: number, length: number) {
      key = { key: name, start, keyEnd: start + length }
    },
    onLiteralValue: (data: Json, start: number, length: number) =>
      add({ kind: 'value', start, end: start + length, data, members: [] }),
    onSeparator(sign: string, offset: number) {
      const last = open.at(-1)?.members.at(-1)
      if (sign === ',' && last !== undefined) last.comma = offset
    },
    onError(code: ParseErrorCode, offset: number) {
      wrong ??= {
        offset,
        problem: printParseErrorCode(code)
          .replace(/(?<=.)(?=[A-Z])/g, ' ')
          .toLowerCase(),
      }
    },
  }
  visit(text.replace(/^\ufeff/, ' '), handlers, { disallowComments: strict, allowTrailingComma: !strict })
  return wrong ?? (root === null ? { offset: 0, problem: 'value expected' } : { root })
}

/** Returns the last member with that key, as JSON.parse does; null if there is none. */
export const memberOf = (node: JsonNode, key: string): JsonMember | null =>
  node.kind === 'object' ? (node.members.findLast((member) => member.key === key) ?? null) : null

export const nodeAt = (root: JsonNode, path: JsonPath): JsonNode | null =>
  path.reduce<JsonNode | null>((node, step) => {
    if (node === null || typeof step === 'string') return node && (memberOf(node, step as string)?.value ?? null)
    return node.kind === 'array' ? (node.members[step]?.value ?? null) : null
  }, root)

/** Returns a node's plain value; the last of duplicate keys wins, as in JSON.parse. */
export function dataOf({ kind, data, members }: JsonNode): Json {
  if (kind === 'array') return members.map(({ value }) => dataOf(value))
  if (kind === 'value') return data
  return Object.fromEntries(members.map(({ key, value }) => [key, dataOf(value)])) as JsonObject
}
