// The state of a scan: the text, the spans found so far, the current line, and the open blocks.
import type { Spans } from '../../ports.js'
import { CR, F_LESS, F_PIPE, isBlank, isEol, LF, SPACE, TAB } from '../characters.js'
import { LIMITS, SPAN_U32_COUNT } from '../spans.js'

export const MAX_DEPTH = LIMITS.depth
export const NO_LIMIT = 0x7fff_ffff

/** The characters that `next` finds. The constants below are their indexes. */
const MARKS = ':|<`\\'
const MARK_COLON = 0
const MARK_PIPE = 1
export const MARK_LESS = 2
export const MARK_TICK = 3
export const MARK_BACKSLASH = 4

export class Scan {
  readonly text: string
  readonly n: number
  /** Whether the text contains a CR; if not, only LF is searched. */
  readonly hasReturns: boolean
  out = new Uint32Array(SPAN_U32_COUNT * 64)
  words = 0

  /** The current line: its end, its flags, and the offset of its first colon or -1. */
  eol = 0
  flags = 0
  colon = -1
  /** The column that `toInk` reached. */
  column = 0
  /** End of the last non-blank line, without trailing blanks. */
  lastEnd = 0

  /** The open list items: how many, their content columns, and the word indexes of their spans. */
  depth = 0
  readonly columns = new Int32Array(MAX_DEPTH)
  readonly items = new Int32Array(MAX_DEPTH)
  /** Whether the innermost item has no text yet, so that a blank line ends it. */
  hollow = false

  /** Word index at which the open paragraph's spans begin, or -1. */
  paragraph = -1
  paragraphStart = 0
  /** Whether the open paragraph began in a quote or on a lazy line, so that an underline does not make it a heading. */
  lazyParagraph = false

  labelDetail = 0
  labelFrom = 0

  /** Word index of the open table's span, or -1. */
  table = -1

  /** Word index of the open fence's span, or -1. */
  fence = -1
  fenceMark = 0
  fenceLength = 0
  fenceBase = 0
  fenceLimit = 3

  /** Names of the open tags. */
  readonly tags: string[] = []

  /** Cache: a line of `ruleMark` is no rule if it starts at or before `ruleFail`. */
  ruleMark = 0
  ruleFail = -1
  /** Cache: offset of the next `-->`, valid for searches from `closeFrom` to `closeAt`; n if none. */
  closeFrom = 0
  closeAt = -1
  /** Inline comments that begin before this offset are unclosed. */
  noCommentBefore = -1
  /** Last position of each backtick-run length in the line that ends at `ticksEnd`. */
  ticksEnd = -1
  ticks: Map<number, number> | null = null

  readonly nexts = [-1, -1, -1, -1, -1]

  constructor(text: string) {
    this.text = text
    this.n = text.length
    this.hasReturns = text.includes('\r')
  }

  spans(): Spans {
    return this.out.slice(0, this.words)
  }

  push(kind: number, detail: number, start: number, end: number, from: number, to: number): number {
    const at = this.words
    if (at + SPAN_U32_COUNT > this.out.length) {
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
    this.words = at + SPAN_U32_COUNT
    return at
  }

  /** Sets `eol`, `flags` and `colon` for the line at `p`. Must be called in the order of lines. */
  measure(p: number): void {
    const eol = this.endOfLine(p)
    const colon = this.next(MARK_COLON, p)
    this.eol = eol
    this.flags = (this.next(MARK_PIPE, p) < eol ? F_PIPE : 0) | (this.next(MARK_LESS, p) < eol ? F_LESS : 0)
    this.colon = colon < eol ? colon : -1
  }

  /** Returns the offset of the next mark from `p` on, or `n`. Must be called with ascending offsets. */
  next(mark: number, p: number): number {
    const known = this.nexts[mark] as number
    if (known >= p) return known
    const found = this.text.indexOf(MARKS[mark] as string, p)
    return (this.nexts[mark] = found < 0 ? this.n : found)
  }

  endOfLine(p: number): number {
    if (this.hasReturns) {
      while (p < this.n && !isEol(this.text.charCodeAt(p))) p++
      return p
    }
    const found = this.text.indexOf('\n', p)
    return found < 0 ? this.n : found
  }

  nextLine(eol: number): number {
    return this.text.charCodeAt(eol) === CR && this.text.charCodeAt(eol + 1) === LF ? eol + 2 : eol + 1
  }

  skipBlanks(p: number, end: number): number {
    while (p < end && isBlank(this.text.charCodeAt(p))) p++
    return p
  }

  /** Returns the offset of the first non-blank from `p` on, and sets `column` to its column; `column` is that of `p`. */
  toInk(p: number, end: number, column: number): number {
    for (; p < end; p++) {
      const c = this.text.charCodeAt(p)
      if (c === SPACE) column++
      else if (c === TAB) column += 4 - (column & 3)
      else break
    }
    this.column = column
    return p
  }

  runEnd(mark: number, p: number, end: number): number {
    while (p < end && this.text.charCodeAt(p) === mark) p++
    return p
  }

  /** Matches a sticky `pattern` at `p`. */
  match(pattern: RegExp, p: number): RegExpExecArray | null {
    pattern.lastIndex = p
    return pattern.exec(this.text)
  }

  trimEnd(from: number, end: number): number {
    while (end > from && isBlank(this.text.charCodeAt(end - 1))) end--
    return end
  }

  popTo(depth: number): void {
    while (this.depth > depth) this.out[(this.items[--this.depth] as number) + 3] = this.lastEnd
  }

  /** Closes all open items but the first `keep`, and the open paragraph and table, before a new block. */
  enter(keep: number): void {
    this.popTo(keep)
    this.paragraph = -1
    this.table = -1
  }
}
