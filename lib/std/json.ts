// JSON text with positions. Comments and trailing commas are tolerated.
import { isFields } from './fields.js'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
export const isJsonObject = (value: unknown): value is JsonObject => isFields(value)
export type JsonPath = readonly (string | number)[]

/** Offsets are UTF-16 units of the whole text, including a BOM. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal'
  readonly start: number
  readonly end: number
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
  /** Offset of the comma after the value. */
  readonly comma: number | null
}

export interface JsonProblem {
  readonly offset: number
  readonly expected: string
}

/** Limits nesting, so that no input exhausts the stack. */
const MAX_DEPTH = 512

/** Like `JSON.parse`. Throws SyntaxError if invalid or nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`more than ${MAX_DEPTH} levels of nesting`)
  return JSON.parse(text)
}

/** Like `parseJson`; undefined if invalid. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The object in a text, with or without a BOM; null for anything else. */
export function objectIn(text: string): JsonObject | null {
  const value = parsedJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  return isJsonObject(value) ? value : null
}

function isTooDeep(text: string): boolean {
  // Fast path: counting brackets costs a tenth of following the strings.
  const opened = ['[', '{'].reduce((sum, mark) => sum + text.split(mark, MAX_DEPTH + 2).length - 1, 0)
  if (opened <= MAX_DEPTH) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 91 || code === 123) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === 93 || code === 125) depth--
    else if (code === 34) at = stringEnd(text, at)
  }
  return false
}

/** Offset of the closing quote of the string at `start`; the end of the text if unclosed. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) return at
    if (code === 92) at++
  }
  return text.length
}

class Stop extends Error {
  readonly problem: JsonProblem
  constructor(offset: number, expected: string) {
    super(expected)
    this.problem = { offset, expected }
  }
}

/** The tree of `text`, or its first error. `strict`: comments and trailing commas are errors too. Linear time. */
export function locateJson(
  text: string,
  options: { readonly strict?: boolean } = {},
): { readonly root: JsonNode } | { readonly problem: JsonProblem } {
  const reader = new Reader(text, options.strict === true)
  try {
    return { root: reader.document() }
  } catch (stop) {
    if (stop instanceof Stop) return { problem: stop.problem }
    throw stop
  }
}

const LITERALS = ['true', 'false', 'null'] as const
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const HEX = /^[0-9a-fA-F]{4}$/

class Reader {
  readonly #text: string
  readonly #strict: boolean
  #at: number

  constructor(text: string, strict: boolean) {
    this.#text = text
    this.#strict = strict
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  }

  document(): JsonNode {
    const root = this.#value(0)
    this.#trivia()
    if (this.#at < this.#text.length) throw new Stop(this.#at, 'the end of the file')
    return root
  }

  #trivia(): void {
    const text = this.#text
    for (;;) {
      const code = text.charCodeAt(this.#at)
      if (code === 32 || code === 9 || code === 10 || code === 13) this.#at++
      else if (code === 47 && this.#strict) throw new Stop(this.#at, 'no comment')
      else if (code === 47 && text[this.#at + 1] === '/') {
        while (this.#at < text.length && text[this.#at] !== '\n' && text[this.#at] !== '\r') this.#at++
      } else if (code === 47 && text[this.#at + 1] === '*') {
        const end = text.indexOf('*/', this.#at + 2)
        if (end < 0) throw new Stop(this.#at, 'the end of the comment: */')
        this.#at = end + 2
      } else return
    }
  }

  #value(depth: number): JsonNode {
    this.#trivia()
    const start = this.#at
    const open = this.#text[start]
    if (open === '{') return this.#container('object', '}', depth)
    if (open === '[') return this.#container('array', ']', depth)
    if (open === '"') return this.#scalar('string', this.#string() - start)
    const literal = LITERALS.find((word) => this.#text.startsWith(word, start))
    if (literal !== undefined) return this.#scalar('literal', literal.length)
    return this.#scalar('number', this.#match(NUMBER, 'a value'))
  }

  /** End of the string here; does not move. */
  #string(): number {
    const text = this.#text
    for (let at = this.#at + 1; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 34) return at + 1
      if (code < 32) throw new Stop(at, 'no line break or control character in a string')
      if (code !== 92) continue
      at++
      if (text[at] === 'u' && HEX.test(text.slice(at + 1, at + 5))) at += 4
      else if (!'"\\/bfnrt'.includes(text[at] ?? ' ')) throw new Stop(at - 1, 'a known escape such as \\n or \\u00e4')
    }
    throw new Stop(this.#at, 'the closing quote of the string')
  }

  #match(pattern: RegExp, expected: string): number {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) throw new Stop(this.#at, expected)
    return found[0].length
  }

  #scalar(kind: JsonNode['kind'], length: number): JsonNode {
    const start = this.#at
    this.#at += length
    return { kind, start, end: this.#at, members: [] }
  }

  #container(kind: 'object' | 'array', close: '}' | ']', depth: number): JsonNode {
    if (depth >= MAX_DEPTH) throw new Stop(this.#at, `at most ${MAX_DEPTH} levels of nesting`)
    const start = this.#at++
    const members: JsonMember[] = []
    for (;;) {
      this.#trivia()
      const last = members.at(-1)
      if (this.#text[this.#at] === close) {
        if (this.#strict && last?.comma != null) throw new Stop(last.comma, `no "," before "${close}"`)
        break
      }
      if (last !== undefined && last.comma === null) throw new Stop(this.#at, `"," or "${close}"`)
      members.push(this.#member(kind, depth))
    }
    this.#at++
    return { kind, start, end: this.#at, members }
  }

  #member(kind: 'object' | 'array', depth: number): JsonMember {
    const start = this.#at
    let key: string | null = null
    let keyEnd = start
    if (kind === 'object') {
      if (this.#text[start] !== '"') throw new Stop(start, 'a key in double quotes')
      keyEnd = this.#string()
      key = JSON.parse(this.#text.slice(start, keyEnd)) as string
      this.#at = keyEnd
      this.#trivia()
      if (this.#text[this.#at] !== ':') throw new Stop(this.#at, '":"')
      this.#at++
    }
    const value = this.#value(depth + 1)
    this.#trivia()
    const comma = this.#text[this.#at] === ',' ? this.#at++ : null
    return { key, start, keyEnd, value, comma }
  }
}

/** The last member of that key, as in JSON.parse. */
export const memberOf = (node: JsonNode, key: string): JsonMember | null =>
  node.kind === 'object' ? (node.members.findLast((member) => member.key === key) ?? null) : null

export function nodeAt(root: JsonNode, path: JsonPath): JsonNode | null {
  let node: JsonNode | null = root
  for (const step of path) {
    if (node === null) return null
    node =
      typeof step === 'number'
        ? node.kind === 'array'
          ? (node.members[step]?.value ?? null)
          : null
        : (memberOf(node, step)?.value ?? null)
  }
  return node
}

/** A node's plain value; the last of duplicate keys wins, as in JSON.parse. */
export function dataAt(text: string, node: JsonNode): Json {
  if (node.kind === 'array') return node.members.map(({ value }) => dataAt(text, value))
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key, dataAt(text, value)])) as JsonObject
  return JSON.parse(text.slice(node.start, node.end)) as Json
}
