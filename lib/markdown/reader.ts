// Reads the spans of a scanned text as headings, sections, items, labels, tables, fences and elements.
import type { Source, Spans } from '../ports.js'
import { lineAfter } from '../std/text.js'
import {
  HEADING_LEVEL_MASK,
  HEADING_SETEXT,
  ITEM_CHECKED,
  ITEM_HAS_CHECKBOX,
  ITEM_INDENT_MASK,
  ITEM_ORDERED,
  SPAN_KINDS,
  SPAN_U32_COUNT,
  type SpanKind,
} from './spans.js'

export type Scanned = Pick<Source, 'spans'> & { readonly text: string | null }

/** A half-open range of UTF-16 code units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A block; its content excludes marks and surrounding blanks. */
interface Extent extends Range {
  readonly contentStart: number
  readonly contentEnd: number
}

export interface Span extends Extent {
  readonly kind: SpanKind
  readonly detail: number
}

export interface Heading extends Extent {
  readonly level: number
  readonly setext: boolean
  readonly text: string
}

/** A section, from its heading to the next one of the same or a higher rank; the body begins after the heading's line. */
export interface Section extends Range {
  readonly heading: Heading
  readonly bodyStart: number
}

export interface Item extends Extent {
  /** How many columns precede the marker. */
  readonly indent: number
  readonly ordered: boolean
  /** Whether the checkbox is ticked; null without a checkbox. */
  readonly checked: boolean | null
  /** Offset of the character between the brackets; -1 without a checkbox. */
  readonly boxAt: number
  /** The item's first line after marker and checkbox, without comments. */
  readonly text: string
}

export interface Label extends Extent {
  /** The name without bold marks and colon. */
  readonly name: string
  /** The value on the label's line, trimmed, without comments. */
  readonly value: string
  readonly bold: boolean
  /** Whether the colon follows the bold marks, as in `**Goal**: x`. */
  readonly colonOutside: boolean
}

interface Cell extends Extent {
  /** The trimmed text without comments, with `\|` as `|`. */
  readonly text: string
}

export interface Row extends Range {
  readonly cells: readonly Cell[]
}

export interface Table extends Range {
  readonly columns: number
  readonly header: Row
  readonly rows: readonly Row[]
  /** Start of the body rows; the end of the table if there are none. */
  readonly bodyStart: number
}

interface Fence extends Extent {
  readonly closed: boolean
}

/** An element `<name …>…</name>`; an unclosed element ends with its parent or the text. */
export interface Element extends Extent {
  readonly name: string
  /** The text after the name in the opening tag. */
  readonly attributes: string
  readonly closed: boolean
}

const KIND_NAMES = Object.fromEntries(Object.entries(SPAN_KINDS).map(([name, number]) => [number, name])) as Readonly<
  Record<number, SpanKind>
>

const EVERYTHING: Range = { start: 0, end: Number.MAX_SAFE_INTEGER }

const textOf = (source: Scanned) => source.text ?? ''

/** Returns the index of the first span at or after `offset`, counted in spans, not in array elements. */
function firstFrom(source: Scanned, offset: number): number {
  const { spans } = source
  if (offset <= 0) return 0
  let low = 0
  let high = spans.length / SPAN_U32_COUNT
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle * SPAN_U32_COUNT + 2] as number) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Yields the spans that start in `range`, of one kind or of all kinds (null). */
export function* spansOf(source: Scanned, kind: SpanKind | null = null, range: Range = EVERYTHING): Generator<Span> {
  const { spans } = source
  const wanted = kind === null ? 0 : SPAN_KINDS[kind]
  for (let at = firstFrom(source, range.start) * SPAN_U32_COUNT; at < spans.length; at += SPAN_U32_COUNT) {
    if ((spans[at + 2] as number) >= range.end) return
    if (wanted !== 0 && spans[at] !== wanted) continue
    yield spanAt(spans, at)
  }
}

const spanAt = (spans: Spans, at: number): Span => ({
  kind: KIND_NAMES[spans[at] as number] as SpanKind,
  detail: spans[at + 1] as number,
  start: spans[at + 2] as number,
  end: spans[at + 3] as number,
  contentStart: spans[at + 4] as number,
  contentEnd: spans[at + 5] as number,
})

