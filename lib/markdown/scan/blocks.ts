// Scans the blocks of a line: headings, rules, quotes, list items, fences, comments, and the text after them.
import * as char from '../characters.js'
import {
  HEADING_SETEXT,
  ITEM_CHECKED,
  ITEM_HAS_CHECKBOX,
  ITEM_INDENT_MASK,
  ITEM_ORDERED,
  SPAN_KINDS,
  SPAN_U32_COUNT,
} from '../spans.js'
import { closeComment, endAfter, inline, isComment, labelAt, nextClose, tagAt } from './inline.js'
import { MAX_DEPTH, NO_LIMIT, type Scan } from './state.js'
import { openTable, tableLine } from './tables.js'

/** Returns how many of the open items a line at `column` belongs to. */
function openItemsAt(s: Scan, column: number): number {
  let keep = s.depth
  while (keep > 0 && (s.columns[keep - 1] as number) > column) keep--
  return keep
}

/** Scans blocks from `p`, the first character of a non-blank line, and the text after them. */
export function blocks(s: Scan, p: number, column: number): void {
  const { text, eol } = s
  const end = s.trimEnd(p, eol)
  const start = p
  const first = text.charCodeAt(p)
  const plain = first > 127 || char.STARTS[first] === 0
  if (plain && s.paragraph >= 0 && s.colon < 0 && (s.flags & char.F_PIPE) === 0) {
    s.lastEnd = end
    if (s.flags !== 0) inline(s, p, end, false, true)
    return
  }
  let keep = openItemsAt(s, column)
  let lazy = keep < s.depth && s.paragraph >= 0
  let base = keep > 0 ? (s.columns[keep - 1] as number) : 0
  while (!plain || p > start) {
    const indent = column - base
    const limit = s.tags.length > 0 ? NO_LIMIT : 3
    const c = text.charCodeAt(p)
    if (indent <= 3 && leaf(s, c, p, end, keep, lazy)) return
    if (indent > limit) break
    if ((c === char.TICK || c === char.TILDE) && openFence(s, c, p, end, keep, base, indent)) return
    if (c === char.LESS && isComment(s, p)) {
      s.enter(keep)
      comment(s, p, end)
      return
    }
    const width = keep < MAX_DEPTH ? markerWidth(s, p, end, s.paragraph >= 0 && !lazy) : 0
    if (width === 0) break
    s.enter(keep)
    const q = s.toInk(p + width, end, column + width)
    const after = s.column
    const box = boxFlags(s, q)
    const from = box === 0 ? q : s.skipBlanks(q + 3, end)
    const ordered = char.isDigit(c) ? ITEM_ORDERED : 0
    const at = s.push(SPAN_KINDS.listItem, ((column & ITEM_INDENT_MASK) | ordered | box) >>> 0, p, end, from, end)
    const empty = q >= end
    base = empty || after - column - width >= 5 ? column + width + 1 : after
    s.items[keep] = at
    s.columns[keep++] = base
    s.depth = keep
    if (empty) {
      s.hollow = true
      s.lastEnd = end
      return
    }
    p = from
    column = after
    lazy = false
    if (box !== 0) break
  }
  textLine(s, p, end, column - base, keep, lazy, base)
}

/** Scans a setext underline, ATX heading, block quote or thematic break; false if the line is none of them. */
function leaf(s: Scan, c: number, p: number, end: number, keep: number, lazy: boolean): boolean {
  if (
    (c === char.DASH || c === char.EQUALS) &&
    s.paragraph >= 0 &&
    !lazy &&
    !s.lazyParagraph &&
    s.runEnd(c, p, end) === end
  ) {
    underline(s, c, end)
    return true
  }
  if (c === char.HASH) return heading(s, p, end, keep)
  if (c === char.GREATER) {
    s.enter(keep)
    quote(s, p, end)
    return true
  }
  if ((c === char.DASH || c === char.STAR || c === char.UNDERSCORE) && isRule(s, c, p, end)) {
    s.enter(keep)
    s.push(SPAN_KINDS.rule, 0, p, end, p, end)
    s.lastEnd = end
    return true
  }
  return false
}

/** Turns the open paragraph into a heading; its span is inserted before the spans inside it. */
function underline(s: Scan, mark: number, end: number): void {
  const at = s.paragraph
  const level = mark === char.EQUALS ? 1 : 2
  const start = s.paragraphStart
  s.push(0, 0, 0, 0, 0, 0)
  s.out.copyWithin(at + SPAN_U32_COUNT, at, s.words - SPAN_U32_COUNT)
  const words = s.words
  s.words = at
  s.push(SPAN_KINDS.heading, level | HEADING_SETEXT, start, end, start, s.lastEnd)
  s.words = words
  s.paragraph = -1
  s.lastEnd = end
}

function heading(s: Scan, p: number, end: number, keep: number): boolean {
  const { text } = s
  const q = s.runEnd(char.HASH, p, end)
  const level = q - p
  if (level > 6 || (q < end && !char.isBlank(text.charCodeAt(q)))) return false
  const from = s.skipBlanks(q, end)
  let hash = end
  while (hash > from && text.charCodeAt(hash - 1) === char.HASH) hash--
  let to = end
  if (hash < end && (hash === from || char.isBlank(text.charCodeAt(hash - 1)))) to = s.trimEnd(from, hash)
  s.enter(keep)
  s.push(SPAN_KINDS.heading, level, p, end, from, to)
  s.lastEnd = end
  if (s.flags & char.F_LESS) inline(s, from, end, false, false)
  return true
}

