// Edits one member or item of a JSON text, and leaves other values and comments as they are. Tolerates trailing commas.
import { applySplices, type Splice } from './edit.js'
import { type Json, nested } from './json.js'
import { type JsonMember, type JsonNode, type JsonPath, locateJson, memberOf, nodeAt } from './json-tree.js'
import { eolOf, lineAfter, lineStart } from './text.js'

const rootOf = (text: string): JsonNode => {
  const found = locateJson(text)
  if ('problem' in found) throw new SyntaxError(`not JSON at offset ${found.offset}: ${found.problem}`)
  return found.root
}

const lineIndent = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? ''

const breaksLine = (text: string, from: number, to: number): boolean => /[\r\n]/.test(text.slice(from, to))

interface Style {
  readonly unit: string
  readonly eol: string
  readonly colon: string
  /** Whether the first member is on the line on which the root opens. */
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

/** Sets a value and creates missing objects. Throws SyntaxError if `text` is not JSON, TypeError at a non-object. */
export function setJson(text: string, path: readonly [string, ...string[]], value: Json): string {
  const root = rootOf(text)
  const style = styleOf(text, root)
  let node = root
  for (const [index, key] of path.entries()) {
    if (node.kind !== 'object') throw new TypeError(`${path.slice(0, index).join('.') || 'the text'} is not an object`)
    const member = memberOf(node, key)
    const rest = path.slice(index + 1)
    if (member === null) return applySplices(text, [insertionAt(text, node, key, nested(rest, value), style)])
    const { start, end } = member.value
    if (rest.length === 0)
      return applySplices(text, [{ start, end, insert: written(value, lineIndent(text, member.start), style) }])
    node = member.value
  }
  return text
}

/** Returns the splice that adds a last item to a list, in the text's style. Comments keep their place. */
export const itemInto = (text: string, root: JsonNode, list: JsonNode, value: Json): Splice =>
  insertionAt(text, list, null, value, styleOf(text, root))

/** Returns the splice that adds a last member, or a last item if `key` is null. */
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
  // The comma goes before a comment beside the last member.
  return last.comma === null
    ? { start: after, end: beside.end, insert: `,${text.slice(after, beside.end)}${lead}${body}` }
    : { start: beside.end, end: beside.end, insert: `${lead}${body},` }
}

/** Finds the end of the last comment in a range of blanks and comments, or in its first line; else `start`. */
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

/** Removes the key at `path` and its duplicates, with their commas. An emptied object remains. */
export function removeJson(text: string, path: readonly [string, ...string[]]): string {
  const left = removeJsonAt(text, path)
  return left === text ? text : removeJson(left, path)
}

/** Removes the member or item at `path`, with a comma. If nothing is there, the text does not change. */
export function removeJsonAt(text: string, path: JsonPath): string {
  const parent = nodeAt(rootOf(text), path.slice(0, -1))
  const step = path.at(-1)
  if (parent === null || step === undefined) return text
  const index = typeof step === 'number' ? step : parent.members.findLastIndex(({ key }) => key === step)
  return parent.members[index] === undefined ? text : applySplices(text, removalOf(text, parent, index))
}

const cut = (start: number, end: number): Splice => ({ start, end, insert: '' })
const isBlank = (text: string, start: number, end: number): boolean => /^\s*$/.test(text.slice(start, end))

/** Returns the splices that remove a member or item and one comma. Comments remain: neighbours may own them. */
function removalOf(text: string, parent: JsonNode, index: number): readonly Splice[] {
  const member = parent.members[index] as JsonMember
  const { start, comma } = member
  const { end } = member.value
  const before = parent.members[index - 1]
  const after = parent.members[index + 1]
  const ownComma = comma === null ? [] : [cut(comma, comma + 1)]
  if (before !== undefined) {
    const from = before.comma ?? before.value.end
    // Of two commas, the one before the member goes; the other remains as separator or trailing comma.
    if (isBlank(text, from + 1, start)) return [cut(from, end)]
    const comments = triviaEnd(text, from + 1, start)
    const isLast = isBlank(text, end, lineAfter(text, end))
    const own = cut(comments.isLineComment && !isLast ? lineAfter(text, comments.end) : comments.end, end)
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
