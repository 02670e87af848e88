// Tables by column name: reading rows, writing lines.
import { type Range, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { tableLine } from './draft.js'

const plain = (text: string): string => text.replaceAll('*', '').trim()

/** Index of each column; -1 if absent. */
export type Columns<N extends string> = Readonly<Record<N, number>>

export function columnsIn<N extends string>(table: Table | null, names: Readonly<Record<N, RegExp>>): Columns<N> {
  const heads = (table?.header.cells ?? []).map(({ text }) => plain(text))
  return Object.fromEntries(
    Object.entries<RegExp>(names).map(([name, head]) => [name, heads.findIndex((text) => head.test(text))]),
  ) as Columns<N>
}

/** A row for a table; cells of absent columns are left out. */
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
  /** Text of the first of these lower-case columns that exists; else null. */
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
