// The YAML of front matter, read into a tree with positions: block and flow maps and lists, plain, quoted and block scalars, comments.
//
// One reader instead of a library, because an edit needs to know where every value lies, because a block with one broken line must
// still give all its other keys, and because a hot verb cannot wait for a library to load. Tests hold it against js-yaml (FAILSAFE).
// Every scalar stays text. Anchors, aliases, tags and merge keys are never obeyed: they are text, with a problem reported.

interface Ranged {
  readonly start: number
  readonly end: number
}
interface YamlScalar extends Ranged {
  readonly kind: 'scalar'
  readonly text: string
  /** `none`: nothing stands there; `raw`: not valid YAML, taken as it is written. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'raw' | 'none'
}
/** `start` is the dash or, in a flow list, the item's first character; `end` lies after its last character. */
interface YamlItem extends Ranged {
  readonly node: YamlNode
}
export interface YamlList extends Ranged {
  readonly kind: 'list'
  readonly flow: boolean
  readonly items: readonly YamlItem[]
}
/** `start` is the key's first character, quotes included; `end` lies after the last character of the value. */
export interface YamlEntry extends Ranged {
  readonly key: string
  readonly colon: number
  readonly node: YamlNode
}
export interface YamlMap extends Ranged {
  readonly kind: 'map'
  readonly flow: boolean
  readonly entries: readonly YamlEntry[]
}
export type YamlNode = YamlScalar | YamlList | YamlMap

export const YAML_PROBLEMS = {
  YAML_COLON: 'a value with ": " in quotes',
  YAML_QUOTE: 'nothing after the closing quote',
  YAML_FLOW: 'a list or map in brackets that is closed and ends its line',
  YAML_REFUSED: 'plain values: anchors, aliases, tags and merge keys are not used here',
  YAML_RESERVED: 'quotes around a value that begins with this character',
  YAML_LINE: 'a line `key: value`',
  YAML_INDENT: 'the same indentation as the lines beside it',
  YAML_TAB: 'blanks instead of tabs before the first character',
  YAML_DUPLICATE: 'every key once; the last one counts',
  YAML_DEPTH: 'at most 64 levels',
} as const
export type YamlProblemCode = keyof typeof YAML_PROBLEMS
export interface YamlProblem {
  readonly code: YamlProblemCode
  readonly offset: number
  readonly received: string
}

export interface YamlRead {
  readonly root: YamlNode
  readonly problems: readonly YamlProblem[]
}

/** Reads `text[start, end)`; `start` is the beginning of a line. Never throws; time linear in the length. */
export const readYaml = (text: string, start = 0, end = text.length): YamlRead => new Reader(text, start, end).read()

const MAX_DEPTH = 64
/** More than anybody reads; a file made of problems must not cost the memory of a machine. */
const MAX_PROBLEMS = 1000
const TAB_COLUMNS = 2
/** Characters that cannot begin a plain value. */
const INDICATORS = ',[]{}#&*!|>\'"%@`'
const SIMPLE_KEY = /^[A-Za-z_][\w-]*$/
const BLOCK_HEADER = /^[|>](?:[-+]?[1-9]?|[1-9][-+])[ \t]*(?:[ \t]#.*)?$/

const isBlank = (code: number) => code === 32 || code === 9
const isEol = (code: number) => code === 10 || code === 13

/** One line; `first` and `indent` (columns) move past the dash while a list item's first line is read. */
interface Line {
  readonly start: number
  readonly end: number
  first: number
  indent: number
  /** Blank, or a comment and nothing else. */
  readonly empty: boolean
  readonly comment: boolean
}

interface Key {
  readonly text: string
  readonly start: number
  readonly colon: number
}

interface Quoted {
  readonly text: string
  readonly end: number
}

class Reader {
  private readonly text: string
  private readonly lines: Line[] = []
  private readonly problems: YamlProblem[] = []
  private readonly end: number
  private readonly origin: number
  private at = 0
  private depth = 0

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.origin = start
    this.end = end
    let tabSeen = false
    for (let pos = start; pos < end; ) {
      const line = this.lineAt(pos)
      if (!tabSeen && !line.empty && text.slice(line.start, line.first).includes('\t')) {
        this.problem('YAML_TAB', line.start, line)
        tabSeen = true
      }
      this.lines.push(line)
      pos = line.end + (text.charCodeAt(line.end) === 13 && text.charCodeAt(line.end + 1) === 10 ? 2 : 1)
    }
  }

  read(): YamlRead {
    this.skipEmpty()
    const root = this.at < this.lines.length ? this.rootBlock() : this.nothing(this.origin)
    return { root, problems: this.problems }
  }

  /** The first line that can begin a map or list decides; lines before it are reported. */
  private rootBlock(): YamlNode {
    const line = this.lines[this.at] as Line
    if (this.isDash(line.first, line.end)) return this.blockList(line.indent)
    if (this.text[line.first] === '[' || this.text[line.first] === '{' || this.onlyText())
      return this.value(line.first, -1, false)
    return this.blockMap(line.indent, 0)
  }

  /** No line anywhere looks like a key. */
  private onlyText(): boolean {
    return !this.lines.some((line) => !line.empty && this.keyAt(line.first, line.end) !== null)
  }

  private lineAt(start: number): Line {
    const { text, end: limit } = this
    let first = start
    let indent = 0
    for (; first < limit && isBlank(text.charCodeAt(first)); first++)
      indent += text.charCodeAt(first) === 9 ? TAB_COLUMNS : 1
    let end = first
    while (end < limit && !isEol(text.charCodeAt(end))) end++
    const comment = text[first] === '#' && first < end
    return { start, end, first, indent, empty: first === end || comment, comment }
  }

  private problem(code: YamlProblemCode, offset: number, line: { start: number; end: number }): void {
    if (this.problems.length >= MAX_PROBLEMS) return
    const received = this.text.slice(line.start, line.end).trim()
    this.problems.push({ code, offset, received: received.length > 80 ? `${received.slice(0, 79)}…` : received })
  }

  private get line(): Line | undefined {
    return this.lines[this.at]
  }

  private skipEmpty(): void {
    while (this.line?.empty === true) this.at++
  }

  private nothing(at: number): YamlScalar {
    return { kind: 'scalar', text: '', style: 'none', start: at, end: at }
  }

  private isDash(pos: number, end: number): boolean {
    return this.text[pos] === '-' && (pos + 1 >= end || isBlank(this.text.charCodeAt(pos + 1)))
  }

  private skipBlanks(pos: number, end: number): number {
    while (pos < end && isBlank(this.text.charCodeAt(pos))) pos++
    return pos
  }

  private endsAt(pos: number, end: number): boolean {
    return pos >= end || isBlank(this.text.charCodeAt(pos))
  }

  /** A key that begins at `pos` and has its colon on this line. */
  private keyAt(pos: number, end: number): Key | null {
    const { text } = this
    const c = text[pos] ?? ''
    if (pos >= end) return null
    if (c === '"' || c === "'") {
      const quoted = this.quoted(pos, -1, end)
      if (quoted === null) return null
      const colon = this.skipBlanks(quoted.end, end)
      return text[colon] === ':' && this.endsAt(colon + 1, end) ? { text: quoted.text, start: pos, colon } : null
    }
    if (INDICATORS.includes(c)) return null
    if ((c === '-' || c === '?' || c === ':') && this.endsAt(pos + 1, end)) return null
    for (let p = pos; p < end; p++) {
      const code = text.charCodeAt(p)
      if (code === 58 && this.endsAt(p + 1, end)) return { text: text.slice(pos, p).trimEnd(), start: pos, colon: p }
      if (code === 35 && isBlank(text.charCodeAt(p - 1))) return null
    }
    return null
  }

  /** What stands on the current line and belongs to a parent at `parent` columns. */
  private block(parent: number): YamlNode {
    const line = this.lines[this.at] as Line
    if (this.depth >= MAX_DEPTH) {
      this.problem('YAML_DEPTH', line.first, line)
      return this.plain(line.first, parent, 'raw')
    }
    this.depth++
    const node = this.isDash(line.first, line.end)
      ? this.blockList(line.indent)
      : this.keyAt(line.first, line.end) !== null
        ? this.blockMap(line.indent, parent + 1)
        : this.value(line.first, parent, false)
    this.depth--
    return node
  }

  private blockMap(column: number, least: number): YamlMap {
    const entries: YamlEntry[] = []
    const seen = new Set<string>()
    const start = (this.lines[this.at] as Line).first
    let end = start
    for (this.skipEmpty(); ; this.skipEmpty()) {
      const line = this.line
      if (line === undefined || line.indent < least) break
      const key = this.keyAt(line.first, line.end)
      if (key === null || (line.indent > column && !SIMPLE_KEY.test(key.text) && entries.length > 0)) {
        this.problem('YAML_LINE', line.first, line)
        this.at++
        continue
      }
      if (line.indent !== column && entries.length > 0) this.problem('YAML_INDENT', line.first, line)
      if (seen.has(key.text)) this.problem('YAML_DUPLICATE', key.start, line)
      if (key.text === '<<') this.problem('YAML_REFUSED', key.start, line)
      seen.add(key.text)
      const node = this.value(key.colon + 1, entries.length === 0 ? column : Math.min(column, line.indent), true)
      end = Math.max(key.colon + 1, node.end)
      entries.push({ key: key.text, start: key.start, colon: key.colon, node, end })
    }
    return { kind: 'map', flow: false, entries, start, end }
  }

  private blockList(column: number): YamlList {
    const items: YamlItem[] = []
    const start = (this.lines[this.at] as Line).first
    let end = start
    for (this.skipEmpty(); ; this.skipEmpty()) {
      const line = this.line
      if (line === undefined || line.indent < column || !this.isDash(line.first, line.end)) break
      if (line.indent > column) this.problem('YAML_INDENT', line.first, line)
      const from = line.first
      const node = this.item(line, line.indent)
      end = Math.max(from + 1, node.end)
      items.push({ node, start: from, end })
    }
    return { kind: 'list', flow: false, items, start, end }
  }

  private item(line: Line, dash: number): YamlNode {
    const pos = this.skipBlanks(line.first + 1, line.end)
    if (pos >= line.end || this.text[pos] === '#') return this.value(pos, dash, false)
    const key = this.keyAt(pos, line.end)
    const column = dash + pos - line.first
    if (key !== null && this.isSentence(key, line, column)) {
      this.problem('YAML_COLON', pos, line)
      return this.plain(pos, dash, 'raw')
    }
    if (key === null && !this.isDash(pos, line.end)) return this.value(pos, dash, false)
    line.first = pos
    line.indent = column
    return this.block(dash)
  }

  /** `- Chose X: faster: much faster` with no second key below it: text, not a map. */
  private isSentence(key: Key, line: Line, column: number): boolean {
    const from = this.skipBlanks(key.colon + 1, line.end)
    if (INDICATORS.includes(this.text[from] ?? '') || !this.hasColon(from, line.end)) return false
    let next = this.at + 1
    while (this.lines[next]?.empty === true) next++
    const follower = this.lines[next]
    return follower === undefined || follower.indent !== column || this.keyAt(follower.first, follower.end) === null
  }

  private hasColon(from: number, end: number): boolean {
    for (let p = from; p < end; p++) {
      const code = this.text.charCodeAt(p)
      if (code === 58 && this.endsAt(p + 1, end)) return true
      if (code === 35 && isBlank(this.text.charCodeAt(p - 1))) return false
    }
    return false
  }

  /** The value that begins at or after `pos` on the current line; lines of more than `parent` columns continue it. */
  private value(pos: number, parent: number, ofKey: boolean): YamlNode {
    const line = this.lines[this.at] as Line
    const from = this.skipBlanks(pos, line.end)
    if (from >= line.end || this.text[from] === '#') return this.below(pos, parent, ofKey)
    const c = this.text[from] as string
    if (c === '|' || c === '>') return this.blockScalar(from, parent)
    if (c === '"' || c === "'") return this.quotedValue(from, parent)
    if (c === '[' || c === '{') return this.flowValue(from, parent)
    if (c === '&' || c === '*' || c === '!') {
      this.problem('YAML_REFUSED', from, line)
      return this.plain(from, parent, 'raw')
    }
    const loose = (c === '-' || c === '?' || c === ':') && this.endsAt(from + 1, line.end)
    if (loose || INDICATORS.includes(c)) {
      this.problem('YAML_RESERVED', from, line)
      return this.plain(from, parent, 'raw')
    }
    return this.plain(from, parent, 'plain')
  }

  /** The value of a key or dash that has nothing beside it. */
  private below(pos: number, parent: number, ofKey: boolean): YamlNode {
    this.at++
    const back = this.at
    this.skipEmpty()
    const line = this.line
    if (
      line !== undefined &&
      (line.indent > parent || (ofKey && line.indent === parent && this.isDash(line.first, line.end)))
    )
      return line.indent > parent ? this.block(parent) : this.blockList(line.indent)
    this.at = back
    return this.nothing(pos)
  }

  /** End of the text on this line: before trailing blanks and a comment. */
  private textEnd(from: number, end: number): number {
    let to = end
    for (let p = from; p < end; p++)
      if (this.text.charCodeAt(p) === 35 && p > from && isBlank(this.text.charCodeAt(p - 1))) {
        to = p
        break
      }
    while (to > from && isBlank(this.text.charCodeAt(to - 1))) to--
    return to
  }

  private plain(from: number, parent: number, style: 'plain' | 'raw'): YamlScalar {
    const first = this.lines[this.at] as Line
    let end = this.textEnd(from, first.end)
    let out = this.text.slice(from, end)
    let ambiguous = this.hasColon(from, first.end)
    let breaks = 0
    let closed = this.skipBlanks(end, first.end) < first.end
    for (this.at++; !closed; this.at++) {
      const line = this.line
      if (line === undefined || line.comment) break
      if (line.empty) {
        breaks++
        continue
      }
      const key = line.indent > parent ? this.keyAt(line.first, line.end) : null
      if (line.indent <= parent || (key !== null && SIMPLE_KEY.test(key.text))) break
      ambiguous ||= key !== null
      end = this.textEnd(line.first, line.end)
      out += (breaks > 0 ? '\n'.repeat(breaks) : ' ') + this.text.slice(line.first, end)
      breaks = 0
      closed = this.skipBlanks(end, line.end) < line.end
    }
    if (ambiguous && style === 'plain') this.problem('YAML_COLON', from, first)
    return { kind: 'scalar', text: out, style: ambiguous ? 'raw' : style, start: from, end }
  }

  /** Moves to the line after the one that holds `offset - 1`; false when something else than a comment follows there. */
  private finish(offset: number): boolean {
    let index = this.at
    while ((this.lines[index] as Line).end < offset) index++
    const line = this.lines[index] as Line
    const rest = this.skipBlanks(offset, line.end)
    if (rest < line.end && !(this.text[rest] === '#' && rest > offset)) return false
    this.at = index + 1
    return true
  }

  private quotedValue(from: number, parent: number): YamlScalar {
    const line = this.lines[this.at] as Line
    const quoted = this.quoted(from, parent, this.end)
    if (quoted !== null && this.finish(quoted.end))
      return {
        kind: 'scalar',
        text: quoted.text,
        style: this.text[from] === '"' ? 'double' : 'single',
        start: from,
        end: quoted.end,
      }
    this.problem('YAML_QUOTE', from, line)
    return this.plain(from, parent, 'raw')
  }

  /** A quoted scalar; it may cross lines of more than `parent` columns up to `limit`. null: it is not closed, or an escape is unknown. */
  private quoted(from: number, parent: number, limit: number): Quoted | null {
    const { text } = this
    const mark = text[from]
    let out = ''
    let run = from + 1
    for (let p = run; p < limit; ) {
      const c = text[p] as string
      if (c === mark) {
        if (mark === "'" && text[p + 1] === "'" && p + 1 < limit) {
          out += text.slice(run, p + 1)
          p += 2
          run = p
          continue
        }
        return { text: out + text.slice(run, p), end: p + 1 }
      }
      if (c === '\\' && mark === '"') {
        const escaped = this.escapeAt(p, limit)
        if (escaped === null) return null
        out += text.slice(run, p) + escaped.text
        p = escaped.end
        run = p
      } else if (c === '\n' || c === '\r') {
        const next = this.fold(p, parent, limit)
        if (next === null) return null
        out += text.slice(run, p).replace(/[ \t]+$/, '') + next.text
        p = next.end
        run = p
      } else p++
    }
    return null
  }

  /** The line break at `p` inside a quoted scalar: one blank, or a newline for each empty line. */
  private fold(p: number, parent: number, limit: number): Quoted | null {
    const { text } = this
    let breaks = -1
    let q = p
    while (q < limit && isEol(text.charCodeAt(q))) {
      breaks++
      const next = this.lineAt(q + (text.charCodeAt(q) === 13 && text.charCodeAt(q + 1) === 10 ? 2 : 1))
      if (next.first < next.end && next.indent <= parent) return null
      q = next.first
    }
    return { text: breaks > 0 ? '\n'.repeat(breaks) : ' ', end: q }
  }

  private escapeAt(p: number, limit: number): Quoted | null {
    const c = this.text[p + 1] ?? ''
    if (c === '\n' || c === '\r') {
      const eol = p + 1 + (c === '\r' && this.text[p + 2] === '\n' ? 2 : 1)
      return { text: '', end: Math.min(limit, this.skipBlanks(eol, limit)) }
    }
    const simple = ESCAPES[c]
    if (simple !== undefined) return { text: simple, end: p + 2 }
    const digits = HEX_DIGITS[c]
    if (digits === undefined) return null
    const hex = this.text.slice(p + 2, p + 2 + digits)
    const code = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1
    if (code < 0 || code > 0x10ffff) return null
    return { text: String.fromCodePoint(code), end: p + 2 + digits }
  }

  private flowValue(from: number, parent: number): YamlNode {
    const line = this.lines[this.at] as Line
    const node = this.flow(from, parent, 0)
    if (node !== null && this.finish(node.end)) return node
    this.problem('YAML_FLOW', from, line)
    return this.plain(from, parent, 'raw')
  }

  /** Skips blanks, comments and line ends between the parts of a flow collection; -1 where it cannot go on. */
  private flowGap(from: number, parent: number): number {
    const { text, end } = this
    let p = from
    for (;;) {
      p = this.skipBlanks(p, end)
      if (p >= end) return -1
      const code = text.charCodeAt(p)
      if (code === 35 && isBlank(text.charCodeAt(p - 1))) {
        while (p < end && !isEol(text.charCodeAt(p))) p++
        continue
      }
      if (!isEol(code)) return p
      const next = this.lineAt(p + 1)
      if (next.first < next.end && next.indent <= parent && !isEol(text.charCodeAt(p + 1))) return -1
      p++
    }
  }

  private flow(from: number, parent: number, depth: number): YamlNode | null {
    if (depth > MAX_DEPTH) return null
    const list = this.text[from] === '['
    const close = list ? ']' : '}'
    const items: YamlItem[] = []
    const entries: YamlEntry[] = []
    let p = from + 1
    for (;;) {
      p = this.flowGap(p, parent)
      if (p < 0) return null
      if (this.text[p] === close) break
      const part = this.flowPart(p, parent, depth, !list)
      if (part === null) return null
      if (list) items.push({ node: 'key' in part ? pairMap(part) : part, start: part.start, end: part.end })
      else
        entries.push(
          'key' in part
            ? part
            : { ...part, key: (part as YamlScalar).text, colon: part.end, node: this.nothing(part.end) },
        )
      p = this.flowGap(part.end, parent)
      if (p < 0) return null
      if (this.text[p] === ',') p++
      else if (this.text[p] !== close) return null
    }
    return list
      ? { kind: 'list', flow: true, items, start: from, end: p + 1 }
      : { kind: 'map', flow: true, entries, start: from, end: p + 1 }
  }

  /** An item, or `key: value`; in a map only scalars can be keys. */
  private flowPart(from: number, parent: number, depth: number, inMap: boolean): YamlNode | YamlEntry | null {
    const head = this.flowNode(from, parent, depth)
    if (head === null) return null
    if (head.kind !== 'scalar') return inMap ? null : head
    const p = this.flowGap(head.end, parent)
    if (p < 0) return null
    if (this.text[p] !== ':') return head
    const after = this.flowGap(p + 1, parent)
    if (after < 0) return null
    const bare = this.text[after] === ',' || this.text[after] === ']' || this.text[after] === '}'
    const node = bare ? this.nothing(p + 1) : this.flowNode(after, parent, depth)
    return node === null ? null : { key: head.text, start: head.start, colon: p, node, end: Math.max(p + 1, node.end) }
  }

  private flowNode(from: number, parent: number, depth: number): YamlNode | null {
    const { text } = this
    const c = text[from] as string
    if (c === '[' || c === '{') return this.flow(from, parent, depth + 1)
    if (c === '"' || c === "'") {
      const quoted = this.quoted(from, parent, this.end)
      if (quoted === null) return null
      return {
        kind: 'scalar',
        text: quoted.text,
        style: c === '"' ? 'double' : 'single',
        start: from,
        end: quoted.end,
      }
    }
    return this.flowPlain(from, parent)
  }

  private flowPlain(from: number, parent: number): YamlScalar | null {
    const { text, end } = this
    const c = text[from] as string
    if (INDICATORS.includes(c)) return null
    if (
      (c === '-' || c === '?' || c === ':') &&
      (this.endsAt(from + 1, end) || ',[]{}'.includes(text[from + 1] as string))
    )
      return null
    let out = ''
    let run = from
    let last = from
    for (let p = from; p < end; p++) {
      const code = text.charCodeAt(p)
      if (isEol(code)) {
        const next = this.fold(p, parent, end)
        if (next === null || next.end >= end) return null
        if (',]}'.includes(text[next.end] as string) || text[next.end] === '#') break
        out += text.slice(run, last) + next.text
        p = next.end - 1
        run = next.end
        last = next.end
        continue
      }
      if (isBlank(code)) continue
      const char = text[p] as string
      if (',[]{}'.includes(char)) break
      if (char === ':' && (p + 1 >= end || ' \t\r\n,[]{}'.includes(text[p + 1] as string))) break
      if (char === '#' && isBlank(text.charCodeAt(p - 1))) break
      last = p + 1
    }
    return { kind: 'scalar', text: out + text.slice(run, last), style: 'plain', start: from, end: last }
  }

  private blockScalar(from: number, parent: number): YamlScalar {
    const line = this.lines[this.at] as Line
    const header = this.text.slice(from, line.end)
    if (!BLOCK_HEADER.test(header)) {
      this.problem('YAML_RESERVED', from, line)
      return this.plain(from, parent, 'raw')
    }
    const folded = header[0] === '>'
    const chomp = /^.[1-9]?([-+])/.exec(header)?.[1] ?? ''
    const explicit = Number(/^.[-+]?([1-9])/.exec(header)?.[1] ?? 0)
    const rows: string[] = []
    let indent = explicit > 0 ? Math.max(parent, 0) + explicit : -1
    let end = this.textEnd(from, line.end)
    for (this.at++; ; this.at++) {
      const row = this.line
      if (row === undefined) break
      const blank = row.first === row.end
      if (!blank && row.indent <= parent) break
      if (!blank && indent < 0) indent = row.indent
      if (!blank && row.indent < indent) break
      rows.push(this.text.slice(Math.min(row.end, row.start + Math.max(indent, 0)), row.end))
      if (!blank) end = row.end
    }
    return { kind: 'scalar', text: blockText(rows, folded, chomp), style: 'block', start: from, end }
  }
}

const pairMap = (entry: YamlEntry): YamlMap => ({
  kind: 'map',
  flow: true,
  entries: [entry],
  start: entry.start,
  end: entry.end,
})

function blockText(rows: readonly string[], folded: boolean, chomp: string): string {
  let used = rows.length
  while (used > 0 && (rows[used - 1] as string).trim() === '') used--
  const body = rows.slice(0, used).map((row) => (row.trim() === '' ? '' : row))
  const text = folded ? foldRows(body) : body.join('\n')
  if (chomp === '-') return text
  if (chomp === '+') return text + '\n'.repeat(rows.length - used + (used > 0 ? 1 : 0))
  return used > 0 ? `${text}\n` : ''
}

/** Lines join with a blank; empty lines are newlines; more indented lines keep their breaks. */
function foldRows(rows: readonly string[]): string {
  let out = ''
  let breaks = 0
  let before: 'none' | 'text' | 'indented' = 'none'
  for (const row of rows) {
    if (row === '') {
      breaks++
      continue
    }
    const now = /^[ \t]/.test(row) ? 'indented' : 'text'
    if (before === 'none') out += '\n'.repeat(breaks)
    else if (before === 'text' && now === 'text') out += breaks > 0 ? '\n'.repeat(breaks) : ' '
    else out += '\n'.repeat(breaks + 1)
    out += row
    breaks = 0
    before = now
  }
  return out
}

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }
const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}
