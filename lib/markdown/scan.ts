// The reference scanner: one pass over the lines of a Markdown text that answers where the blocks are, in time linear in its length.
//
// CommonMark decides what a heading, a fence, a list item and a paragraph is, with these deliberate differences:
// - tags are marks, never HTML blocks that swallow the lines after them;
// - while a tag is open, fences, items, tables and labels may be indented by any number of columns;
// - a comment runs to its `-->`, whatever block it began in; one inside a line must end before the next blank line;
// - a label that stands left of an item's text ends the item, where other lines would lazily continue its paragraph;
// - block quotes are text; lists nest at most LIMITS.depth deep; inline code is seen within one line.
import type { Scanner, Spans } from '../ports.js'
import { CR, DASH, isEol, LF, SPACE, TAB } from './characters.js'
import { blocks } from './scan/blocks.js'
import { closeFence, fenceLine } from './scan/fences.js'
import { Scan } from './scan/state.js'
import { SPAN_KINDS } from './spans.js'

function run(s: Scan): Spans {
  const { text, n } = s
  let pos = frontMatter(s, startOf(text))
  while (pos < n) pos = line(s, pos)
  closeFence(s, n)
  s.popTo(0)
  return s.found()
}

/** Behind a byte order mark. */
const startOf = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0)

function frontMatter(s: Scan, pos: number): number {
  const { text, n } = s
  if (!dashes(s, pos)) return pos
  const from = Math.min(n, s.nextLine(s.endOfLine(pos)))
  let p = from
  while (p < n) {
    const eol = s.endOfLine(p)
    if (text.charCodeAt(p) === DASH && dashes(s, p)) {
      s.push(SPAN_KINDS.frontMatter, 1, pos, eol, from, p)
      return s.nextLine(eol)
    }
    p = s.nextLine(eol)
  }
  s.push(SPAN_KINDS.frontMatter, 0, pos, n, from, n)
  return n
}

/** The line at `p` is exactly `---` and blanks. */
function dashes(s: Scan, p: number): boolean {
  const { text, n } = s
  if (text.charCodeAt(p) !== DASH || text.charCodeAt(p + 1) !== DASH || text.charCodeAt(p + 2) !== DASH) return false
  const q = s.skipBlanks(p + 3, n)
  return q >= n || isEol(text.charCodeAt(q))
}

/** Handles the line that begins at `pos`; answers where the next one begins. */
function line(s: Scan, pos: number): number {
  const { text, n } = s
  let p = pos
  let column = 0
  let c = 0
  for (; p < n; p++) {
    c = text.charCodeAt(p)
    if (c === SPACE) column++
    else if (c === TAB) column += 4 - (column & 3)
    else break
  }
  if (p >= n) return blankLine(s, n)
  if (c === LF || c === CR) return blankLine(s, p)
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
  // Runs of empty lines change nothing further, and so does the LF of a CRLF.
  while (p < n && isEol(text.charCodeAt(p))) p++
  return p
}

export const scan = (text: string): Spans => run(new Scan(text))

/** The front matter alone; what follows is not looked at. */
export function scanFront(text: string): Spans {
  const s = new Scan(text)
  frontMatter(s, startOf(text))
  return s.found()
}

export const tsScanner: Scanner = { name: 'ts', scan }