function quote(s: Scan, p: number, end: number): void {
  const { text } = s
  const from = s.skipBlanks(p + 1, end)
  const c = from < end ? text.charCodeAt(from) : char.HASH
  s.lastEnd = end
  if (c === char.HASH || ((c === char.TICK || c === char.TILDE) && text.charCodeAt(from + 1) === c)) return
  s.paragraph = s.words
  s.paragraphStart = from
  s.lazyParagraph = true
}

function isRule(s: Scan, mark: number, p: number, end: number): boolean {
  if (mark === s.ruleMark && p <= s.ruleFail) return false
  const { text } = s
  let count = 0
  for (let q = p; q < end; q++) {
    const c = text.charCodeAt(q)
    if (c === mark) count++
    else if (!char.isBlank(c)) {
      s.ruleMark = mark
      s.ruleFail = q
      return false
    }
  }
  return count >= 3
}

const MARKER = /(?:[-*+]|(\d{1,9})[.)])(?=[ \t\r\n]|$)/y

/** Returns the length of the list marker at `p`, or 0. An item that `interrupts` a paragraph has text and no number but 1. */
function markerWidth(s: Scan, p: number, end: number, interrupts: boolean): number {
  const [marker = '', number = '1'] = s.match(MARKER, p) ?? []
  return interrupts && (number !== '1' || p + marker.length >= end) ? 0 : marker.length
}

const BOX = /\[([ xX])\](?=[ \t\r\n]|$)/y

function boxFlags(s: Scan, p: number): number {
  const mark = s.match(BOX, p)?.[1]
  if (mark === undefined) return 0
  return mark === ' ' ? ITEM_HAS_CHECKBOX : ITEM_HAS_CHECKBOX | ITEM_CHECKED
}

function textLine(s: Scan, p: number, end: number, indent: number, keep: number, lazy: boolean, base: number): void {
  const { flags } = s
  const limit = s.tags.length > 0 ? NO_LIMIT : 3
  const mayBeRow = (flags & char.F_PIPE) !== 0 && !lazy && indent <= limit
  if (s.table >= 0 && mayBeRow) {
    tableLine(s, p, end)
    return
  }
  if (flags & char.F_LESS && s.text.charCodeAt(p) === char.LESS && tagAt(s, p) !== null) {
    s.enter(keep)
    s.lastEnd = end
    inline(s, p, end, true, true)
    return
  }
  const hasLabel = s.colon >= 0 && (s.paragraph >= 0 || indent <= limit) && labelAt(s, p, end)
  if (s.paragraph < 0 || (lazy && hasLabel)) {
    s.enter(keep)
    if (indent <= limit || lazy) {
      s.paragraph = s.words
      s.paragraphStart = p
      s.lazyParagraph = lazy
    }
  }
  s.lastEnd = end
  if (mayBeRow && openTable(s, p, end, base, limit)) return
  if (hasLabel) s.push(SPAN_KINDS.label, s.labelDetail, p, end, s.labelFrom, end)
  if (flags & char.F_LESS) inline(s, p, end, false, true)
}

/** Scans a comment at the start of a line or item; an unclosed one runs to the end of the text. */
function comment(s: Scan, p: number, end: number): void {
  const close = nextClose(s, p + 2)
  if (close >= s.n) {
    s.push(SPAN_KINDS.comment, 0, p, s.n, p + 4, s.n)
    s.eol = s.n
    s.lastEnd = s.n
    return
  }
  inline(s, closeComment(s, p, close), endAfter(s, close, end), true, true)
}

function openFence(s: Scan, mark: number, p: number, end: number, keep: number, base: number, indent: number): boolean {
  const q = s.runEnd(mark, p, end)
  const length = q - p
  if (length < 3 || (mark === char.TICK && s.text.slice(q, end).includes('`'))) return false
  s.enter(keep)
  const from = Math.min(s.n, s.nextLine(s.eol))
  s.fence = s.push(SPAN_KINDS.fence, mark === char.TILDE ? 2 : 0, p, end, from, from)
  s.fenceMark = mark
  s.fenceLength = length
  s.fenceBase = base
  s.fenceLimit = indent > 3 ? NO_LIMIT : 3
  s.lastEnd = end
  return true
}

export function fenceLine(s: Scan, pos: number, p: number, column: number): void {
  const { text, eol } = s
  const end = s.trimEnd(p, eol)
  s.lastEnd = end
  if (text.charCodeAt(p) !== s.fenceMark || column - s.fenceBase > s.fenceLimit) return
  if (s.runEnd(s.fenceMark, p, end) < end || end - p < s.fenceLength) return
  const { out, fence } = s
  out[fence + 1] = (out[fence + 1] as number) | 1
  out[fence + 3] = end
  out[fence + 5] = pos
  s.fence = -1
}

/** Ends an unclosed fence before the line at `pos`. */
export function closeFence(s: Scan, pos: number): void {
  if (s.fence < 0) return
  const { text, out, fence } = s
  let end = pos
  if (end > 0 && text.charCodeAt(end - 1) === char.LF) end--
  if (end > 0 && text.charCodeAt(end - 1) === char.CR) end--
  end = Math.max(end, out[fence + 3] as number)
  out[fence + 3] = end
  out[fence + 4] = Math.min(out[fence + 4] as number, end)
  out[fence + 5] = end
  s.fence = -1
}
