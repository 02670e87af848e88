// Scans comments and tags inside a line, outside inline code, and the label at the start of a line or item.
import * as char from '../characters.js'
import { LIMITS, SPAN_KINDS } from '../spans.js'
import { MARK_BACKSLASH, MARK_LESS, MARK_TICK, type Scan } from './state.js'

/** Scans comments and tags in `p..end`. `chain`: an opening tag may stand at `p`. `many`: a comment may span lines. */
export function inline(s: Scan, p: number, end: number, chain: boolean, many: boolean): void {
  const { text } = s
  while (p < end) {
    if (!chain) {
      p = Math.min(s.next(MARK_LESS, p), s.next(MARK_TICK, p), s.next(MARK_BACKSLASH, p))
      if (p >= end) return
    }
    const c = text.charCodeAt(p)
    if (c === char.LESS) {
      const next = text.charCodeAt(p + 1)
      if (next === 33 && isComment(s, p)) {
        const close = p < s.noCommentBefore ? s.n : nextClose(s, p + 2)
        if (close + 3 <= end || (many && close < s.n && reaches(s, close))) {
          p = closeComment(s, p, close)
          end = endAfter(s, close, end)
          continue
        }
      } else if (next === char.LESS && p + 1 < end) {
        // A run of `<` is text; only the last can begin a tag.
        p = s.runEnd(char.LESS, p, end) - 1
        chain = false
        continue
      } else if (next === char.SLASH || chain) {
        const after = tag(s, p)
        if (after > 0) {
          p = after
          chain = true
          continue
        }
      }
      chain = false
      p++
    } else if (c === char.TICK) {
      chain = false
      p = skipCode(s, p, end)
    } else if (c === char.BACKSLASH) {
      chain = false
      p += 2
    } else {
      if (!char.isBlank(c)) chain = false
      p++
    }
  }
}

/** Returns the end of the inline code at `p`, or the end of its opening run if the line does not close it. */
function skipCode(s: Scan, p: number, end: number): number {
  const { text } = s
  const q = s.runEnd(char.TICK, p, end)
  const length = q - p
  if (s.ticksEnd === end && (s.ticks?.get(length) ?? -1) < q) return q
  let r = q
  while (r < end) {
    if (text.charCodeAt(r) !== char.TICK) {
      r++
      continue
    }
    const run = r
    r = s.runEnd(char.TICK, r, end)
    if (r - run === length) return r
    if (s.ticksEnd !== end) {
      s.ticks ??= new Map()
      s.ticks.set(r - run, run)
    }
  }
  s.ticksEnd = end
  return q
}

/** Matches a closing tag (group 1: its name) or an opening one (group 2: its name). */
const TAG =
  /<(?:\/([A-Za-z][\w.-]*)[ \t]*|([A-Za-z][\w.-]*)(?=[>/ \t])[^<>"'\r\n]*(?:(?:"[^"\r\n]*"|'[^'\r\n]*')[^<>"'\r\n]*)*)>/y

export const tagAt = (s: Scan, p: number): RegExpExecArray | null => s.match(TAG, p)

/** Emits the span of the tag at `p` and tracks open tags; returns the tag's end, or 0 if there is no tag. */
function tag(s: Scan, p: number): number {
  const found = tagAt(s, p)
  if (found === null) return 0
  const [whole, closed, opened = ''] = found
  const after = p + whole.length
  if (closed !== undefined) {
    s.push(SPAN_KINDS.tagClose, 0, p, after, p + 2, p + 2 + closed.length)
    const at = s.tags.lastIndexOf(closed)
    if (at >= 0) s.tags.length = at
    return after
  }
  const selfClosing = whole.endsWith('/>')
  const to = s.trimEnd(p + 1, after - (selfClosing ? 2 : 1))
  s.push(SPAN_KINDS.tagOpen, selfClosing ? 1 : 0, p, after, p + 1, to)
  if (!selfClosing && opened.length <= LIMITS.tagName && s.tags.length < LIMITS.tags) s.tags.push(opened)
  return after
}

export function isComment(s: Scan, p: number): boolean {
  const { text } = s
  return text.charCodeAt(p + 1) === 33 && text.charCodeAt(p + 2) === char.DASH && text.charCodeAt(p + 3) === char.DASH
}

export function nextClose(s: Scan, from: number): number {
  if (from < s.closeFrom || from > s.closeAt) {
    const found = s.text.indexOf('-->', from)
    s.closeFrom = from
    s.closeAt = found < 0 ? s.n : found
  }
  return s.closeAt
}

export function closeComment(s: Scan, p: number, close: number): number {
  s.push(SPAN_KINDS.comment, 1, p, close + 3, Math.min(p + 4, close), close)
  return close + 3
}

/** Makes the line with a comment's `-->` the current line, and returns where its text ends. */
export function endAfter(s: Scan, close: number, end: number): number {
  const p = close + 3
  if (p > s.eol) {
    const flags = s.flags
    s.measure(p)
    s.flags |= flags
    end = s.trimEnd(p, s.eol)
  }
  s.lastEnd = Math.max(end, p)
  return s.lastEnd
}

/** Whether no blank line is between the current line and `close`. */
function reaches(s: Scan, close: number): boolean {
  let q = s.eol
  while (q < close) {
    q = s.nextLine(q)
    if (q > close) break
    const p = s.skipBlanks(q, s.n)
    if (p >= s.n || char.isEol(s.text.charCodeAt(p))) {
      s.noCommentBefore = q
      return false
    }
    q = s.endOfLine(p)
  }
  return true
}

/** Matches a plain label, such as `Name: text`. */
const PLAIN = new RegExp(String.raw`([\w\x80-\uffff][^*<>\x60|[\]\\:\r\n]{0,${LIMITS.label - 1}}):(?=[ \t\r\n]|$)`, 'y')
/** Matches a bold label whose colon is inside the bold text, or after it and an optional note in parentheses. */
const BOLD = new RegExp(
  String.raw`\*\*(?![ \t])([^*\r\n]{1,${LIMITS.label + 1}})\*\*(?:(?<=:\*\*)|[ \t]*(?:\([^)\r\n]{0,${LIMITS.note - 2}}\)[ \t]*)?:(?!//))`,
  'y',
)

/** Whether a label begins at `p`; if so, sets `labelDetail` and `labelFrom`. */
export function labelAt(s: Scan, p: number, end: number): boolean {
  const isBold = s.text.charCodeAt(p) === char.STAR
  const found = s.match(isBold ? BOLD : PLAIN, p)
  if (found === null) return false
  const [whole, name = ''] = found
  const form = !isBold ? 0 : name.endsWith(':') ? 1 : 2
  const start = isBold ? p + 2 : p
  const length = s.trimEnd(start, start + name.length - (form === 1 ? 1 : 0)) - start
  s.labelDetail = form | (length << 8)
  s.labelFrom = s.skipBlanks(p + whole.length, end)
  return length > 0
}
