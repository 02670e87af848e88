// The lines of a charter as entries: list items, numbered ones, table rows and paragraphs, each with the lines that continue it. How they are marked does not matter.
import { type Range, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { visibleLines } from '../parts/placeholders.js'

export interface Entry {
  /** `text`: a paragraph, or a line that begins with one of the labels. */
  readonly kind: 'item' | 'number' | 'row' | 'text'
  readonly text: string
  /** Of a table row; else empty. */
  readonly cells: readonly string[]
  readonly start: number
}

/** `Goal: x`, `**Goal**: x`, `**Goal:** x`: name in lower case without marks and brackets, and what stands behind. */
export interface Labelled {
  readonly name: string
  readonly rest: string
}

const MOST_LABEL = 40

export function labelIn(text: string): Labelled | null {
  const colon = text.indexOf(':')
  if (colon <= 0 || colon > MOST_LABEL + 4) return null
  const name = bare(text.slice(0, colon))
  const behind = text.slice(colon + 1)
  return { name, rest: (behind.startsWith('**') ? behind.slice(2) : behind).trim() }
}

/** Words of a heading or label without marks, number, bracket and colon, in lower case. */
export function bare(text: string): string {
  const words = text
    .replaceAll('*', '')
    .replaceAll('_', ' ')
    .replaceAll('`', '')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase()
  const named = words.endsWith(':') ? words.slice(0, -1) : words
  const bracket = named.indexOf(' (')
  const plain = (bracket > 0 ? named.slice(0, bracket) : named).trim()
  const number = numberAt(plain)
  return number === 0 ? plain : plain.slice(number).trim()
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'

/** Length of `12.` or `3)` at the beginning when a blank follows; 0 without one. */
function numberAt(text: string): number {
  let at = 0
  while (isDigit(text[at])) at++
  return at > 0 && at < 4 && (text[at] === '.' || text[at] === ')') && isBlank(text[at + 1]) ? at + 1 : 0
}

const isBlank = (char: string | undefined): boolean => char === undefined || char === ' ' || char === '\t'

const BULLETS = '-*+•–—'

interface Marker {
  readonly kind: 'item' | 'number'
  readonly text: string
}

function markerIn(line: string): Marker | null {
  const number = numberAt(line)
  if (number > 0) return { kind: 'number', text: withoutBox(line.slice(number).trim()) }
  return BULLETS.includes(line[0] ?? ' ') && isBlank(line[1])
    ? { kind: 'item', text: withoutBox(line.slice(1).trim()) }
    : null
}

const withoutBox = (text: string): string =>
  text[0] === '[' && text[2] === ']' && ' xX'.includes(text[1] ?? '.') && isBlank(text[3]) ? text.slice(3).trim() : text

/** `---` and the like. */
export const isRule = (line: string): boolean =>
  line.length >= 3 && '-*_='.includes(line[0] as string) && [...line].every((char) => char === line[0] || char === ' ')

/** Columns before the first character; a tab reaches to the next fourth one. */
function indentOf(line: string): number {
  let columns = 0
  for (const char of line) {
    if (char === ' ') columns++
    else if (char === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

const unquoted = (line: string): string => {
  let text = line
  while (text.startsWith('>')) text = text.slice(1).trimStart()
  return text
}

/** `- Success Criteria:` with nothing behind it: what is nested below are entries of their own. */
const isLabelAlone = (text: string, labels: ReadonlySet<string>): boolean => {
  const label = labelIn(text)
  return label !== null && label.rest === '' && labels.has(label.name)
}

/** Entries of a range in order. A line with one of `labels` (lower case) begins an entry of its own. */
export function entriesOf(source: Source, range: Range, labels: ReadonlySet<string> = new Set()): readonly Entry[] {
  const tables = tablesOf(source, range)
  const found: { kind: Entry['kind']; text: string; cells: readonly string[]; start: number }[] = []
  let open = -1
  let indent = 0
  for (const line of visibleLines(source, range)) {
    const text = unquoted(line.text.trim())
    const table = tables.find(({ start, end }) => line.start >= start && line.start < end)
    if (text === '' || isRule(text)) {
      if (found[open]?.kind === 'text') open = -1
      continue
    }
    if (table !== undefined) {
      const row = table.rows.find(({ start, end }) => start >= line.start && start <= line.end && end >= line.start)
      if (row !== undefined)
        found.push({ kind: 'row', text, cells: row.cells.map((cell) => cell.text), start: line.start })
      open = -1
      continue
    }
    const marker = markerIn(text)
    const columns = indentOf(line.text)
    const last = found[open]
    if (
      marker !== null &&
      last !== undefined &&
      last.kind !== 'text' &&
      columns >= indent + 2 &&
      !isLabelAlone(last.text, labels)
    )
      last.text += last.text === '' ? marker.text : `; ${marker.text}`
    else if (marker !== null) {
      found.push({ kind: marker.kind, text: marker.text, cells: [], start: line.start })
      open = found.length - 1
      indent = columns
    } else if (last !== undefined && !labels.has(labelIn(text)?.name ?? ''))
      last.text += last.text === '' ? text : ` ${text}`
    else {
      found.push({ kind: 'text', text, cells: [], start: line.start })
      open = found.length - 1
      indent = columns
    }
  }
  return found
}
