// JSON text with positions, and edits of one key that leave every other byte alone. Comments and trailing commas are tolerated.
import { applySplices, type Splice } from './edit.js'
import { isFields } from './fields.js'
import { eolOf } from './text.js'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
export const isJsonObject = (value: unknown): value is JsonObject => isFields(value)
export type JsonPath = readonly (string | number)[]

/** Offsets are UTF-16 units of the whole text, BOM included. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal'
  readonly start: number
  readonly end: number
  /** Members of an object or, with `key` null, items of an array. */
  readonly members: readonly JsonMember[]
}

interface JsonMember {
  readonly key: string | null
  /** Start of the key, or of the item in an array. */
  readonly start: number
  /** End of the key; equal to `start` in an array. */
  readonly keyEnd: number
  readonly value: JsonNode
  /** Offset of the comma after the value, if there is one. */
  readonly comma: number | null
}

export interface JsonProblem {
  readonly offset: number
  readonly expected: string
}

/** Deeper nesting is refused, so that no input can exhaust the stack. */
const MAX_DEPTH = 512

/** The value of a JSON text, as `JSON.parse` gives it. Throws SyntaxError where it is none, also where it nests deeper than `locateJson` follows: whoever walks the value would exhaust the stack. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`more than ${MAX_DEPTH} levels of nesting`)
  return JSON.parse(text)
}

/** The same; undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The object that a text holds, behind a mark of its encoding or without one; null where it holds something else. */
export function objectIn(text: string): JsonObject | null {
  const value = parsedJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  return isJsonObject(value) ? value : null
}

function isTooDeep(text: string): boolean {
  // Most texts do not open as much in all: to count that costs a tenth of following their strings.
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

/** Offset of the quote that ends the string which begins at `start`; the end of the text where there is none. */
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

/** The tree of `text`, or the first place where it is not JSON. `strict`: comments and trailing commas are problems too. Linear in the length of the text. */
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

  /** Blanks and comments. */
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

  /** End of the string that starts here; the position stays. */
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

/** The member of an object; of several with one key the last, as in JSON.parse. */
const memberOf = (node: JsonNode, key: string): JsonMember | null =>
  node.kind === 'object' ? (node.members.findLast((member) => member.key === key) ?? null) : null

/** The node at `path`, or null. */
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

/** The plain value of a node; of several members with one key the last counts, as in JSON.parse. */
export function dataAt(text: string, node: JsonNode): Json {
  if (node.kind === 'array') return node.members.map(({ value }) => dataAt(text, value))
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key, dataAt(text, value)])) as JsonObject
  return JSON.parse(text.slice(node.start, node.end)) as Json
}

const rootOf = (text: string): JsonNode => {
  const found = locateJson(text)
  if ('problem' in found)
    throw new SyntaxError(`not JSON at offset ${found.problem.offset}: expected ${found.problem.expected}`)
  return found.root
}

const lineIndent = (text: string, offset: number): string => {
  let start = offset
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--
  let end = start
  while (text[end] === ' ' || text[end] === '\t') end++
  return text.slice(start, end)
}

const breaksLine = (text: string, from: number, to: number): boolean => /[\r\n]/.test(text.slice(from, to))

interface Style {
  readonly unit: string
  readonly eol: string
  readonly colon: string
  /** The document is written without line breaks. */
  readonly compact: boolean
}

function styleOf(text: string, root: JsonNode): Style {
  const first = root.members[0]
  const broken = first !== undefined && breaksLine(text, root.start, first.start)
  const unit = broken ? lineIndent(text, first.start) : ''
  const colon = first === undefined || first.key === null ? ': ' : text.slice(first.keyEnd, first.value.start)
  return {
    unit: unit === '' ? '  ' : unit,
    eol: eolOf(text),
    colon: /^\s*:[ \t]*$/.test(colon) ? colon : ': ',
    compact: first !== undefined && !broken,
  }
}

const written = (value: Json, indent: string, style: Style): string =>
  style.compact ? JSON.stringify(value) : JSON.stringify(value, null, style.unit).replaceAll('\n', style.eol + indent)

/** `text` with `value` at `path` (keys of nested objects; missing ones are created), everything else byte for byte. Throws SyntaxError when `text` is not JSON, TypeError when a step leads through something that is no object. */
export function setJson(text: string, path: readonly [string, ...string[]], value: Json): string {
  const root = rootOf(text)
  const style = styleOf(text, root)
  let node = root
  for (const [index, key] of path.entries()) {
    if (node.kind !== 'object') throw new TypeError(`${path.slice(0, index).join('.')} is not an object`)
    const member = memberOf(node, key)
    const rest = path.slice(index + 1)
    if (member === null) return addMember(text, node, key, nested(rest, value), style)
    if (rest.length === 0) return applySplices(text, [replacementOf(text, root, member, value)])
    node = member.value
  }
  return text
}

/** The value below the keys, one in another. */
export const nested = (path: readonly string[], value: Json): Json =>
  path.reduceRight<Json>((inner, key) => Object.fromEntries([[key, inner]]) as JsonObject, value)

const addMember = (text: string, node: JsonNode, key: string, value: Json, style: Style): string =>
  applySplices(text, [insertionAt(text, node, key, value, style)])

/** How a new last member (`key`) or item (`key` null) of the container is written, in the style of the text. Comments stay with what they stand beside. */
export const insertionInto = (text: string, root: JsonNode, node: JsonNode, key: string | null, value: Json): Splice =>
  insertionAt(text, node, key, value, styleOf(text, root))

function insertionAt(text: string, node: JsonNode, key: string | null, value: Json, style: Style): Splice {
  const last = node.members.at(-1)
  const label = key === null ? '' : JSON.stringify(key) + style.colon
  return last === undefined
    ? firstMember(text, node, label, value, style)
    : nextMember(text, node, last, label, value, style)
}

