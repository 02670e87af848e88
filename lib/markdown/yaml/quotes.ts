// Quoted text, on one or more lines.
import { isEol } from '../characters.js'
import type { Reader } from './reader.js'

interface Quoted {
  readonly text: string
  readonly end: number
}

/** May cross lines of more than `parent` columns up to `limit`. Null if unclosed or with an unknown escape. */
export function quoted(r: Reader, from: number, parent: number, limit: number): Quoted | null {
  const { text } = r
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
      const escaped = escapeAt(r, p, limit)
      if (escaped === null) return null
      out += text.slice(run, p) + escaped.text
      p = escaped.end
      run = p
    } else if (c === '\n' || c === '\r') {
      const next = fold(r, p, parent, limit)
      if (next === null) return null
      out += text.slice(run, p).replace(/[ \t]+$/, '') + next.text
      p = next.end
      run = p
    } else p++
  }
  return null
}

/** A line break in a quoted scalar: one blank, or a newline for each empty line. */
export function fold(r: Reader, p: number, parent: number, limit: number): Quoted | null {
  const { text } = r
  let breaks = -1
  let q = p
  while (q < limit && isEol(text.charCodeAt(q))) {
    breaks++
    const next = r.lineAt(q + (text.charCodeAt(q) === 13 && text.charCodeAt(q + 1) === 10 ? 2 : 1))
    if (next.first < next.end && next.indent <= parent) return null
    q = next.first
  }
  return { text: breaks > 0 ? '\n'.repeat(breaks) : ' ', end: q }
}

function escapeAt(r: Reader, p: number, limit: number): Quoted | null {
  const c = r.text[p + 1] ?? ''
  if (c === '\n' || c === '\r') {
    const eol = p + 1 + (c === '\r' && r.text[p + 2] === '\n' ? 2 : 1)
    return { text: '', end: Math.min(limit, r.skipBlanks(eol, limit)) }
  }
  const simple = ESCAPES[c]
  if (simple !== undefined) return { text: simple, end: p + 2 }
  const digits = HEX_DIGITS[c]
  if (digits === undefined) return null
  const hex = r.text.slice(p + 2, p + 2 + digits)
  const code = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1
  if (code < 0 || code > 0x10ffff) return null
  return { text: String.fromCodePoint(code), end: p + 2 + digits }
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
