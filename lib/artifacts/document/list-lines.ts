// Lists in a part of a document: list items, and the rows of a table that stands where a list was meant.
import { type Item, type Range, type Row, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { align } from '../parts/alignment.js'
import { tableLine } from '../parts/draft.js'
import { trimmedEnd } from '../parts/footer.js'
import type { Layout } from '../parts/layout-edit.js'
import { isNothing, isPlaceholder } from '../parts/placeholders.js'
import { itemText, topItems } from '../parts/prose.js'
import { inked } from './prose-edit.js'

/** A list item, or the row of a table that stands where a list was meant. */
interface Line {
  readonly text: string
  readonly item: Item | null
  readonly row: { readonly row: Row; readonly table: Table } | null
}

const rowText = (row: Row): string =>
  row.cells
    .map(({ text }) => text)
    .filter((text) => text !== '' && !isNothing(text))
    .join(' — ')

export function linesOf(source: Source, range: Range): readonly Line[] {
  const items = topItems(source, range).map((item): Line & Range => ({
    text: itemText(source, item),
    item,
    row: null,
    start: item.start,
    end: item.end,
  }))
  // Items stand in order and apart from each other, and so do tables: one walk tells which tables lie in an item.
  let next = 0
  const apart = tablesOf(source, range).filter(({ start }) => {
    while (next < items.length && (items[next]?.end ?? 0) <= start) next++
    return next >= items.length || start < (items[next]?.start ?? 0)
  })
  const rows = apart.flatMap((table) =>
    table.rows.map((row): Line & Range => ({
      text: rowText(row),
      item: null,
      row: { row, table },
      start: row.start,
      end: row.end,
    })),
  )
  return [...items, ...rows]
    .sort((a, b) => a.start - b.start)
    .filter(({ text }) => text !== '' && !isNothing(text) && !isPlaceholder(text))
}

interface Written<T> {
  /** As a list line. */
  readonly line: (value: T) => string
  /** As the first cell of a row. */
  readonly cell: (value: T) => string
  readonly key: (value: T) => string
}

export function changeList<T>(
  layout: Layout,
  range: Range,
  lines: readonly Line[],
  before: readonly T[],
  after: readonly T[],
  how: Written<T>,
): void {
  const found = align(before.map(how.key), after.map(how.key))
  if (found === null || before.length !== lines.length) {
    layout.cannot('the order the file has', 'another order')
    return
  }
  for (const index of found.removed) {
    const line = lines[index] as Line
    if (line.item !== null) layout.removeItem(line.item)
    else if (line.row !== null) layout.draft.removeLines(line.row.row)
  }
  if (lines.length === 0) {
    if (after.length > 0) fillEmpty(layout, range, after.map(how.line))
    return
  }
  for (const { at, after: behind } of found.added) {
    const value = after[at] as T
    const near = (lines[behind] ?? lines[0]) as Line
    if (near.row !== null) {
      const { table, row } = near.row
      const cells = [how.cell(value), ...new Array<string>(Math.max(0, table.columns - 1)).fill('')]
      layout.row(table, behind < 0 ? row : undefined, behind < 0 ? undefined : row, tableLine(cells))
    } else if (near.item !== null && behind >= 0) layout.behind(near.item, how.line(value))
    else if (near.item !== null) layout.inFront(near.item, how.line(value))
  }
}

/** Lines into a part that says nothing yet: in place of a word or placeholder that says so, else behind what stands there. */
function fillEmpty(layout: Layout, range: Range, lines: readonly string[]): void {
  const { text, eol } = layout.draft
  const place = inked(layout.source, range)
  const raw = text.slice(place.start, place.end)
  const items = topItems(layout.source, range)
  const blank = [
    ...items.map(({ text }) => text),
    ...tablesOf(layout.source, range).flatMap(({ rows }) => rows.map(rowText)),
  ]
  if (place.start >= place.end) layout.block(trimmedEnd(text, 0, range.start), lines)
  else if (
    isNothing(raw) ||
    isPlaceholder(raw) ||
    (items.length === 1 && blank.length === 1 && items[0]?.start === place.start && lineEnds(raw) === 0)
  )
    layout.draft.replace(place, lines.join(eol))
  else layout.block(layout.tail(range).end, lines)
}

const lineEnds = (text: string) => (text.match(/\r\n|\r|\n/g) ?? []).length
