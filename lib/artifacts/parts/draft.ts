// Finds where list items and sections end, reads tables by column name, and fits text into list lines and table cells.
import { type Item, type Range, spansOf, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { tableRow } from '../../std/columns.js'
import { lineAfter, lineStart } from '../../std/text.js'

/** End of an item without lazy continuation lines, so that an unindented label or paragraph is not part of it. */
export function itemEnd(text: string, item: Item): number {
  const column = item.start - lineStart(text, item.start)
  let end = item.contentEnd
  for (let at = lineAfter(text, item.contentEnd); at < item.end; at = lineAfter(text, at)) {
    let first = at
    while (text[first] === ' ' || text[first] === '\t') first++
    if (first >= item.end) break
    if ('\r\n'.includes(text[first] as string)) continue
    if (first - at <= column) break
    end = trimmedEnd(text, at, Math.min(lineAfter(text, at), item.end))
  }
  return Math.max(end, item.contentEnd)
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const cellText = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .trim()
    .replaceAll('|', '\\|')

export const tableLine = (cells: readonly string[]): string => tableRow(cells.map(cellText))

/** Offset at which a range's closing rule or footer begins; the range's end if it has none. */
export function footerStart(source: Source, range: Range): number {
  const text = source.text ?? ''
  const rules = [...spansOf(source, 'rule', range)]
  for (const rule of rules.slice(-2)) {
    const behind = text.slice(rule.end, range.end).trim()
    if (behind === '' || /^(?:\*(?!\*)|_(?!_))/.test(behind)) return rule.start
  }
  return range.end
}

export const trimmedEnd = (text: string, from: number, to: number): number =>
  from + text.slice(from, to).trimEnd().length

const plain = (text: string): string => text.replaceAll('*', '').trim()

/** Index of each column; -1 if the table lacks it. */
export type Columns<N extends string> = Readonly<Record<N, number>>

export function columnsIn<N extends string>(table: Table | null, names: Readonly<Record<N, RegExp>>): Columns<N> {
  const heads = (table?.header.cells ?? []).map(({ text }) => plain(text))
  return Object.fromEntries(
    Object.entries<RegExp>(names).map(([name, head]) => [name, heads.findIndex((text) => head.test(text))]),
  ) as Columns<N>
}

/** The line of a new table row; cells of columns that the table lacks are left out. */
export function rowLine<N extends string>(
  count: number,
  columns: Columns<N>,
  cells: Readonly<Record<NoInfer<N>, string>>,
): string {
  const names = Object.keys(columns) as N[]
  const at = Array.from({ length: count }, (_, column) => names.find((name) => columns[name] === column))
  return tableLine(at.map((name) => (name === undefined ? '' : cells[name])))
}

export interface TableRow {
  /** Text in the first of these columns (lower-case names) that exists; null if none does. */
  readonly cell: (...names: readonly string[]) => string | null
  readonly first: string
}

export const tableRows = (source: Source, range: Range): readonly TableRow[] =>
  tablesOf(source, range).flatMap((table) => {
    const names = table.header.cells.map(({ text }) => plain(text).toLowerCase())
    return table.rows.map(({ cells }) => ({
      cell: (...wanted: readonly string[]) => {
        const index = wanted.map((name) => names.indexOf(name)).find((at) => at >= 0)
        return index === undefined ? null : (cells[index]?.text ?? null)
      },
      first: cells.map(({ text }) => text).find((text) => text !== '' && !/^\d+$/.test(text)) ?? '',
    }))
  })
