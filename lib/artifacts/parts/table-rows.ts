// Rows of a table by the names of its columns, for dialects that hold a table where a list was meant.
import { type Range, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'

export interface TableRow {
  /** Text of the first of these columns (lower-case names) that the table has; null without one. */
  readonly cell: (...names: readonly string[]) => string | null
  /** The first cell that is not a number. */
  readonly first: string
}

export const tableRows = (source: Source, range: Range): readonly TableRow[] =>
  tablesOf(source, range).flatMap((table) => {
    const names = table.header.cells.map(({ text }) => text.toLowerCase().replaceAll('*', '').trim())
    return table.rows.map(({ cells }) => ({
      cell: (...wanted: readonly string[]) => {
        const index = wanted.map((name) => names.indexOf(name)).find((at) => at >= 0)
        return index === undefined ? null : (cells[index]?.text ?? null)
      },
      first: cells.map(({ text }) => text).find((text) => text !== '' && !/^\d+$/.test(text)) ?? '',
    }))
  })
