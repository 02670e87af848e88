// Labels: `Name: text` and its bold forms, at the start of a paragraph line or item.
import { CLOSE_PAREN, COLON, isBlank, isLabelStart, NOT_IN_LABEL, OPEN_PAREN, SLASH, STAR } from '../characters.js'
import { LIMITS } from '../spans.js'
import type { Scan } from './state.js'

/** Finds a label at `p`; sets `labelDetail` and `labelFrom`. */
export function labelAt(s: Scan, p: number, end: number): boolean {
  const { text } = s
  const c = text.charCodeAt(p)
  if (c === STAR) return text.charCodeAt(p + 1) === STAR && boldLabel(s, p, end)
  if (!isLabelStart(c)) return false
  const colon = s.colon < p ? colonAfter(s, p, end) : s.colon
  if (colon < 0 || colon - p > LIMITS.label) return false
  if (colon + 1 < end && !isBlank(text.charCodeAt(colon + 1))) return false
  for (let q = p; q < colon; q++) {
    const x = text.charCodeAt(q)
    if (x < 128 && NOT_IN_LABEL[x] === 1) return false
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
  for (let q = p; q < stop; q++) if (s.text.charCodeAt(q) === COLON) return q
  return -1
}

function boldLabel(s: Scan, p: number, end: number): boolean {
  const { text } = s
  const start = p + 2
  if (start >= end || isBlank(text.charCodeAt(start))) return false
  const stop = Math.min(end - 1, start + LIMITS.label + 1)
  let q = start
  while (q < stop && text.charCodeAt(q) !== STAR) q++
  if (q >= stop && !(q < end && text.charCodeAt(q) === STAR)) return false
  if (q === start || text.charCodeAt(q + 1) !== STAR || q + 1 >= end) return false
  if (text.charCodeAt(q - 1) === COLON) {
    const length = s.trimEnd(start, q - 1) - start
    return length > 0 && foundLabel(s, 1, length, q + 2, end)
  }
  const length = s.trimEnd(start, q) - start
  let r = s.skipBlanks(q + 2, end)
  if (r < end && text.charCodeAt(r) === OPEN_PAREN) {
    const noteStop = Math.min(end, r + LIMITS.note)
    while (r < noteStop && text.charCodeAt(r) !== CLOSE_PAREN) r++
    if (r >= noteStop) return false
    r = s.skipBlanks(r + 1, end)
  }
  if (r >= end || text.charCodeAt(r) !== COLON) return false
  if (text.charCodeAt(r + 1) === SLASH && text.charCodeAt(r + 2) === SLASH) return false
  return foundLabel(s, 2, length, r + 1, end)
}
