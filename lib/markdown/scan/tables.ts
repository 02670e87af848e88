// Scans tables: a header row, a delimiter row, and the body rows below.
import * as char from '../characters.js'
import { SPAN_KINDS, SPAN_U32_COUNT } from '../spans.js'
import { inline } from './inline.js'
import type { Scan } from './state.js'

/** If the next line is a delimiter row with as many columns as this line has cells, begins a table and consumes both. */
export function openTable(s: Scan, p: number, end: number, base: number, limit: number): boolean {
  const q = s.toInk(s.nextLine(s.eol), s.n, 0)
  if (s.column < base || s.column - base > limit) return false
  const eol = s.endOfLine(q)
  const to = s.trimEnd(q, eol)
  const columns = delimiterColumns(s.text.slice(q, to))
  if (columns === 0 || columns !== cells(s, p, end, false)) return false
  s.paragraph = -1
  s.table = s.push(SPAN_KINDS.table, columns, p, to, to, to)
  row(s, p, end, 0)
  row(s, q, to, 1)
  s.eol = eol
  s.lastEnd = to
  return true
}

const DELIMITER = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/

/** Returns the number of columns of a delimiter row; 0 if the line has no pipe or is no delimiter row. */
const delimiterColumns = (line: string): number =>
  line.includes('|') && DELIMITER.test(line) ? line.split('|').filter((cell) => cell.includes('-')).length : 0

export function tableLine(s: Scan, p: number, end: number): void {
  row(s, p, end, 2)
  const { out, table } = s
  if (out[table + 4] === out[table + 3]) out[table + 4] = p
  out[table + 3] = end
  out[table + 5] = end
  s.lastEnd = end
}

function row(s: Scan, p: number, end: number, detail: number): void {
  const { text } = s
  const from = text.charCodeAt(p) === char.PIPE ? p + 1 : p
  const at = s.push(SPAN_KINDS.tableRow, detail, p, end, 0, 0)
  let to = end
  if (to > from && text.charCodeAt(to - 1) === char.PIPE && !isEscaped(s, to - 1, from)) to--
  to = s.trimEnd(from, to)
  const start = s.skipBlanks(from, to)
  s.out[at + 4] = start
  s.out[at + 5] = to
  if (detail === 1) return
  const first = s.words
  cells(s, p, end, true)
  if ((s.flags & char.F_LESS) === 0) return
  inline(s, p, end, false, false)
  sortFrom(s, first)
}

/** Whether the character at `p` follows an odd number of backslashes. */
function isEscaped(s: Scan, p: number, from: number): boolean {
  let q = p
  while (q > from && s.text.charCodeAt(q - 1) === char.BACKSLASH) q--
  return ((p - q) & 1) === 1
}

/** Returns how many cells a row has; emits their spans if `emit`. */
function cells(s: Scan, p: number, end: number, emit: boolean): number {
  const { text } = s
  let start = text.charCodeAt(p) === char.PIPE ? p + 1 : p
  let count = 0
  for (let q = start; q <= end; q++) {
    const c = q < end ? text.charCodeAt(q) : char.PIPE
    if (c === char.BACKSLASH) {
      const next = text.charCodeAt(q + 1)
      if (q + 1 < end && (next === char.PIPE || next === char.BACKSLASH)) q++
    } else if (c === char.PIPE) {
      if (q === end && start >= end) break
      if (emit) {
        const from = s.skipBlanks(start, q)
        s.push(SPAN_KINDS.tableCell, count, start, q, from, s.trimEnd(from, q))
      }
      count++
      start = q + 1
    }
  }
  return count
}

/** Sorts the spans from `first` on by their starts; spans with the same start keep their order. */
function sortFrom(s: Scan, first: number): void {
  const spans: Uint32Array[] = []
  for (let at = first; at < s.words; at += SPAN_U32_COUNT) spans.push(s.out.slice(at, at + SPAN_U32_COUNT))
  spans.sort((a, b) => (a[2] as number) - (b[2] as number))
  for (const [index, span] of spans.entries()) s.out.set(span, first + index * SPAN_U32_COUNT)
}
