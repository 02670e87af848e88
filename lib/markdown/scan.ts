// The reference scanner: one pass over the lines of a Markdown text that answers where the blocks are, in time linear in its length.
//
// CommonMark decides what a heading, a fence, a list item and a paragraph is, with these deliberate differences:
// - tags are marks, never HTML blocks that swallow the lines after them;
// - while a tag is open, fences, items, tables and labels may be indented by any number of columns;
// - a comment runs to its `-->`, whatever block it began in; one inside a line must end before the next blank line;
// - a label that stands left of an item's text ends the item, where other lines would lazily continue its paragraph;
// - block quotes are text; lists nest at most LIMITS.depth deep; inline code is seen within one line.

import type { Scanner, Spans } from '../ports.js'
import {
  BACKSLASH,
  CLASS,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  CR,
  DASH,
  DOT,
  EQUALS,
  F_COLON,
  F_EOL,
  F_LESS,
  F_PIPE,
  GREATER,
  HASH,
  isBlank,
  isDigit,
  isEol,
  isLabelStart,
  isLetter,
  isTagName,
  LESS,
  LF,
  NOT_IN_LABEL,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  PLUS,
  SLASH,
  SPACE,
  STAR,
  STARTS,
  TAB,
  TICK,
  TILDE,
  UNDERSCORE,
} from './characters.js'
import {
  HEADING_SETEXT,
  ITEM_BOX,
  ITEM_CHECKED,
  ITEM_INDENT_MASK,
  ITEM_ORDERED,
  LIMITS,
  SPAN_KINDS,
  SPAN_WORDS,
} from './spans.js'

const MAX_DEPTH = LIMITS.depth
const MAX_TAGS = LIMITS.tags
const NO_LIMIT = 0x7fff_ffff

/** Texts of this length and above get an array of their own instead of a copy out of the scratch. */
const HAND_OVER = 1 << 18
/** Grows once and is kept: a scan of an ordinary file allocates only its exact result. */
let scratch: Uint32Array = new Uint32Array(SPAN_WORDS * 1024)
/** Stacks of the scan that runs: one runs at a time, and their counts begin at 0. */
const COLUMNS = new Int32Array(MAX_DEPTH)
const ITEMS = new Int32Array(MAX_DEPTH)
const TAG_AT = new Int32Array(MAX_TAGS)
const TAG_LENGTH = new Int32Array(MAX_TAGS)

class Scan {
  private readonly text: string
  private readonly n: number
  private out: Uint32Array
  private words = 0

  /** The current line: offset after its last character, flags of what it holds, offset of its first colon. */
  private eol = 0
  private flags = 0
  private colon = -1
  /** End, without trailing blanks, of the last line that was not blank. */
  private lastEnd = 0

  /** Open list items: column of their content, and where their span lies. */
  private depth = 0
  private readonly columns = COLUMNS
  private readonly items = ITEMS
  /** The innermost item has had no text yet: a blank line ends it. */
  private hollow = false

  /** First word of the spans of the open paragraph, or -1. */
  private paragraph = -1
  private paragraphStart = 0
  /** The open paragraph began in a block quote or after a lazy line: an underline does not make it a heading. */
  private lazyParagraph = false

  /** What `labelAt` found last. */
  private labelDetail = 0
  private labelFrom = 0

  /** Word index of the open table's span, or -1. */
  private table = -1

  /** Word index of the open fence's span, or -1. */
  private fence = -1
  private fenceMark = 0
  private fenceLength = 0
  private fenceBase = 0
  private fenceLimit = 3

  private tags = 0
  private readonly tagAt = TAG_AT
  private readonly tagLength = TAG_LENGTH

  /** A line made of `ruleMark` and blanks is known to be broken at `ruleFail`. */
  private ruleMark = 0
  private ruleFail = -1
  /** Where the next `-->` is: valid for searches from `closeFrom` to `closeAt`; n = none is left. */
  private closeFrom = 0
  private closeAt = -1
  /** Inline comments that begin before this offset do not end in time. */
  private noCommentBefore = -1
  /** Last position of each length of backtick run in the line that ends at `ticksEnd`. */
  private ticksEnd = -1
  private ticks: Map<number, number> | null = null

