// Tables: a header row, a delimiter row, and the rows below.
import * as char from '../characters.js'
import { SPAN_KINDS, SPAN_U32_COUNT } from '../spans.js'
import { inline } from './inline.js'
import type { Scan } from './state.js'

/** Begins a table if the next line is a delimiter row with as many columns as this line has cells; consumes both. */
export function openTable(s: Scan, p: number, end: number, base: number, limit: number): boolean {
  const { text, n } = s
  let q = s.nextLine(s.eol)
  let column = 0
  for (; q < n; q++) {
    const c = text.charCodeAt(q)
    if (c === char.SPACE) column++
    else if (c === char.TAB) column += 4 - (column & 3)
    else break
  }
  if (column < base || column - base > limit) return false
  const columns = delimiterColumns(s, q)
  if (columns === 0 || columns !== cells(s, p, end, false)) return false
  const eol = s.endOfLine(q)
  const to = s.trimEnd(q, eol)
  s.paragraph = -1
  s.table = s.push(SPAN_KINDS.table, columns, p, to, to, to)
  row(s, p, end, 0)
  row(s, q, to, 1)
  s.eol = eol
  s.lastEnd = to
  return true
}

/** Columns of the delimiter row at `p`; 0 if it has no pipe or is another line. */
function delimiterColumns(s: Scan, p: number): number {
  const { text, n } = s
  let columns = 0
  let pipes = 0
  let dashes = 0
  let state = 0 // 0 before the cell, 1 after the first colon, 2 in the dashes, 3 after them
  for (; p < n; p++) {
    const c = text.charCodeAt(p)
    if (char.isEol(c)) break
    if (c === char.DASH) {
      if (state === 3) return 0
      state = 2
      dashes++
    } else if (c === char.COLON) {
      if (state === 0) state = 1
      else if (state === 2) state = 3
      else return 0
    } else if (char.isBlank(c)) {
      if (state === 1) return 0
      if (state === 2) state = 3
    } else if (c === char.PIPE) {
      if (state === 1 || (state === 0 && pipes > 0)) return 0
      if (state >= 2) columns++
      pipes++
      state = 0
    } else return 0
  }
  if (state === 1) return 0
  if (state >= 2) columns++
  return pipes > 0 && dashes > 0 ? columns : 0
}

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
  if (to > from && text.charCodeAt(to - 1) === char.PIPE && !escaped(s, to - 1, from)) to--
  to = s.trimEnd(from, to)
  const start = s.skipBlanks(from, to)
  s.out[at + 4] = start
  s.out[at + 5] = to
  if (detail === 1) return
  const first = s.words
  cells(s, p, end, true)
  if ((s.flags & char.F_LESS) === 0) return
  const middle = s.words
  inline(s, p, end, false, false)
  if (s.words > middle) merge(s, first, middle)
}

/** Whether the character at `p` follows an odd number of backslashes. */
function escaped(s: Scan, p: number, from: number): boolean {
  let q = p
  while (q > from && s.text.charCodeAt(q - 1) === char.BACKSLASH) q--
  return ((p - q) & 1) === 1
}

/** Counts a row's cells; optionally emits their spans. */
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

/** Merges two sorted runs of spans, `first..middle` and `middle..`, by their starts; stable. */
function merge(s: Scan, first: number, middle: number): void {
  const { out, words } = s
  const left = out.slice(first, middle)
  const right = out.slice(middle, words)
  let l = 0
  let r = 0
  for (let at = first; at < words; at += SPAN_U32_COUNT) {
    const takeLeft = r >= right.length || (l < left.length && (left[l + 2] as number) <= (right[r + 2] as number))
    if (takeLeft) {
      for (let i = 0; i < SPAN_U32_COUNT; i++) out[at + i] = left[l + i] as number
      l += SPAN_U32_COUNT
    } else {
      for (let i = 0; i < SPAN_U32_COUNT; i++) out[at + i] = right[r + i] as number
      r += SPAN_U32_COUNT
    }
  }
}
