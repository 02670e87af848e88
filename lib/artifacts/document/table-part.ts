// A part that is a table: each row a record, known by its first column.
import { type Range, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { listOf, record, type Shape, textOrNull } from '../../std/shape.js'
import { tableLine } from '../parts/draft.js'
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
    start: row.start,
    end: row.end,
  }))
}

/** The rows of a part's tables, and its list items as rows of which only the first cell is there. */
function spotsOf<K extends string>(form: Form<K>, source: Source, range: Range): readonly Spot<K>[] {
  const items = topItems(source, range).map(
    (item): Spot<K> => ({
      cells: each(form, (key) => (key === form.first ? cellValue(itemText(source, item)) : null)),
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
    hint: more.hint ?? [...headOf(form), tableLine(keys.map((key) => `[${columns[key][0]}]`))].join('\n'),
    shape: listOf(record(each(form, () => textOrNull())) as Shape as Shape<Cells<K>>, more.about),
    empty: [],
    read: (source, range) => spotsOf(form, source, range).map(({ cells }) => cells),
  }
}
