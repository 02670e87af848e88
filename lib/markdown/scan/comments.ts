// Ends of comments, and the current line after one.
import { DASH, isEol } from '../characters.js'
import { SPAN_KINDS } from '../spans.js'
import type { Scan } from './state.js'

export function isComment(s: Scan, p: number): boolean {
  const { text } = s
  return text.charCodeAt(p + 1) === 33 && text.charCodeAt(p + 2) === DASH && text.charCodeAt(p + 3) === DASH
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

/** End of the text on the line where a comment closed; makes that line current. */
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

/** Whether no blank line comes before `close`. */
export function reaches(s: Scan, close: number): boolean {
  let q = s.eol
  while (q < close) {
    q = s.nextLine(q)
    if (q > close) break
    const p = s.skipBlanks(q, s.n)
    if (p >= s.n || isEol(s.text.charCodeAt(p))) {
      s.noCommentBefore = q
      return false
    }
    q = s.endOfLine(p)
  }
  return true
}
