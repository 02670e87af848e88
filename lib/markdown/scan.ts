// The reference scanner: finds the blocks of a Markdown text in one pass over its lines, in linear time.
//
// The scanner follows CommonMark for headings, fences, list items and paragraphs, with these deliberate differences:
// - tags are marks, never HTML blocks that swallow the lines after them;
// - inside an open tag, fences, comments, items, tables and labels may have any indent;
// - a comment that begins a line or item may cross blocks; others end before a blank line, in headings and cells on their line;
// - a label left of an item's text ends the item; other text there continues the item's paragraph lazily;
// - block quotes are text; lists nest at most LIMITS.depth deep; inline code ends with its line.
import type { Scanner, Spans } from '../ports.js'
import { DASH, isEol } from './characters.js'
import { blocks, closeFence, fenceLine } from './scan/blocks.js'
import { Scan } from './scan/state.js'
import { SPAN_KINDS } from './spans.js'

function run(s: Scan): Spans {
  const { text, n } = s
  let pos = frontMatter(s, startOf(text))
  while (pos < n) pos = line(s, pos)
  closeFence(s, n)
  s.popTo(0)
  return s.spans()
}

/** Returns the start of the text, after a byte order mark if there is one. */
const startOf = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0)

function frontMatter(s: Scan, pos: number): number {
  const { text, n } = s
  if (!isDashes(s, pos)) return pos
  const from = Math.min(n, s.nextLine(s.endOfLine(pos)))
  let p = from
  while (p < n) {
    const eol = s.endOfLine(p)
    if (text.charCodeAt(p) === DASH && isDashes(s, p)) {
      s.push(SPAN_KINDS.frontMatter, 1, pos, eol, from, p)
      return s.nextLine(eol)
    }
    p = s.nextLine(eol)
  }
  s.push(SPAN_KINDS.frontMatter, 0, pos, n, from, n)
  return n
}

/** Whether the line at `p` is `---`, perhaps with blanks after it. */
function isDashes(s: Scan, p: number): boolean {
  const { text, n } = s
  if (text.charCodeAt(p) !== DASH || text.charCodeAt(p + 1) !== DASH || text.charCodeAt(p + 2) !== DASH) return false
  const q = s.skipBlanks(p + 3, n)
  return q >= n || isEol(text.charCodeAt(q))
}

/** Scans the line at `pos`; returns the start of the line to scan next. */
function line(s: Scan, pos: number): number {
  const { text, n } = s
  const p = s.toInk(pos, n, 0)
  const { column } = s
  const c = text.charCodeAt(p)
  if (p >= n || isEol(c)) return blankLine(s, p)
  if (s.fence >= 0) {
    if (s.depth === 0 && c !== s.fenceMark) return s.nextLine(s.endOfLine(p))
    if (s.depth === 0 || column >= (s.columns[s.depth - 1] as number)) {
      s.eol = s.endOfLine(p)
      fenceLine(s, pos, p, column)
      return s.nextLine(s.eol)
    }
    closeFence(s, pos)
  }
  s.measure(p)
  s.ruleFail = -1
  s.hollow = false
  blocks(s, p, column)
  return s.nextLine(s.eol)
}

function blankLine(s: Scan, eol: number): number {
  if (s.fence < 0) {
    s.paragraph = -1
    s.table = -1
    if (s.hollow) {
      s.hollow = false
      s.popTo(s.depth - 1)
    }
  }
  const { text, n } = s
  let p = eol + 1
  // Skips further empty lines, and the LF of a CRLF.
  while (p < n && isEol(text.charCodeAt(p))) p++
  return p
}

export const scan = (text: string): Spans => run(new Scan(text))

export function scanFront(text: string): Spans {
  const s = new Scan(text)
  frontMatter(s, startOf(text))
  return s.spans()
}

export const tsScanner: Scanner = { name: 'ts', scan }
