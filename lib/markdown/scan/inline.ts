// Comments and tags inside a line, outside inline code; labels at its start.
import * as char from '../characters.js'
import { LIMITS, SPAN_KINDS } from '../spans.js'
import { MARK_BACKSLASH, MARK_LESS, MARK_TICK, MAX_TAGS, type Scan } from './state.js'

/** Scans comments and tags in `p..end`. `chain`: a tag here counts. `many`: a comment may continue on later lines. */
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
        while (p + 1 < end && text.charCodeAt(p + 1) === char.LESS) p++
        chain = false
        continue
      } else if (next === char.SLASH || chain) {
        const after = tag(s, p, end)
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

/** End of the inline code at `p`; if unclosed in this line, the end of its opening run. */
function skipCode(s: Scan, p: number, end: number): number {
  const { text } = s
  let q = p
  while (q < end && text.charCodeAt(q) === char.TICK) q++
  const length = q - p
  if (s.ticksEnd === end && (s.ticks?.get(length) ?? -1) < q) return q
  let r = q
  while (r < end) {
    if (text.charCodeAt(r) !== char.TICK) {
      r++
      continue
    }
    const run = r
    while (r < end && text.charCodeAt(r) === char.TICK) r++
    if (r - run === length) return r
    if (s.ticksEnd !== end) {
      s.ticks ??= new Map()
      s.ticks.set(r - run, run)
    }
  }
  s.ticksEnd = end
  return q
}

/** End of the tag at `p`; 0 if none. */
export function tagEnd(s: Scan, p: number, end: number): number {
  const { text } = s
  const closing = text.charCodeAt(p + 1) === char.SLASH
  let q = closing ? p + 2 : p + 1
  if (q >= end || !char.isLetter(text.charCodeAt(q))) return 0
  while (q < end && char.isTagName(text.charCodeAt(q))) q++
  if (closing) {
    q = s.skipBlanks(q, end)
    return q < end && text.charCodeAt(q) === char.GREATER ? q + 1 : 0
  }
  if (q >= end) return 0
  const first = text.charCodeAt(q)
  if (first !== char.GREATER && first !== char.SLASH && !char.isBlank(first)) return 0
  let quote = 0
  for (; q < end; q++) {
    const c = text.charCodeAt(q)
    if (quote !== 0) {
      if (c === quote) quote = 0
    } else if (c === char.GREATER) return q + 1
    else if (c === char.LESS) return 0
    else if (c === 34 || c === 39) quote = c
  }
  return 0
}

/** Emits the tag at `p` and tracks open tags; returns its end, 0 if none. */
function tag(s: Scan, p: number, end: number): number {
  const after = tagEnd(s, p, end)
  if (after === 0) return 0
  const { text } = s
  const closing = text.charCodeAt(p + 1) === char.SLASH
  const from = closing ? p + 2 : p + 1
  let name = from
  while (char.isTagName(text.charCodeAt(name))) name++
  const length = name - from
  if (closing) {
    s.push(SPAN_KINDS.tagClose, 0, p, after, from, name)
    closeTag(s, from, length)
    return after
  }
  const selfClosing = text.charCodeAt(after - 2) === char.SLASH
  const to = s.trimEnd(from, selfClosing ? after - 2 : after - 1)
  s.push(SPAN_KINDS.tagOpen, selfClosing ? 1 : 0, p, after, from, Math.max(to, name))
  if (!selfClosing && length <= LIMITS.tagName && s.tags < MAX_TAGS) {
    s.tagAt[s.tags] = from
    s.tagLength[s.tags++] = length
  }
  return after
}

function closeTag(s: Scan, from: number, length: number): void {
  for (let i = s.tags - 1; i >= 0; i--)
    if (s.tagLength[i] === length && sameText(s, s.tagAt[i] as number, from, length)) {
      s.tags = i
      return
    }
}

function sameText(s: Scan, a: number, b: number, length: number): boolean {
  const { text } = s
  for (let i = 0; i < length; i++) if (text.charCodeAt(a + i) !== text.charCodeAt(b + i)) return false
  return true
}

// Ends of comments, and the current line after one

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

// Labels: `Name: text` and its bold forms, at the start of a paragraph line or item

/** Finds a label at `p`; sets `labelDetail` and `labelFrom`. */
export function labelAt(s: Scan, p: number, end: number): boolean {
  const { text } = s
  const c = text.charCodeAt(p)
  if (c === char.STAR) return text.charCodeAt(p + 1) === char.STAR && boldLabel(s, p, end)
  if (!char.isLabelStart(c)) return false
  const colon = s.colon < p ? colonAfter(s, p, end) : s.colon
  if (colon < 0 || colon - p > LIMITS.label) return false
  if (colon + 1 < end && !char.isBlank(text.charCodeAt(colon + 1))) return false
  for (let q = p; q < colon; q++) {
    const x = text.charCodeAt(q)
    if (x < 128 && char.NOT_IN_LABEL[x] === 1) return false
  }
  return foundLabel(s, 0, s.trimEnd(p, colon) - p, colon + 1, end)
}

function foundLabel(s: Scan, form: number, length: number, after: number, end: number): boolean {
  s.labelDetail = form | (length << 8)
  s.labelFrom = s.skipBlanks(after, end)
  return true
}

function colonAfter(s: Scan, p: number, end: number): number {
  const stop = Math.min(end, p + LIMITS.label + 1)
  for (let q = p; q < stop; q++) if (s.text.charCodeAt(q) === char.COLON) return q
  return -1
}

function boldLabel(s: Scan, p: number, end: number): boolean {
  const { text } = s
  const start = p + 2
  if (start >= end || char.isBlank(text.charCodeAt(start))) return false
  const stop = Math.min(end - 1, start + LIMITS.label + 1)
  let q = start
  while (q < stop && text.charCodeAt(q) !== char.STAR) q++
  if (q >= stop && !(q < end && text.charCodeAt(q) === char.STAR)) return false
  if (q === start || text.charCodeAt(q + 1) !== char.STAR || q + 1 >= end) return false
  if (text.charCodeAt(q - 1) === char.COLON) {
    const length = s.trimEnd(start, q - 1) - start
    return length > 0 && foundLabel(s, 1, length, q + 2, end)
  }
  const length = s.trimEnd(start, q) - start
  let r = s.skipBlanks(q + 2, end)
  if (r < end && text.charCodeAt(r) === char.OPEN_PAREN) {
    const noteStop = Math.min(end, r + LIMITS.note)
    while (r < noteStop && text.charCodeAt(r) !== char.CLOSE_PAREN) r++
    if (r >= noteStop) return false
    r = s.skipBlanks(r + 1, end)
  }
  if (r >= end || text.charCodeAt(r) !== char.COLON) return false
  if (text.charCodeAt(r + 1) === char.SLASH && text.charCodeAt(r + 2) === char.SLASH) return false
  return foundLabel(s, 2, length, r + 1, end)
}