  constructor(text: string) {
    this.text = text
    this.n = text.length
    this.out = this.n < HAND_OVER ? scratch : new Uint32Array(this.n)
  }

  run(): Spans {
    const { text, n } = this
    let pos = text.charCodeAt(0) === 0xfeff ? 1 : 0
    pos = this.frontMatter(pos)
    while (pos < n) pos = this.line(pos)
    this.closeFence(n)
    this.popTo(0)
    if (this.n >= HAND_OVER) return this.out.subarray(0, this.words)
    scratch = this.out
    return scratch.slice(0, this.words)
  }

  private push(kind: number, detail: number, start: number, end: number, from: number, to: number): number {
    const at = this.words
    if (at + SPAN_WORDS > this.out.length) {
      const larger = new Uint32Array(this.out.length * 2)
      larger.set(this.out)
      this.out = larger
    }
    const out = this.out
    out[at] = kind
    out[at + 1] = detail
    out[at + 2] = start
    out[at + 3] = end
    out[at + 4] = from
    out[at + 5] = to
    this.words = at + SPAN_WORDS
    return at
  }

  /** Sets `eol`, `flags` and `colon` for the line that holds `p`. */
  private measure(p: number): void {
    const { text, n } = this
    let flags = 0
    let colon = -1
    let q = p
    for (; q < n; q++) {
      const c = text.charCodeAt(q)
      if (c > 127) continue
      const f = CLASS[c] as number
      if (f === 0) continue
      if (f === F_EOL) break
      if (f === F_COLON && colon < 0) colon = q
      flags |= f
    }
    this.eol = q
    this.flags = flags
    this.colon = colon
  }

  private endOfLine(p: number): number {
    const { text, n } = this
    while (p < n && !isEol(text.charCodeAt(p))) p++
    return p
  }

  private nextLine(eol: number): number {
    return this.text.charCodeAt(eol) === CR && this.text.charCodeAt(eol + 1) === LF ? eol + 2 : eol + 1
  }

  private skipBlanks(p: number, end: number): number {
    while (p < end && isBlank(this.text.charCodeAt(p))) p++
    return p
  }

  private trimEnd(from: number, end: number): number {
    while (end > from && isBlank(this.text.charCodeAt(end - 1))) end--
    return end
  }

  private frontMatter(pos: number): number {
    const { text, n } = this
    if (!this.dashes(pos)) return pos
    const from = Math.min(n, this.nextLine(this.endOfLine(pos)))
    let p = from
    while (p < n) {
      const eol = this.endOfLine(p)
      if (text.charCodeAt(p) === DASH && this.dashes(p)) {
        this.push(SPAN_KINDS.frontMatter, 1, pos, eol, from, p)
        return this.nextLine(eol)
      }
      p = this.nextLine(eol)
    }
    this.push(SPAN_KINDS.frontMatter, 0, pos, n, from, n)
    return n
  }

  /** The line at `p` is exactly `---` and blanks. */
  private dashes(p: number): boolean {
    const { text, n } = this
    if (text.charCodeAt(p) !== DASH || text.charCodeAt(p + 1) !== DASH || text.charCodeAt(p + 2) !== DASH) return false
    const q = this.skipBlanks(p + 3, n)
    return q >= n || isEol(text.charCodeAt(q))
  }

  /** Handles the line that begins at `pos`; answers where the next one begins. */
  private line(pos: number): number {
    const { text, n } = this
    let p = pos
    let column = 0
    let c = 0
    for (; p < n; p++) {
      c = text.charCodeAt(p)
      if (c === SPACE) column++
      else if (c === TAB) column += 4 - (column & 3)
      else break
    }
    if (p >= n) return this.blankLine(n)
    if (c === LF || c === CR) return this.blankLine(p)
    if (this.fence >= 0) {
      if (this.depth === 0 && c !== this.fenceMark) return this.nextLine(this.endOfLine(p))
      if (this.depth === 0 || column >= (this.columns[this.depth - 1] as number)) {
        this.eol = this.endOfLine(p)
        this.fenceLine(pos, p, column)
        return this.nextLine(this.eol)
      }
      this.closeFence(pos)
    }
    this.measure(p)
    this.ruleFail = -1
    this.hollow = false
    this.blocks(p, column)
    return this.nextLine(this.eol)
  }