const mappedSpans = <T>(source: Scanned, kind: SpanKind, range: Range | undefined, make: (span: Span) => T): T[] =>
  Array.from(spansOf(source, kind, range), make)

/** Returns the front matter block, which is always the first span, or null. Its `detail` is 0 if it is unclosed. */
export const frontMatterOf = ({ spans }: Scanned): Span | null =>
  spans[0] === SPAN_KINDS.frontMatter ? spanAt(spans, 0) : null

/** Returns the trimmed text of `start..end` without comments. */
export function visibleText(source: Scanned, start: number, end: number): string {
  const text = textOf(source)
  const whole = text.slice(start, end)
  // The range never begins inside a comment.
  if (!whole.includes('<!--')) return whole.trim()
  let out = ''
  let at = start
  for (const comment of spansOf(source, 'comment', { start, end })) {
    out += text.slice(at, comment.start)
    at = Math.min(end, comment.end)
  }
  return (out + text.slice(at, end)).trim()
}

export const contentOf = ({ contentStart, contentEnd }: Pick<Extent, 'contentStart' | 'contentEnd'>): Range => ({
  start: contentStart,
  end: contentEnd,
})

export function headingsOf(source: Scanned, range?: Range): Heading[] {
  return mappedSpans(source, 'heading', range, (span) => ({
    level: span.detail & HEADING_LEVEL_MASK,
    setext: (span.detail & HEADING_SETEXT) !== 0,
    text: visibleText(source, span.contentStart, span.contentEnd),
    ...span,
  }))
}

/** Returns all sections. Text underlined with `---` begins none: usually that is a rule without a blank line above it. */
export function sectionsOf(source: Scanned): Section[] {
  const text = textOf(source)
  const sections: (Section & { end: number })[] = []
  const open: (Section & { end: number })[] = []
  for (const heading of headingsOf(source)) {
    if (heading.setext && heading.level === 2) continue
    while ((open.at(-1)?.heading.level ?? 0) >= heading.level) (open.pop() as { end: number }).end = heading.start
    const section = { heading, start: heading.start, end: text.length, bodyStart: lineAfter(text, heading.end) }
    sections.push(section)
    open.push(section)
  }
  return sections
}

/** Returns the list items that start in `range`, including nested ones. */
export function itemsOf(source: Scanned, range?: Range): Item[] {
  return mappedSpans(source, 'listItem', range, (span) => {
    const box = (span.detail & ITEM_HAS_CHECKBOX) !== 0
    return {
      indent: span.detail & ITEM_INDENT_MASK,
      ordered: (span.detail & ITEM_ORDERED) !== 0,
      checked: box ? (span.detail & ITEM_CHECKED) !== 0 : null,
      boxAt: box ? textOf(source).indexOf('[', span.start) + 1 : -1,
      text: visibleText(source, span.contentStart, span.contentEnd),
      ...span,
    }
  })
}

/** Returns the continuation lines up to a blank line, a smaller indent or another block, and where the last of them ends. */
function continuationOf(source: Scanned, from: number, until: number, depth: number) {
  const text = textOf(source)
  const lines: string[] = []
  let end = from
  for (let at = lineAfter(text, from), next = at; at < until; at = next) {
    next = Math.min(lineAfter(text, at), until)
    const line = text.slice(at, next)
    const words = line.trimStart()
    if (words === '' || line.length - words.length < depth || BLOCK_START.test(words)) break
    lines.push(visibleText(source, at, next).trim())
    end = at + line.trimEnd().length
  }
  return { lines: lines.filter((line) => line !== ''), end }
}

