// A part that is a table: each row a record, known by its first column.
import { type Range, type Row, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { listOf, record, type Shape, textOrNull } from '../../std/shape.js'
import { align } from '../parts/alignment.js'
import { oneLine, tableLine } from '../parts/draft.js'
import { trimmedEnd } from '../parts/footer.js'
import type { Layout } from '../parts/layout-edit.js'
import { isNothing, isPlaceholder } from '../parts/placeholders.js'
import { itemText, topItems } from '../parts/prose.js'
import { common, type Part, type PartOptions, type Titles } from './part.js'

/** What stands in a column, by our key: the header names that mean it, the first as we write it. */
type Columns<K extends string> = Readonly<Record<K, Titles>>
type Cells<K extends string> = Readonly<Record<K, string | null>>
/** In which column of a table a key stands; -1: in none. */
type At<K extends string> = Readonly<Record<K, number>>

interface Form<K extends string> {
  readonly keys: readonly K[]
  /** The key that a row is known by. */
  readonly first: K
  readonly columns: Columns<K>
}

interface Spot<K extends string> extends Range {
  readonly cells: Cells<K>
  readonly place: { readonly table: Table; readonly row: Row; readonly at: At<K> } | null
}

const bare = (text: string) => text.toLowerCase().replaceAll('*', '').trim()

const cellValue = (text: string | undefined): string | null =>
  text === undefined || text === '' || isPlaceholder(text) || /^[-–—]$/.test(text) ? null : text

/** A record of what each key has. */
const each = <K extends string, T>({ keys }: Form<K>, value: (key: K, index: number) => T) =>
  Object.fromEntries(keys.map((key, index) => [key, value(key, index)])) as Readonly<Record<K, T>>

/** Where each key stands; without a single known header the columns count in our order. */
function columnsOf<K extends string>(form: Form<K>, table: Table): At<K> {
  const names = table.header.cells.map(({ text }) => bare(text))
  const found = each(form, (key) => names.findIndex((name) => form.columns[key].map(bare).includes(name)))
  return form.keys.every((key) => found[key] < 0) ? each(form, (_key, index) => index) : found
}

function rowSpots<K extends string>(form: Form<K>, table: Table): readonly Spot<K>[] {
  const at = columnsOf(form, table)
  return table.rows.map((row) => ({
    cells: each(form, (key) => cellValue(at[key] < 0 ? undefined : row.cells[at[key]]?.text)),
    place: { table, row, at },
    start: row.start,
    end: row.end,
  }))
}

/** The rows of a part's tables, and its list items as rows of which only the first cell is there. */
function spotsOf<K extends string>(form: Form<K>, source: Source, range: Range): readonly Spot<K>[] {
  const items = topItems(source, range).map(
    (item): Spot<K> => ({
      cells: each(form, (key) => (key === form.first ? cellValue(itemText(source, item)) : null)),
      place: null,
      start: item.start,
      end: item.end,
    }),
  )
  return [...tablesOf(source, range).flatMap((table) => rowSpots(form, table)), ...items]
    .sort((a, b) => a.start - b.start)
    .filter(({ cells }) => form.keys.some((key) => cells[key] !== null && !isNothing(cells[key] ?? '')))
}

const headOf = <K extends string>({ keys, columns }: Form<K>): readonly string[] => [
  tableLine(keys.map((key) => columns[key][0])),
  `|${keys.map(() => '---').join('|')}|`,
]

const tableText = <K extends string>(form: Form<K>, rows: readonly Cells<K>[]): readonly string[] => [
  ...headOf(form),
  ...rows.map((cells) => tableLine(form.keys.map((key) => oneLine(cells[key] ?? '-')))),
]

/** Cells of a row that stays. */
function changeRow<K extends string>(
  { keys, columns }: Form<K>,
  layout: Layout,
  spot: Spot<K> | undefined,
  before: Cells<K> | undefined,
  after: Cells<K> | undefined,
): void {
  const place = spot?.place
  for (const key of keys) {
    const next = after?.[key] ?? null
    if ((before?.[key] ?? null) === next || place == null) continue
    if (place.at[key] < 0) layout.cannot(`a column ${columns[key][0]}`, 'a table without one')
    else layout.cell(place.row, place.at[key], columns[key][0], (next ?? '-').replaceAll('|', '\\|'))
  }
}

/** A new row in the columns that the table has. */
function rowFor<K extends string>(
  { keys, columns }: Form<K>,
  layout: Layout,
  table: Table,
  at: At<K>,
  cells: Cells<K>,
) {
  const row = new Array<string>(table.columns).fill('')
  for (const key of keys) {
    if (at[key] >= 0) row[at[key]] = cells[key] ?? '-'
    else if (cells[key] !== null) layout.cannot(`a column ${columns[key][0]}`, 'a table without one')
  }
  return tableLine(row)
}

function changeTable<K extends string>(
  form: Form<K>,
  layout: Layout,
  range: Range,
  before: readonly Cells<K>[],
  after: readonly Cells<K>[],
): void {
  if (same(before, after)) return
  const spots = spotsOf(form, layout.source, range)
  const keyOf = (cells: Cells<K>) => cells[form.first] ?? ''
  const found = align(before.map(keyOf), after.map(keyOf))
  if (found === null || spots.length !== before.length || spots.some(({ place }) => place === null)) {
    layout.cannot('a table in the order the file has', 'a list, or another order')
    return
  }
  for (const index of found.removed) {
    const row = spots[index]?.place?.row
    if (row !== undefined) layout.draft.removeLines(row)
  }
  for (const [was, is] of found.kept) changeRow(form, layout, spots[was], before[was], after[is])
  const [table] = tablesOf(layout.source, range)
  if (table === undefined) {
    if (after.length > 0) layout.block(fillAt(layout, range), tableText(form, after))
    return
  }
  // What only shows the form goes with the first real row.
  if (spots.length === 0 && after.length > 0) for (const row of table.rows) layout.draft.removeLines(row)
  const at = columnsOf(form, table)
  for (const { at: index, after: behind } of found.added) {
    const cells = after[index]
    if (cells !== undefined)
      layout.row(table, spots[0]?.place?.row, spots[behind]?.place?.row, rowFor(form, layout, table, at, cells))
  }
}

const fillAt = (layout: Layout, range: Range): number => {
  const end = layout.tail(range).end
  return end > range.start ? end : trimmedEnd(layout.draft.text, 0, range.start)
}

const isList = <K extends string>(columns: Columns<K> | readonly K[]): columns is readonly K[] => Array.isArray(columns)

/** Headers that are the keys in words: `lineHeight` stands below `Line Height`. */
const asSpelled = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(
    keys.map((key) => [key, [(key[0] ?? '').toUpperCase() + key.slice(1).replace(/[A-Z]/g, ' $&')]]),
  ) as unknown as Columns<K>

/** A table; its rows are known by the first column. List items are read as rows of which only the first cell is there. */
export function tablePart<const K extends string>(
  titles: Titles,
  spelled: Columns<K> | readonly K[],
  more: PartOptions = {},
): Part<readonly Cells<K>[]> {
  const columns = isList(spelled) ? asSpelled(spelled) : spelled
  const keys = Object.keys(columns) as K[]
  const form: Form<K> = { keys, first: keys[0] as K, columns }
  return {
    ...common(titles, more),
    // Asked for by who writes one: what writes is not loaded to read.
    get hint() {
      return more.hint ?? [...headOf(form), tableLine(keys.map((key) => `[${columns[key][0]}]`))].join('\n')
    },
    shape: listOf(record(each(form, () => textOrNull())) as Shape as Shape<Cells<K>>, more.about),
    empty: [],
    read: (source, range) => spotsOf(form, source, range).map(({ cells }) => cells),
    write: (rows) => (rows.length === 0 ? null : tableText(form, rows).join('\n')),
    change: (layout, range, before, after) => changeTable(form, layout, range, before, after),
  }
}