  private blankLine(eol: number): number {
    if (this.fence < 0) {
      this.paragraph = -1
      this.table = -1
      if (this.hollow) {
        this.hollow = false
        this.popTo(this.depth - 1)
      }
    }
    const { text, n } = this
    let p = eol + 1
    // Runs of empty lines change nothing further, and so does the LF of a CRLF.
    while (p < n && isEol(text.charCodeAt(p))) p++
    return p
  }

  private popTo(depth: number): void {
    while (this.depth > depth) this.out[(this.items[--this.depth] as number) + 3] = this.lastEnd
  }

  /** A new block begins below the first `keep` open items: everything deeper ends. */
  private enter(keep: number): void {
    this.popTo(keep)
    this.paragraph = -1
    this.table = -1
  }

  /** How many open items a line at `column` belongs to. */
  private kept(column: number): number {
    let high = this.depth
    if (high === 0 || (this.columns[high - 1] as number) <= column) return high
    if ((this.columns[0] as number) > column) return 0
    let low = 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.columns[middle] as number) <= column) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The blocks that begin at `p`, the first character of a line that is not blank, and the text after them. */
  private blocks(p: number, column: number): void {
    const { text, eol } = this
    const end = this.trimEnd(p, eol)
    const start = p
    const first = text.charCodeAt(p)
    const plain = first > 127 || STARTS[first] === 0
    if (plain && this.paragraph >= 0 && this.colon < 0 && (this.flags & F_PIPE) === 0) {
      this.lastEnd = end
      if (this.flags !== 0) this.inline(p, end, false, true)
      return
    }
    let keep = this.kept(column)
    let lazy = keep < this.depth && this.paragraph >= 0
    let base = keep > 0 ? (this.columns[keep - 1] as number) : 0
    while (!plain || p > start) {
      const indent = column - base
      const limit = this.tags > 0 ? NO_LIMIT : 3
      const c = text.charCodeAt(p)
      if (indent <= 3 && this.leaf(c, p, end, keep, lazy)) return
      if (indent > limit) break
      if ((c === TICK || c === TILDE) && this.openFence(c, p, end, keep, base, indent)) return
      if (c === LESS && this.isComment(p)) {
        this.enter(keep)
        this.comment(p, end)
        return
      }
      const width = keep < MAX_DEPTH ? this.markerWidth(c, p, end, this.paragraph >= 0 && !lazy) : 0
      if (width === 0) break
      this.enter(keep)
      let q = p + width
      let after = column + width
      for (; q < end; q++) {
        const blank = text.charCodeAt(q)
        if (blank === SPACE) after++
        else if (blank === TAB) after += 4 - (after & 3)
        else break
      }
      const box = this.boxAt(q, end)
      const from = box === 0 ? q : this.skipBlanks(q + 3, end)
      const ordered = c === DASH || c === STAR || c === PLUS ? 0 : ITEM_ORDERED
      const at = this.push(SPAN_KINDS.listItem, ((column & ITEM_INDENT_MASK) | ordered | box) >>> 0, p, end, from, end)
      const empty = q >= end
      base = empty || after - column - width >= 5 ? column + width + 1 : after
      this.items[keep] = at
      this.columns[keep++] = base
      this.depth = keep
      if (empty) {
        this.hollow = true
        this.lastEnd = end
        return
      }
      p = from
      column = after
      lazy = false
      if (box !== 0) break
    }
    this.textLine(p, end, column - base, keep, lazy, base)
  }

  /** Setext underline, ATX heading, block quote or thematic break; false when the line is none of them. */
  private leaf(c: number, p: number, end: number, keep: number, lazy: boolean): boolean {
    if (
      (c === DASH || c === EQUALS) &&
      this.paragraph >= 0 &&
      !lazy &&
      !this.lazyParagraph &&
      this.isUnderline(c, p, end)
    ) {
      this.underline(c, end)
      return true
    }
    if (c === HASH) return this.heading(p, end, keep)
    if (c === GREATER) {
      this.enter(keep)
      this.quote(p, end)
      return true
    }
    if ((c === DASH || c === STAR || c === UNDERSCORE) && this.isRule(c, p, end)) {
      this.enter(keep)
      this.push(SPAN_KINDS.rule, 0, p, end, p, end)
      this.lastEnd = end
      return true
    }
    return false
  }

  private isUnderline(mark: number, p: number, end: number): boolean {
    const { text } = this
    while (p < end && text.charCodeAt(p) === mark) p++
    return p === end
  }

  /** Turns the open paragraph into a heading: its span goes before those found inside it. */
  private underline(mark: number, end: number): void {
    const at = this.paragraph
    const level = mark === EQUALS ? 1 : 2
    const start = this.paragraphStart
    this.push(0, 0, 0, 0, 0, 0)
    this.out.copyWithin(at + SPAN_WORDS, at, this.words - SPAN_WORDS)
    const words = this.words
    this.words = at
    this.push(SPAN_KINDS.heading, level | HEADING_SETEXT, start, end, start, this.lastEnd)
    this.words = words
    this.paragraph = -1
    this.lastEnd = end
  }

  private heading(p: number, end: number, keep: number): boolean {
    const { text } = this
    let q = p + 1
    while (q < end && text.charCodeAt(q) === HASH) q++
    const level = q - p
    if (level > 6 || (q < end && !isBlank(text.charCodeAt(q)))) return false
    const from = this.skipBlanks(q, end)
    let hash = end
    while (hash > from && text.charCodeAt(hash - 1) === HASH) hash--
    let to = end
    if (hash < end && (hash === from || isBlank(text.charCodeAt(hash - 1)))) to = this.trimEnd(from, hash)
    this.enter(keep)
    this.push(SPAN_KINDS.heading, level, p, end, from, to)
    this.lastEnd = end
    if (this.flags & F_LESS) this.inline(from, end, false, false)
    return true
  }

  private quote(p: number, end: number): void {
    const { text } = this
    const from = this.skipBlanks(p + 1, end)
    const c = from < end ? text.charCodeAt(from) : HASH
    this.lastEnd = end
    if (c === HASH || ((c === TICK || c === TILDE) && text.charCodeAt(from + 1) === c)) return
    this.paragraph = this.words
    this.paragraphStart = from
    this.lazyParagraph = true
  }

  private isRule(mark: number, p: number, end: number): boolean {
    if (mark === this.ruleMark && p <= this.ruleFail) return false
    const { text } = this
    let count = 0
    for (let q = p; q < end; q++) {
      const c = text.charCodeAt(q)
      if (c === mark) count++
      else if (!isBlank(c)) {
        this.ruleMark = mark
        this.ruleFail = q
        return false
      }
    }
    return count >= 3
  }

  private openFence(mark: number, p: number, end: number, keep: number, base: number, indent: number): boolean {
    const { text, n } = this
    let q = p
    while (q < end && text.charCodeAt(q) === mark) q++
    const length = q - p
    if (length < 3) return false
    if (mark === TICK) for (; q < end; q++) if (text.charCodeAt(q) === TICK) return false
    this.enter(keep)
    const from = Math.min(n, this.nextLine(this.eol))
    this.fence = this.push(SPAN_KINDS.fence, mark === TILDE ? 2 : 0, p, end, from, from)
    this.fenceMark = mark
    this.fenceLength = length
    this.fenceBase = base
    this.fenceLimit = indent > 3 ? NO_LIMIT : 3
    this.lastEnd = end
    return true
  }

  private fenceLine(pos: number, p: number, column: number): void {
    const { text, eol } = this
    const end = this.trimEnd(p, eol)
    this.lastEnd = end
    if (text.charCodeAt(p) !== this.fenceMark || column - this.fenceBase > this.fenceLimit) return
    let q = p
    while (q < end && text.charCodeAt(q) === this.fenceMark) q++
    if (q < end || q - p < this.fenceLength) return
    const { out, fence } = this
    out[fence + 1] = (out[fence + 1] as number) | 1
    out[fence + 3] = end
    out[fence + 5] = pos
    this.fence = -1
  }

  /** Ends a fence that nothing closed, at the line that begins at `pos`. */
  private closeFence(pos: number): void {
    if (this.fence < 0) return
    const { text, out, fence } = this
    let end = pos
    if (end > 0 && text.charCodeAt(end - 1) === LF) end--
    if (end > 0 && text.charCodeAt(end - 1) === CR) end--
    end = Math.max(end, out[fence + 3] as number)
    out[fence + 3] = end
    out[fence + 4] = Math.min(out[fence + 4] as number, end)
    out[fence + 5] = end
    this.fence = -1
  }

  /** Length of the list marker at `p`, 0 when there is none. */
  private markerWidth(c: number, p: number, end: number, interrupts: boolean): number {
    const { text } = this
    let q = p
    if (c === DASH || c === STAR || c === PLUS) q++
    else if (isDigit(c)) {
      while (q < end && q - p < 10 && isDigit(text.charCodeAt(q))) q++
      if (q - p > 9 || q >= end) return 0
      const mark = text.charCodeAt(q)
      if (mark !== DOT && mark !== CLOSE_PAREN) return 0
      if (interrupts && (q - p !== 1 || c !== 49)) return 0
      q++
    } else return 0
    if (q < end) return isBlank(text.charCodeAt(q)) ? q - p : 0
    return interrupts ? 0 : q - p
  }

  private boxAt(p: number, end: number): number {
    const { text } = this
    if (p + 3 > end || text.charCodeAt(p) !== OPEN_BRACKET || text.charCodeAt(p + 2) !== CLOSE_BRACKET) return 0
    if (p + 3 < end && !isBlank(text.charCodeAt(p + 3))) return 0
    const c = text.charCodeAt(p + 1)
    if (c === SPACE) return ITEM_BOX
    return c === 120 || c === 88 ? ITEM_BOX | ITEM_CHECKED : 0
  }

  private textLine(p: number, end: number, indent: number, keep: number, lazy: boolean, base: number): void {
    const { flags } = this
    const limit = this.tags > 0 ? NO_LIMIT : 3
    const piped = (flags & F_PIPE) !== 0 && !lazy && indent <= limit
    if (this.table >= 0 && piped) {
      this.tableLine(p, end)
      return
    }
    if (flags & F_LESS && this.text.charCodeAt(p) === LESS && this.tagEnd(p, end) > 0) {
      this.enter(keep)
      this.lastEnd = end
      this.inline(p, end, true, true)
      return
    }
    const labelled = this.colon >= 0 && (this.paragraph >= 0 || indent <= limit) && this.labelAt(p, end)
    if (this.paragraph < 0 || (lazy && labelled)) {
      this.enter(keep)
      if (indent <= limit || lazy) {
        this.paragraph = this.words
        this.paragraphStart = p
        this.lazyParagraph = lazy
      }
    }
    this.lastEnd = end
    if (piped && this.openTable(p, end, base, limit)) return
    if (labelled) this.push(SPAN_KINDS.label, this.labelDetail, p, end, this.labelFrom, end)
    if (flags & F_LESS) this.inline(p, end, false, true)
  }

  /** Begins a table when the next line is a delimiter row with as many columns as this line has cells; takes both lines. */
  private openTable(p: number, end: number, base: number, limit: number): boolean {
    const { text, n } = this
    let q = this.nextLine(this.eol)
    let column = 0
    for (; q < n; q++) {
      const c = text.charCodeAt(q)
      if (c === SPACE) column++
      else if (c === TAB) column += 4 - (column & 3)
      else break
    }
    if (column < base || column - base > limit) return false
    const columns = this.delimiterColumns(q)
    if (columns === 0 || columns !== this.cells(p, end, false)) return false
    const eol = this.endOfLine(q)
    const to = this.trimEnd(q, eol)
    this.paragraph = -1
    this.table = this.push(SPAN_KINDS.table, columns, p, to, to, to)
    this.row(p, end, 0)
    this.row(q, to, 1)
    this.eol = eol
    this.lastEnd = to
    return true
  }

  /** Columns of the delimiter row at `p`, 0 when the line is something else or holds no pipe. */
  private delimiterColumns(p: number): number {
    const { text, n } = this
    let columns = 0
    let pipes = 0
    let dashes = 0
    let state = 0 // 0 before the cell, 1 after the first colon, 2 in the dashes, 3 after them
    for (; p < n; p++) {
      const c = text.charCodeAt(p)
      if (isEol(c)) break
      if (c === DASH) {
        if (state === 3) return 0
        state = 2
        dashes++
      } else if (c === COLON) {
        if (state === 0) state = 1
        else if (state === 2) state = 3
        else return 0
      } else if (isBlank(c)) {
        if (state === 1) return 0
        if (state === 2) state = 3
      } else if (c === PIPE) {
        if (state === 1 || (state === 0 && pipes > 0)) return 0
        if (state >= 2) columns++
        pipes++
        state = 0
      } else return 0
    }
    if (state === 1) return 0
    if (state >= 2) columns++
    return pipes > 0 && dashes > 0 ? columns : 0
  }

  private tableLine(p: number, end: number): void {
    this.row(p, end, 2)
    const { out, table } = this
    if (out[table + 4] === out[table + 3]) out[table + 4] = p
    out[table + 3] = end
    out[table + 5] = end
    this.lastEnd = end
  }

  private row(p: number, end: number, detail: number): void {
    const { text } = this
    const from = text.charCodeAt(p) === PIPE ? p + 1 : p
    const at = this.push(SPAN_KINDS.tableRow, detail, p, end, 0, 0)
    let to = end
    if (to > from && text.charCodeAt(to - 1) === PIPE && !this.escaped(to - 1, from)) to--
    to = this.trimEnd(from, to)
    const start = this.skipBlanks(from, to)
    this.out[at + 4] = start
    this.out[at + 5] = to
    if (detail === 1) return
    const first = this.words
    this.cells(p, end, true)
    if ((this.flags & F_LESS) === 0) return
    const middle = this.words
    this.inline(p, end, false, false)
    if (this.words > middle) this.merge(first, middle)
  }

  /** The character at `p` follows an odd number of backslashes. */
  private escaped(p: number, from: number): boolean {
    let q = p
    while (q > from && this.text.charCodeAt(q - 1) === BACKSLASH) q--
    return ((p - q) & 1) === 1
  }

  /** Counts the cells of a row and, if asked, emits their spans. */
  private cells(p: number, end: number, emit: boolean): number {
    const { text } = this
    let start = text.charCodeAt(p) === PIPE ? p + 1 : p
    let count = 0
    for (let q = start; q <= end; q++) {
      const c = q < end ? text.charCodeAt(q) : PIPE
      if (c === BACKSLASH) {
        const next = text.charCodeAt(q + 1)
        if (q + 1 < end && (next === PIPE || next === BACKSLASH)) q++
      } else if (c === PIPE) {
        if (q === end && start >= end) break
        if (emit) {
          const from = this.skipBlanks(start, q)
          this.push(SPAN_KINDS.tableCell, count, start, q, from, this.trimEnd(from, q))
        }
        count++
        start = q + 1
      }
    }
    return count
  }

  /** Merges the spans from `middle` on into those from `first` on, by start; the earlier run goes first where starts are equal. */
  private merge(first: number, middle: number): void {
    const { out, words } = this
    const left = out.slice(first, middle)
    const right = out.slice(middle, words)
    let l = 0
    let r = 0
    for (let at = first; at < words; at += SPAN_WORDS) {
      const takeLeft = r >= right.length || (l < left.length && (left[l + 2] as number) <= (right[r + 2] as number))
      if (takeLeft) {
        for (let i = 0; i < SPAN_WORDS; i++) out[at + i] = left[l + i] as number
        l += SPAN_WORDS
      } else {
        for (let i = 0; i < SPAN_WORDS; i++) out[at + i] = right[r + i] as number
        r += SPAN_WORDS
      }
    }
  }

  /** Looks for a label at `p`; sets `labelDetail` and `labelFrom` when there is one. */
  private labelAt(p: number, end: number): boolean {
    const { text } = this
    const c = text.charCodeAt(p)
    if (c === STAR) return text.charCodeAt(p + 1) === STAR && this.boldLabel(p, end)
    if (!isLabelStart(c)) return false
    const colon = this.colon < p ? this.colonAfter(p, end) : this.colon
    if (colon < 0 || colon - p > LIMITS.label) return false
    if (colon + 1 < end && !isBlank(text.charCodeAt(colon + 1))) return false
    for (let q = p; q < colon; q++) {
      const x = text.charCodeAt(q)
      if (x < 128 && NOT_IN_LABEL[x] === 1) return false
    }
    return this.foundLabel(0, this.trimEnd(p, colon) - p, colon + 1, end)
  }

  private foundLabel(form: number, length: number, after: number, end: number): boolean {
    this.labelDetail = form | (length << 8)
    this.labelFrom = this.skipBlanks(after, end)
    return true
  }

  private colonAfter(p: number, end: number): number {
    const stop = Math.min(end, p + LIMITS.label + 1)
    for (let q = p; q < stop; q++) if (this.text.charCodeAt(q) === COLON) return q
    return -1
  }

  private boldLabel(p: number, end: number): boolean {
    const { text } = this
    const start = p + 2
    if (start >= end || isBlank(text.charCodeAt(start))) return false
    const stop = Math.min(end - 1, start + LIMITS.label + 1)
    let q = start
    while (q < stop && text.charCodeAt(q) !== STAR) q++
    if (q >= stop && !(q < end && text.charCodeAt(q) === STAR)) return false
    if (q === start || text.charCodeAt(q + 1) !== STAR || q + 1 >= end) return false
    if (text.charCodeAt(q - 1) === COLON) {
      const length = this.trimEnd(start, q - 1) - start
      return length > 0 && this.foundLabel(1, length, q + 2, end)
    }
    const length = this.trimEnd(start, q) - start
    let r = this.skipBlanks(q + 2, end)
    if (r < end && text.charCodeAt(r) === OPEN_PAREN) {
      const noteStop = Math.min(end, r + LIMITS.note)
      while (r < noteStop && text.charCodeAt(r) !== CLOSE_PAREN) r++
      if (r >= noteStop) return false
      r = this.skipBlanks(r + 1, end)
    }
    if (r >= end || text.charCodeAt(r) !== COLON) return false
    if (text.charCodeAt(r + 1) === SLASH && text.charCodeAt(r + 2) === SLASH) return false
    return this.foundLabel(2, length, r + 1, end)
  }

  private isComment(p: number): boolean {
    const { text } = this
    return text.charCodeAt(p + 1) === 33 && text.charCodeAt(p + 2) === DASH && text.charCodeAt(p + 3) === DASH
  }

  private nextClose(from: number): number {
    if (from < this.closeFrom || from > this.closeAt) {
      const found = this.text.indexOf('-->', from)
      this.closeFrom = from
      this.closeAt = found < 0 ? this.n : found
    }
    return this.closeAt
  }

  /** A comment that opens a line: an unclosed one runs to the end of the text. */
  private comment(p: number, end: number): void {
    const close = this.nextClose(p + 2)
    if (close >= this.n) {
      this.push(SPAN_KINDS.comment, 0, p, this.n, p + 4, this.n)
      this.eol = this.n
      this.lastEnd = this.n
      return
    }
    this.inline(this.closeComment(p, close), this.endAfter(close, end), true, true)
  }

  private closeComment(p: number, close: number): number {
    this.push(SPAN_KINDS.comment, 1, p, close + 3, Math.min(p + 4, close), close)
    return close + 3
  }

  /** End of the text of the line in which a comment closed; makes that line the current one. */
  private endAfter(close: number, end: number): number {
    const p = close + 3
    if (p > this.eol) {
      const flags = this.flags
      this.measure(p)
      this.flags |= flags
      end = this.trimEnd(p, this.eol)
    }
    this.lastEnd = Math.max(end, p)
    return this.lastEnd
  }

  /** No blank line stands between the current line and `close`. */
  private reaches(close: number): boolean {
    let q = this.eol
    while (q < close) {
      q = this.nextLine(q)
      if (q > close) break
      const p = this.skipBlanks(q, this.n)
      if (p >= this.n || isEol(this.text.charCodeAt(p))) {
        this.noCommentBefore = q
        return false
      }
      q = this.endOfLine(p)
    }
    return true
  }

  /** Comments and tags in `p..end`. `chain`: a tag that opens here counts. `many`: a comment may go on in the next lines. */
  private inline(p: number, end: number, chain: boolean, many: boolean): void {
    const { text } = this
    while (p < end) {
      let c = text.charCodeAt(p)
      if (!chain)
        while (c !== LESS && c !== TICK && c !== BACKSLASH) {
          if (++p === end) return
          c = text.charCodeAt(p)
        }
      if (c === LESS) {
        const next = text.charCodeAt(p + 1)
        if (next === 33 && this.isComment(p)) {
          const close = p < this.noCommentBefore ? this.n : this.nextClose(p + 2)
          if (close + 3 <= end || (many && close < this.n && this.reaches(close))) {
            p = this.closeComment(p, close)
            end = this.endAfter(close, end)
            continue
          }
        } else if (next === LESS && p + 1 < end) {
          // A run of them is text; only the last one can begin anything.
          while (p + 1 < end && text.charCodeAt(p + 1) === LESS) p++
          chain = false
          continue
        } else if (next === SLASH || chain) {
          const after = this.tag(p, end)
          if (after > 0) {
            p = after
            chain = true
            continue
          }
        }
        chain = false
        p++
      } else if (c === TICK) {
        chain = false
        p = this.skipCode(p, end)
      } else if (c === BACKSLASH) {
        chain = false
        p += 2
      } else {
        if (!isBlank(c)) chain = false
        p++
      }
    }
  }

  /** End of the inline code that begins at `p`, or of its opening run when nothing closes it in the line. */
  private skipCode(p: number, end: number): number {
    const { text } = this
    let q = p
    while (q < end && text.charCodeAt(q) === TICK) q++
    const length = q - p
    if (this.ticksEnd === end && (this.ticks?.get(length) ?? -1) < q) return q
    let r = q
    while (r < end) {
      if (text.charCodeAt(r) !== TICK) {
        r++
        continue
      }
      const run = r
      while (r < end && text.charCodeAt(r) === TICK) r++
      if (r - run === length) return r
      if (this.ticksEnd !== end) {
        this.ticks ??= new Map()
        this.ticks.set(r - run, run)
      }
    }
    this.ticksEnd = end
    return q
  }

  /** End of the tag at `p`, 0 when there is none. */
  private tagEnd(p: number, end: number): number {
    const { text } = this
    const closing = text.charCodeAt(p + 1) === SLASH
    let q = closing ? p + 2 : p + 1
    if (q >= end || !isLetter(text.charCodeAt(q))) return 0
    while (q < end && isTagName(text.charCodeAt(q))) q++
    if (closing) {
      q = this.skipBlanks(q, end)
      return q < end && text.charCodeAt(q) === GREATER ? q + 1 : 0
    }
    if (q >= end) return 0
    const first = text.charCodeAt(q)
    if (first !== GREATER && first !== SLASH && !isBlank(first)) return 0
    let quote = 0
    for (; q < end; q++) {
      const c = text.charCodeAt(q)
      if (quote !== 0) {
        if (c === quote) quote = 0
      } else if (c === GREATER) return q + 1
      else if (c === LESS) return 0
      else if (c === 34 || c === 39) quote = c
    }
    return 0
  }

  /** Emits the tag at `p` and keeps account of which are open; answers its end, 0 when there is none. */
  private tag(p: number, end: number): number {
    const after = this.tagEnd(p, end)
    if (after === 0) return 0
    const { text } = this
    const closing = text.charCodeAt(p + 1) === SLASH
    const from = closing ? p + 2 : p + 1
    let name = from
    while (isTagName(text.charCodeAt(name))) name++
    const length = name - from
    if (closing) {
      this.push(SPAN_KINDS.tagClose, 0, p, after, from, name)
      this.closeTag(from, length)
      return after
    }
    const selfClosing = text.charCodeAt(after - 2) === SLASH
    const to = this.trimEnd(from, selfClosing ? after - 2 : after - 1)
    this.push(SPAN_KINDS.tagOpen, selfClosing ? 1 : 0, p, after, from, Math.max(to, name))
    if (!selfClosing && length <= LIMITS.tagName && this.tags < MAX_TAGS) {
      this.tagAt[this.tags] = from
      this.tagLength[this.tags++] = length
    }
    return after
  }

  private closeTag(from: number, length: number): void {
    for (let i = this.tags - 1; i >= 0; i--)
      if (this.tagLength[i] === length && this.sameText(this.tagAt[i] as number, from, length)) {
        this.tags = i
        return
      }
  }

  private sameText(a: number, b: number, length: number): boolean {
    const { text } = this
    for (let i = 0; i < length; i++) if (text.charCodeAt(a + i) !== text.charCodeAt(b + i)) return false
    return true
  }
}

export const scan = (text: string): Spans => new Scan(text).run()

export const tsScanner: Scanner = { name: 'ts', scan }
