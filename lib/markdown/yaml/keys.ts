// Keys at the start of a line.
import { isBlank } from '../characters.js'
import { quoted } from './quotes.js'
import { INDICATORS, type Key, type Reader } from './reader.js'

/** A key at `pos` with its colon on this line. */
export function keyAt(r: Reader, pos: number, end: number): Key | null {
  const { text } = r
  const c = text[pos] ?? ''
  if (pos >= end) return null
  if (c === '"' || c === "'") {
    const found = quoted(r, pos, -1, end)
    if (found === null) return null
    const colon = r.skipBlanks(found.end, end)
    return text[colon] === ':' && r.endsAt(colon + 1, end) ? { text: found.text, start: pos, colon } : null
  }
  if (INDICATORS.includes(c)) return null
  if ((c === '-' || c === '?' || c === ':') && r.endsAt(pos + 1, end)) return null
  for (let p = pos; p < end; p++) {
    const code = text.charCodeAt(p)
    if (code === 58 && r.endsAt(p + 1, end)) return { text: text.slice(pos, p).trimEnd(), start: pos, colon: p }
    if (code === 35 && isBlank(text.charCodeAt(p - 1))) return null
  }
  return null
}

export function hasColon(r: Reader, from: number, end: number): boolean {
  for (let p = from; p < end; p++) {
    const code = r.text.charCodeAt(p)
    if (code === 58 && r.endsAt(p + 1, end)) return true
    if (code === 35 && isBlank(r.text.charCodeAt(p - 1))) return false
  }
  return false
}
