// Reads the YAML of front matter into a tree with positions.
//
// Our own code reads maps and lists in block form, because an edit needs the place of each value, and a broken line must not hide other
// keys. Every scalar stays text; anchors, aliases, tags and merge keys are reported as problems. Reading takes linear time.
import { isBlank, isEol } from './characters.js'
import { closeOf, type FrontValue, MAX_DEPTH, parsedValue } from './yaml-values.js'

interface Ranged {
  readonly start: number
  readonly end: number
}
interface YamlValue extends Ranged {
  readonly kind: 'value'
  readonly data: FrontValue
  /** `none` is a missing value; `raw` is text that YAML refuses or may read differently, and is left as written. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'list' | 'map' | 'raw' | 'none'
}
interface YamlList extends Ranged {
  readonly kind: 'list'
  readonly items: readonly YamlNode[]
}
/** An entry of a map, from the start of its key (with quotes) to the end of its value. */
export interface YamlEntry extends Ranged {
  readonly key: string
  readonly colon: number
  readonly node: YamlNode
}
export interface YamlMap extends Ranged {
  readonly kind: 'map'
  readonly entries: readonly YamlEntry[]
}
export type YamlNode = YamlValue | YamlList | YamlMap

export const YAML_PROBLEMS = {
  YAML_VALUE: 'quotes around a value that YAML would read differently',
  YAML_FLOW: 'a list or map in brackets that is closed, with nothing after it on its line',
  YAML_REFUSED: 'plain values, without anchors, aliases, tags or merge keys',
  YAML_LINE: 'a line `key: value`, at most 64 levels deep',
  YAML_INDENT: 'the same indentation as its neighbours',
  YAML_TAB: 'spaces instead of tabs before the first character',
  YAML_DUPLICATE: 'every key once (of duplicates, the last counts)',
} as const
export type YamlProblemCode = keyof typeof YAML_PROBLEMS
export interface YamlProblem {
  readonly code: YamlProblemCode
  readonly offset: number
  readonly received: string
}

/** Maximum number of reported problems, so that a malformed file does not exhaust memory. */
const MAX_PROBLEMS = 1000
const TAB_COLUMNS = 2

/** Characters that cannot begin a plain value. */
const INDICATORS = ',[]{}#&*!|>\'"%@`'
const STYLES: Readonly<Record<string, YamlValue['style']>> = {
  '"': 'double',
  "'": 'single',
  '[': 'list',
  '{': 'map',
  '|': 'block',
  '>': 'block',
}
const SIMPLE_KEY = /^[A-Za-z_][\w-]*$/

/** A line. On a list item's first line, `first` (an offset) and `indent` (in columns) are moved past the dash. */
interface Line extends Ranged {
  first: number
  indent: number
  /** Whether the line is blank or only a comment. */
  readonly empty: boolean
  readonly comment: boolean
}

interface Key {
  readonly text: string
  readonly start: number
  readonly colon: number
}

class Reader {
  readonly lines: Line[] = []
  readonly problems: YamlProblem[] = []
  at = 0
  depth = 0

  constructor(
    readonly text: string,
    start: number,
  ) {
    for (let pos = start; pos < text.length; ) {
      const line = this.#lineAt(pos)
      this.lines.push(line)
      pos = line.end + (text.startsWith('\r\n', line.end) ? 2 : 1)
    }
    const tabbed = this.lines.find((line) => !line.empty && text.slice(line.start, line.first).includes('\t'))
    if (tabbed !== undefined) this.problem('YAML_TAB', tabbed.start, tabbed)
  }

  #lineAt(start: number): Line {
    const { text } = this
    let first = start
    let indent = 0
    for (; isBlank(text.charCodeAt(first)); first++) indent += text[first] === '\t' ? TAB_COLUMNS : 1
    let end = first
    while (end < text.length && !isEol(text.charCodeAt(end))) end++
    const comment = text[first] === '#'
    return { start, end, first, indent, empty: first === end || comment, comment }
  }

  problem(code: YamlProblemCode, offset: number, line: Ranged): void {
    if (this.problems.length >= MAX_PROBLEMS) return
    const received = this.text.slice(line.start, line.end).trim()
    this.problems.push({ code, offset, received: received.length > 80 ? `${received.slice(0, 79)}…` : received })
  }

  get line(): Line | undefined {
    return this.lines[this.at]
  }

  skipEmpty(): void {
    while (this.line?.empty === true) this.at++
  }

  isDash(pos: number, end: number): boolean {
    return this.text[pos] === '-' && this.endsAt(pos + 1, end)
  }

  skipBlanks(pos: number, end: number): number {
    while (pos < end && isBlank(this.text.charCodeAt(pos))) pos++
    return pos
  }

  endsAt(pos: number, end: number): boolean {
    return pos >= end || isBlank(this.text.charCodeAt(pos))
  }

