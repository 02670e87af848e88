// Lists in a part of a document: list items, and the rows of a table that stands where a list was meant.
import { type Item, type Range, type Row, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { isNothing, isPlaceholder } from '../parts/placeholders.js'
import { itemText, topItems } from '../parts/prose.js'

/** A list item, or the row of a table that stands where a list was meant. */
interface Line extends Range {
  readonly text: string
  readonly item: Item | null
}

const rowText = (row: Row): string =>
  row.cells
    .map(({ text }) => text)
    .filter((text) => text !== '' && !isNothing(text))
    .join(' — ')

export function linesOf(source: Source, range: Range): readonly Line[] {
  const items = topItems(source, range).map(
    (item): Line => ({
      text: itemText(source, item),
      item,
      start: item.start,
      end: item.end,
    }),
  )
  // Items stand in order and apart from each other, and so do tables: one walk tells which tables lie in an item.
  let next = 0
  const apart = tablesOf(source, range).filter(({ start }) => {
    while (next < items.length && (items[next]?.end ?? 0) <= start) next++
    return next >= items.length || start < (items[next]?.start ?? 0)
  })
  const rows = apart.flatMap((table) =>
    table.rows.map((row): Line => ({ text: rowText(row), item: null, start: row.start, end: row.end })),
  )
  return [...items, ...rows]
    .sort((a, b) => a.start - b.start)
    .filter(({ text }) => text !== '' && !isNothing(text) && !isPlaceholder(text))
}