function firstMember(text: string, node: JsonNode, label: string, value: Json, style: Style): Splice {
  const close = node.end - 1
  const start = triviaEnd(text, node.start + 1, close).end
  const outer = lineIndent(text, node.start)
  const indent = outer + style.unit
  const isCompact = style.compact && start === node.start + 1
  const lead = (isCompact ? '' : style.eol + indent) + label
  const body = written(value, indent, isCompact ? style : { ...style, compact: false })
  return { start, end: close, insert: lead + body + (isCompact ? '' : style.eol + outer) }
}

function nextMember(text: string, node: JsonNode, last: JsonMember, label: string, value: Json, style: Style): Splice {
  const first = node.members[0] as JsonMember
  const after = last.comma === null ? last.value.end : last.comma + 1
  const beside = triviaEnd(text, after, node.end - 1, 'line')
  const isBroken = beside.isLineComment || breaksLine(text, node.start, first.start)
  const indent = lineIndent(text, last.start)
  const isTight = first.comma === null ? style.colon === ':' : /\S/.test(text[first.comma + 1] ?? ' ')
  const lead = (isBroken ? style.eol + indent : isTight ? '' : ' ') + label
  const body = written(value, indent, { ...style, compact: !isBroken || style.compact })
  // A comment on the last line stays there, so the comma goes before it.
  return last.comma === null
    ? { start: after, end: beside.end, insert: `,${text.slice(after, beside.end)}${lead}${body}` }
    : { start: beside.end, end: beside.end, insert: `${lead}${body},` }
}

/** A value written over another one, in the style of the text. */
const replacementOf = (
  text: string,
  root: JsonNode,
  member: Pick<JsonMember, 'start' | 'value'>,
  value: Json,
): Splice => ({
  start: member.value.start,
  end: member.value.end,
  insert: written(value, lineIndent(text, member.start), styleOf(text, root)),
})

/** End of the last comment that begins between the offsets, which hold blanks and comments only; `line`: on the line of `start`. `start` where there is none. */
function triviaEnd(
  text: string,
  start: number,
  end: number,
  reach: 'all' | 'line' = 'all',
): { readonly end: number; readonly isLineComment: boolean } {
  let found = { end: start, isLineComment: false }
  for (let at = start; at < end; at++) {
    const char = text[at]
    if (reach === 'line' && (char === '\n' || char === '\r')) break
    if (char !== '/') continue
    const isLineComment = text[at + 1] === '/'
    if (isLineComment) while (at < end && text[at] !== '\n' && text[at] !== '\r') at++
    else at = text.indexOf('*/', at + 2) + 2
    found = { end: at, isLineComment }
    at--
  }
  return found
}

/** `text` without the key at `path`, all of its duplicates included, and without the comma that goes with it. An object that becomes empty stays. */
export function removeJson(text: string, path: readonly [string, ...string[]]): string {
  let out = text
  for (;;) {
    const parent = nodeAt(rootOf(out), path.slice(0, -1))
    const member = parent === null ? null : memberOf(parent, path.at(-1) as string)
    if (parent === null || member === null) return out
    out = without(out, parent, parent.members.indexOf(member))
  }
}

/** `text` without the member or item at `path` and the comma that goes with it; unchanged where there is none. */
export function removeJsonAt(text: string, path: JsonPath): string {
  const parent = nodeAt(rootOf(text), path.slice(0, -1))
  const step = path.at(-1)
  if (parent === null || step === undefined) return text
  const index = typeof step === 'number' ? step : parent.members.findLastIndex(({ key }) => key === step)
  return parent.members[index] === undefined ? text : without(text, parent, index)
}

function without(text: string, parent: JsonNode, index: number): string {
  return applySplices(text, removalOf(text, parent, index))
}

const cut = (start: number, end: number): Splice => ({ start, end, insert: '' })
const isBlank = (text: string, start: number, end: number): boolean => /^\s*$/.test(text.slice(start, end))

/** Takes out one member or item and one comma. Comments around it stay: nobody knows whose they are. */
function removalOf(text: string, parent: JsonNode, index: number): readonly Splice[] {
  const member = parent.members[index] as JsonMember
  const { start, comma } = member
  const { end } = member.value
  const before = parent.members[index - 1]
  const after = parent.members[index + 1]
  const ownComma = comma === null ? [] : [cut(comma, comma + 1)]
  if (before !== undefined) {
    const from = before.comma ?? before.value.end
    // The comma in front goes; one behind stays as the separator or the trailing comma it was.
    if (isBlank(text, from + 1, start)) return [cut(from, end)]
    const comments = triviaEnd(text, from + 1, start)
    const isLast = isBlank(text, end, nextLine(text, end))
    const own = cut(comments.isLineComment && !isLast ? nextLine(text, comments.end) : comments.end, end)
    return comma === null ? [cut(from, from + 1), own] : [own, ...ownComma]
  }
  if (after !== undefined && comma !== null)
    return isBlank(text, end, comma) && isBlank(text, comma + 1, after.start)
      ? [cut(start, after.start)]
      : [cut(start, end), ...ownComma]
  const isBare = isBlank(text, parent.start + 1, start) && isBlank(text, (comma ?? end - 1) + 1, parent.end - 1)
  return isBare && isBlank(text, end, comma ?? end)
    ? [cut(parent.start + 1, parent.end - 1)]
    : [cut(start, end), ...ownComma]
}

/** Offset after the line ending that follows, or the end of the text. */
function nextLine(text: string, offset: number): number {
  let at = offset
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : Math.min(at + 1, text.length)
}