/** Matches the start of a fence, table, quote, heading, rule, underline, comment or bold text. */
const BLOCK_START = /^(?:```|~~~|[|>]|#{1,6}\s|[-=*_]{3,}\s*$|<!--|\*\*)/

/** Returns an item's text with its continuation lines, as one line; `until` is the start of the next item. */
export const itemText = (source: Scanned, item: Item, until: number): string =>
  [item.text, ...continuationOf(source, item.contentEnd, Math.min(item.end, until), item.indent + 1).lines].join(' ')

/** Returns a label with the lines that continue its value, unless the value is empty, up to the next label or item (`until`). */
export function fullLabel(source: Scanned, label: Label, until: number): Label {
  const { lines, end } = continuationOf(source, label.contentEnd, until, 0)
  return lines.length === 0 || label.value === ''
    ? label
    : { ...label, value: [label.value, ...lines].join(' '), contentEnd: end, end: Math.max(label.end, end) }
}

export function labelsOf(source: Scanned, range?: Range): Label[] {
  return mappedSpans(source, 'label', range, (span) => {
    const form = span.detail & 0xff
    const from = span.start + (form === 0 ? 0 : 2)
    return {
      name: textOf(source).slice(from, from + (span.detail >>> 8)),
      value: visibleText(source, span.contentStart, span.contentEnd),
      bold: form !== 0,
      colonOutside: form === 2,
      ...span,
    }
  })
}

export function labelNamed(source: Scanned, name: string, range?: Range): Label | null {
  const wanted = name.toLowerCase()
  return labelsOf(source, range).find((label) => label.name.toLowerCase() === wanted) ?? null
}

export function tablesOf(source: Scanned, range?: Range): Table[] {
  return mappedSpans(source, 'table', range, ({ detail: columns, start, end, contentStart }) => {
    const found: (Row & { readonly cells: Cell[] })[] = []
    for (const span of spansOf(source, null, { start, end })) {
      if (span.kind === 'tableRow' && span.detail !== DELIMITER)
        found.push({ start: span.start, end: span.end, cells: [] })
      else if (span.kind === 'tableCell') found.at(-1)?.cells.push(cellOf(source, span))
    }
    const [header = { start, end: start, cells: [] }, ...rows] = found
    return { columns, header, rows, start, end, bodyStart: contentStart }
  })
}

/** The `detail` of a delimiter row. */
const DELIMITER = 1

const cellOf = (source: Scanned, span: Span): Cell => ({
  text: visibleText(source, span.contentStart, span.contentEnd).replaceAll('\\|', '|'),
  ...span,
})

export function fencesOf(source: Scanned, range?: Range): Fence[] {
  return mappedSpans(source, 'fence', range, (span) => ({ closed: (span.detail & 1) !== 0, ...span }))
}

/** Returns all elements, parents first. A closing tag ends the innermost open element of its name and all inside it. */
export function elementsOf(source: Scanned): Element[] {
  const text = textOf(source)
  type Open = { -readonly [K in keyof Element]: Element[K] }
  const found: Open[] = []
  const open: Open[] = []
  const counts = new Map<string, number>()
  if (!text.includes('<')) return found
  for (const span of spansOf(source, null)) {
    if (span.kind === 'tagOpen') {
      const [name] = /^[^ \t]*/.exec(text.slice(span.contentStart, span.contentEnd)) as RegExpExecArray
      const selfClosing = span.detail === 1
      const element: Open = {
        name,
        attributes: text.slice(span.contentStart + name.length, span.contentEnd).trim(),
        closed: selfClosing,
        start: span.start,
        end: selfClosing ? span.end : text.length,
        contentStart: span.end,
        contentEnd: selfClosing ? span.end : text.length,
      }
      found.push(element)
      if (selfClosing) continue
      open.push(element)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    } else if (span.kind === 'tagClose') {
      const name = text.slice(span.contentStart, span.contentEnd)
      if ((counts.get(name) ?? 0) === 0) continue
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        const closed = top.name === name
        Object.assign(top, { end: closed ? span.end : span.start, contentEnd: span.start, closed })
        counts.set(top.name, (counts.get(top.name) ?? 1) - 1)
        if (closed) break
      }
    }
  }
  return found
}

/** Returns the value of an attribute such as `type="auto"`, in double or single quotes; null if absent. */
export function attributeOf(attributes: string, name: string): string | null {
  for (const found of attributes.matchAll(/([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (found[1] === name) return found[2] ?? found[3] ?? ''
  return null
}