  /** Returns the end of a line's text, before trailing blanks and a comment. */
  textEnd(from: number, end: number): number {
    return (
      from +
      this.text
        .slice(from, end)
        .replace(/(?<=[ \t])#.*/, '')
        .trimEnd().length
    )
  }

  noValue(at: number): YamlValue {
    return { kind: 'value', data: '', style: 'none', start: at, end: at }
  }
}

/** Reads the text from `start`, which begins a line, up to `end`. Never throws: what is wrong is in `problems`. */
export function readYaml(text: string, start = 0, end = text.length) {
  const r = new Reader(text.slice(0, end), start)
  r.skipEmpty()
  const root = r.line === undefined ? r.noValue(start) : rootBlock(r, r.line)
  return { root, problems: r.problems }
}

/** Reads the outermost block: a list; a map if a line has a key and the block begins with no bracket; else a single value. */
function rootBlock(r: Reader, line: Line): YamlNode {
  if (r.isDash(line.first, line.end)) return blockList(r, line.indent)
  const hasKey = r.lines.some(({ empty, first, end }) => !empty && keyAt(r, first, end) !== null)
  return '[{'.includes(r.text[line.first] as string) || !hasKey
    ? valueAt(r, line.first, -1, false)
    : blockMap(r, line.indent, 0)
}

const QUOTED_KEY = /"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'/y

/** Returns the key at `pos` if its colon is on the same line, or null. */
function keyAt(r: Reader, pos: number, end: number): Key | null {
  const { text } = r
  const c = text[pos] ?? ''
  if (c === '"' || c === "'") {
    QUOTED_KEY.lastIndex = pos
    const written = QUOTED_KEY.exec(text)?.[0] ?? ''
    const key = written === '' ? undefined : parsedValue(written)
    const colon = r.skipBlanks(pos + written.length, end)
    const isKey = typeof key === 'string' && text[colon] === ':' && r.endsAt(colon + 1, end)
    return isKey ? { text: key, start: pos, colon } : null
  }
  if (INDICATORS.includes(c) || ('-?:'.includes(c) && r.endsAt(pos + 1, end))) return null
  const colon = colonIn(r, pos, end)
  return colon < 0 ? null : { text: text.slice(pos, colon).trimEnd(), start: pos, colon }
}

/** Returns the offset of the first colon before a blank or the line's end, comments excluded; -1 if there is none. */
function colonIn(r: Reader, from: number, end: number): number {
  for (let p = from; p < end; p++) {
    const code = r.text.charCodeAt(p)
    if (code === 58 && r.endsAt(p + 1, end)) return p
    if (code === 35 && isBlank(r.text.charCodeAt(p - 1))) return -1
  }
  return -1
}

/** Reads the block that begins on the current line; `parent` is the indent of its parent. */
function readBlock(r: Reader, line: Line, parent: number): YamlNode {
  if (r.depth >= MAX_DEPTH) {
    r.problem('YAML_LINE', line.first, line)
    return plainValue(r, line.first, parent, 'raw')
  }
  r.depth++
  const node = r.isDash(line.first, line.end)
    ? blockList(r, line.indent)
    : keyAt(r, line.first, line.end) !== null
      ? blockMap(r, line.indent, parent + 1)
      : valueAt(r, line.first, parent, false)
  r.depth--
  return node
}

function blockMap(r: Reader, column: number, minIndent: number): YamlMap {
  const entries: YamlEntry[] = []
  const seen = new Set<string>()
  const start = (r.line as Line).first
  let end = start
  for (r.skipEmpty(); ; r.skipEmpty()) {
    const { line } = r
    if (line === undefined || line.indent < minIndent) break
    const key = keyAt(r, line.first, line.end)
    if (key === null || (line.indent > column && !SIMPLE_KEY.test(key.text) && entries.length > 0)) {
      r.problem('YAML_LINE', line.first, line)
      r.at++
      continue
    }
    if (line.indent !== column && entries.length > 0) r.problem('YAML_INDENT', line.first, line)
    if (seen.has(key.text)) r.problem('YAML_DUPLICATE', key.start, line)
    if (key.text === '<<') r.problem('YAML_REFUSED', key.start, line)
    seen.add(key.text)
    const node = valueAt(r, key.colon + 1, entries.length === 0 ? column : Math.min(column, line.indent), true)
    end = Math.max(key.colon + 1, node.end)
    entries.push({ key: key.text, start: key.start, colon: key.colon, node, end })
  }
  return { kind: 'map', entries, start, end }
}

function blockList(r: Reader, column: number): YamlList {
  const items: YamlNode[] = []
  const start = (r.line as Line).first
  let end = start
  for (r.skipEmpty(); ; r.skipEmpty()) {
    const { line } = r
    if (line === undefined || line.indent < column || !r.isDash(line.first, line.end)) break
    if (line.indent > column) r.problem('YAML_INDENT', line.first, line)
    const dash = line.first
    const node = listItem(r, line, line.indent)
    end = Math.max(dash + 1, node.end)
    items.push(node)
  }
  return { kind: 'list', items, start, end }
}

function listItem(r: Reader, line: Line, dash: number): YamlNode {
  const pos = r.skipBlanks(line.first + 1, line.end)
  const key = keyAt(r, pos, line.end)
  const column = dash + pos - line.first
  if (key !== null && isSentence(r, key, line, column)) {
    r.problem('YAML_VALUE', pos, line)
    return plainValue(r, pos, dash, 'raw')
  }
  if (pos >= line.end || (key === null && !r.isDash(pos, line.end))) return valueAt(r, pos, dash, false)
  line.first = pos
  line.indent = column
  return readBlock(r, line, dash)
}

/** Whether a list item with two colons, such as `- Chose X: faster: much faster`, is text: no second key is below it. */
function isSentence(r: Reader, key: Key, line: Line, column: number): boolean {
  const from = r.skipBlanks(key.colon + 1, line.end)
  if (INDICATORS.includes(r.text[from] ?? '') || colonIn(r, from, line.end) < 0) return false
  let next = r.at + 1
  while (r.lines[next]?.empty === true) next++
  const follower = r.lines[next]
  return follower === undefined || follower.indent !== column || keyAt(r, follower.first, follower.end) === null
}

/** Reads the value at or after `pos`; lines that are indented by more than `parent` columns continue it. */
function valueAt(r: Reader, pos: number, parent: number, ofKey: boolean): YamlNode {
  const line = r.line as Line
  const from = r.skipBlanks(pos, line.end)
  const c = r.text[from] as string
  if (from >= line.end || c === '#') return valueBelow(r, pos, parent, ofKey)
  const style = STYLES[c]
  const found =
    style === undefined ? null : style === 'block' ? blockText(r, from, parent) : quotedOrFlow(r, from, parent)
  if (style !== undefined && found !== null) return { kind: 'value', style, start: from, ...found }
  if (!INDICATORS.includes(c) && !('-?:'.includes(c) && r.endsAt(from + 1, line.end)))
    return plainValue(r, from, parent, 'plain')
  const isFlow = style === 'list' || style === 'map'
  r.problem('&*!'.includes(c) ? 'YAML_REFUSED' : isFlow ? 'YAML_FLOW' : 'YAML_VALUE', from, line)
  return plainValue(r, from, parent, 'raw')
}

/** Reads the value below a key or dash without a value on its line. */
function valueBelow(r: Reader, pos: number, parent: number, ofKey: boolean): YamlNode {
  const back = ++r.at
  r.skipEmpty()
  const { line } = r
  if (line !== undefined && line.indent > parent) return readBlock(r, line, parent)
  if (line !== undefined && ofKey && line.indent === parent && r.isDash(line.first, line.end))
    return blockList(r, line.indent)
  r.at = back
  return r.noValue(pos)
}

/** Reads text without quotes, on one or more lines. */
function plainValue(r: Reader, from: number, parent: number, style: 'plain' | 'raw'): YamlValue {
  const first = r.line as Line
  let end = r.textEnd(from, first.end)
  let data = r.text.slice(from, end)
  let ambiguous = colonIn(r, from, first.end) >= 0
  let breaks = 0
  let commented = r.skipBlanks(end, first.end) < first.end
  for (r.at++; !commented; r.at++) {
    const { line } = r
    if (line === undefined || line.comment) break
    if (line.empty) {
      breaks++
      continue
    }
    const key = line.indent > parent ? keyAt(r, line.first, line.end) : null
    if (line.indent <= parent || (key !== null && SIMPLE_KEY.test(key.text))) break
    ambiguous ||= key !== null
    end = r.textEnd(line.first, line.end)
    data += (breaks > 0 ? '\n'.repeat(breaks) : ' ') + r.text.slice(line.first, end)
    breaks = 0
    commented = r.skipBlanks(end, line.end) < line.end
  }
  if (ambiguous && style === 'plain') r.problem('YAML_VALUE', from, first)
  return { kind: 'value', data, style: ambiguous ? 'raw' : style, start: from, end }
}

interface Parsed {
  readonly data: FrontValue
  readonly end: number
}

function blockText(r: Reader, from: number, parent: number): Parsed | null {
  const head = r.line as Line
  let next = r.at + 1
  let end = r.textEnd(from, head.end)
  for (let row = r.lines[next]; row !== undefined; row = r.lines[++next]) {
    if (row.first === row.end) continue
    if (row.indent <= parent) break
    end = row.end
  }
  const data = parsedValue(r.text.slice(from, r.lines[next]?.start), parent)
  if (data === undefined) return null
  r.at = next
  return { data, end }
}

/** Reads a value in quotes or brackets; null if it is not closed, is invalid, or is followed by more than a comment. */
function quotedOrFlow(r: Reader, from: number, parent: number): Parsed | null {
  const end = closeOf(r.text, from)
  let at = r.at
  for (let row = r.lines[at + 1]; row !== undefined && row.start < end; row = r.lines[++at + 1])
    if (row.first < row.end && row.indent <= parent) return null
  const last = r.lines[at] as Line
  const rest = r.skipBlanks(end, last.end)
  if (end < 0 || (rest < last.end && !(r.text[rest] === '#' && rest > end))) return null
  const data = parsedValue(r.text.slice(from, end), parent)
  if (data === undefined) return null
  r.at = at + 1
  return { data, end }
}
