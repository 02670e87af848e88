// Comments and tags inside a line, outside inline code.
import { BACKSLASH, GREATER, isBlank, isLetter, isTagName, LESS, SLASH, TICK } from '../characters.js'
import { LIMITS, SPAN_KINDS } from '../spans.js'
import { closeComment, endAfter, isComment, nextClose, reaches } from './comments.js'
import { MARK_BACKSLASH, MARK_LESS, MARK_TICK, MAX_TAGS, type Scan } from './state.js'

/** Comments and tags in `p..end`. `chain`: a tag here counts. `many`: a comment may continue on the next lines. */
export function inline(s: Scan, p: number, end: number, chain: boolean, many: boolean): void {
  const { text } = s
  while (p < end) {
    if (!chain) {
      p = Math.min(s.next(MARK_LESS, p), s.next(MARK_TICK, p), s.next(MARK_BACKSLASH, p))
      if (p >= end) return
    }
    const c = text.charCodeAt(p)
    if (c === LESS) {
      const next = text.charCodeAt(p + 1)
      if (next === 33 && isComment(s, p)) {
        const close = p < s.noCommentBefore ? s.n : nextClose(s, p + 2)
        if (close + 3 <= end || (many && close < s.n && reaches(s, close))) {
          p = closeComment(s, p, close)
          end = endAfter(s, close, end)
          continue
        }
      } else if (next === LESS && p + 1 < end) {
        // A run of `<` is text; only the last can begin a tag.
        while (p + 1 < end && text.charCodeAt(p + 1) === LESS) p++
        chain = false
        continue
      } else if (next === SLASH || chain) {
        const after = tag(s, p, end)
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
      p = skipCode(s, p, end)
    } else if (c === BACKSLASH) {
      chain = false
      p += 2
    } else {
      if (!isBlank(c)) chain = false
      p++
    }
  }
}

/** End of the inline code at `p`; if unclosed in this line, the end of its opening run. */
function skipCode(s: Scan, p: number, end: number): number {
  const { text } = s
  let q = p
  while (q < end && text.charCodeAt(q) === TICK) q++
  const length = q - p
  if (s.ticksEnd === end && (s.ticks?.get(length) ?? -1) < q) return q
  let r = q
  while (r < end) {
    if (text.charCodeAt(r) !== TICK) {
      r++
      continue
    }
    const run = r
    while (r < end && text.charCodeAt(r) === TICK) r++
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
  const closing = text.charCodeAt(p + 1) === SLASH
  let q = closing ? p + 2 : p + 1
  if (q >= end || !isLetter(text.charCodeAt(q))) return 0
  while (q < end && isTagName(text.charCodeAt(q))) q++
  if (closing) {
    q = s.skipBlanks(q, end)
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

/** Emits the tag at `p` and tracks open tags; returns its end, 0 if none. */
function tag(s: Scan, p: number, end: number): number {
  const after = tagEnd(s, p, end)
  if (after === 0) return 0
  const { text } = s
  const closing = text.charCodeAt(p + 1) === SLASH
  const from = closing ? p + 2 : p + 1
  let name = from
  while (isTagName(text.charCodeAt(name))) name++
  const length = name - from
  if (closing) {
    s.push(SPAN_KINDS.tagClose, 0, p, after, from, name)
    closeTag(s, from, length)
    return after
  }
  const selfClosing = text.charCodeAt(after - 2) === SLASH
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
