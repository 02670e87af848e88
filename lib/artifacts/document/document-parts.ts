// Kinds of body parts, as data: a section of prose, a list, a list of boxes, a table; how each is read in its dialects and changed by spans.
import { type Item, type Range, type Row, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { bool, listOf, orNull, record, type Shape, text as textShape, texts as textsShape } from '../../std/shape.js'
import { align } from '../parts/alignment.js'
import { oneLine, tableLine } from '../parts/draft.js'
import { trimmedEnd } from '../parts/footer.js'
import type { Layout } from '../parts/layout-edit.js'
import { isNothing, isPlaceholder } from '../parts/placeholders.js'
import { blockText, bullets, itemText, topItems } from '../parts/prose.js'

/** A section of the body, found by its heading or its tag. */
export interface Part<T> {
  /** Titles that mean this part, as they are written; the first is ours. */
  readonly titles: readonly string[]
  /** Written as `<tag>…</tag>` instead of a heading; both are read. */
  readonly tag?: string
  /** It is all there is behind the title, under whatever headings. */
  readonly whole?: true
  readonly shape: Shape<T>
  readonly empty: T
  /** What a template shows; null: the part is not in it. */
  readonly hint: string | null
  /** Null: the part is left out. */
  write(value: T): string | null
  read(source: Source, range: Range): T
  /** Brings the text of the part from one value to another. */
  change(layout: Layout, range: Range, before: T, after: T): void
}

export type Parts = Readonly<Record<string, Part<unknown>>>
export type PartValues<P extends Parts> = { readonly [K in keyof P]: P[K] extends Part<infer T> ? T : never }

type Titles = readonly [string, ...string[]]
interface PartOptions {
  readonly about?: string
  readonly tag?: string
  readonly whole?: true
  readonly hint?: string
}

const NONE = 'None.'

const common = (titles: Titles, { tag, whole, hint }: PartOptions) => ({
  titles,
  ...(whole === undefined ? {} : { whole }),
  ...(tag === undefined ? {} : { tag }),
  hint: hint ?? null,
})

/** Where the text of a range stands, without the blank lines around it. */
function inked(source: Source, range: Range): Range {
  const text = source.text ?? ''
  let start = range.start
  while (start < range.end && /\s/.test(text[start] ?? '')) start++
  return { start, end: trimmedEnd(text, start, range.end) }
}

const lf = (text: string) => text.replace(/\r\n?/g, '\n')

/** Offsets at which the lines of `text` begin. */
function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (const found of text.matchAll(/\r\n|\r|\n/g)) starts.push(found.index + found[0].length)
  return starts
}

/** Replaces only the lines between the ones both texts begin and end with. */
function changeLines(layout: Layout, place: Range, after: string): void {
  const { text, eol } = layout.draft
  const raw = text.slice(place.start, place.end)
  const old = lf(raw).split('\n')
  const next = after.split('\n')
  const starts = lineStarts(raw)
  const shared = Math.min(old.length, next.length)
  let head = 0
  while (head < shared && old[head] === next[head]) head++
  let tail = 0
  while (tail < shared - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++
  const added = next.slice(head, next.length - tail)
  const at = (line: number) => place.start + (starts[line] ?? raw.length)
  if (head === old.length) layout.draft.insert(place.end, added.map((line) => eol + line).join(''))
  else if (tail > 0)
    layout.draft.replace({ start: at(head), end: at(old.length - tail) }, added.map((line) => line + eol).join(''))
  else {
    const cut = head === 0 ? place.start : trimmedEnd(text, place.start, at(head))
    layout.draft.replace({ start: head === 0 ? cut : at(head), end: place.end }, added.join(eol))
  }
}

/** Changes free text at a range; text that holds comments or an indentation of its own only grows. */
export function changeProse(
  layout: Layout,
  range: Range,
  before: string | null,
  after: string | null,
  hint: string | null = null,
): void {
  if (before === after) return
  const place = inked(layout.source, range)
  const raw = lf(layout.draft.text.slice(place.start, place.end))
  if (place.start >= place.end) {
    if (after !== null) layout.block(trimmedEnd(layout.draft.text, 0, range.start), after.split('\n'))
  } else if (before === null) {
    if (isNothing(raw) || isPlaceholder(raw) || raw === hint) layout.draft.replace(place, inEol(layout, after ?? ''))
    else if (after !== null) layout.block(place.end, after.split('\n'))
  } else if (raw === before) changeLines(layout, place, after ?? NONE)
  else if (after?.startsWith(before) === true) layout.draft.insert(place.end, inEol(layout, after.slice(before.length)))
  else layout.cannot('text without comments and shared indentation', 'text that reads differently from what is written')
}

const inEol = (layout: Layout, text: string) => text.replaceAll('\n', layout.draft.eol)

/** Free text; words for "nothing" and placeholders are none. */
export const prosePart = (titles: Titles, more: PartOptions = {}): Part<string | null> => ({
  ...common(titles, more),
  shape: orNull(textShape(more.about)),
  empty: null,
  read: (source, range) => {
    const text = blockText(source, range)
    return text === null || isNothing(text) || text === more.hint ? null : text
  },
  write: (value) => value,
  change: (layout, range, before, after) => changeProse(layout, range, before, after, more.hint ?? null),
})

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

function linesOf(source: Source, range: Range): readonly Line[] {
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

function changeList<T>(
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

/** `- item` lines; the rows of a table are read as items too. */
export const itemsPart = (titles: Titles, more: PartOptions = {}): Part<readonly string[]> => ({
  ...common(titles, more),
  shape: textsShape(more.about),
  empty: [],
  read: (source, range) => linesOf(source, range).map(({ text }) => text),
  write: (value) => (value.length === 0 ? null : bullets(value.map(oneLine), NONE)),
  change: (layout, range, before, after) =>
    changeList(layout, range, linesOf(layout.source, range), before, after.map(oneLine), {
      line: (text) => `- ${text}`,
      cell: (text) => text,
      key: (text) => text,
    }),
})

export interface Tick {
  readonly text: string
  readonly done: boolean
}

const box = ({ text, done }: Tick) => `- [${done ? 'x' : ' '}] ${oneLine(text)}`

/** `- [ ] item` lines; an item without a box is open. */
export const ticksPart = (titles: Titles, more: PartOptions = {}): Part<readonly Tick[]> => ({
  ...common(titles, more),
  shape: listOf(record({ text: textShape(), done: bool() }), more.about),
  empty: [],
  read: (source, range) => linesOf(source, range).map(({ text, item }) => ({ text, done: item?.checked === true })),
  write: (value) => (value.length === 0 ? null : value.map(box).join('\n')),
  change(layout, range, before, after) {
    const lines = linesOf(layout.source, range)
    const found = align(
      before.map(({ text }) => text),
      after.map(({ text }) => oneLine(text)),
    )
    for (const [was, is] of found?.kept ?? []) {
      const item = lines[was]?.item
      const done = after[is]?.done === true
      if (before[was]?.done === done) continue
      if (item == null || item.checked === null) layout.cannot('a box to tick', 'an entry without one')
      else layout.tick(item, !done, done)
    }
    changeList(layout, range, lines, before, after, {
      line: box,
      cell: ({ text }) => text,
      key: ({ text }) => oneLine(text),
    })
  },
})

/** What stands in a column, by our key: the header names that mean it, the first as we write it. */
type Columns<K extends string> = Readonly<Record<K, Titles>>
type Cells<K extends string> = Readonly<Record<K, string | null>>

interface Spot<K extends string> {
  readonly cells: Cells<K>
  readonly place: { readonly table: Table; readonly row: Row; readonly at: Readonly<Record<K, number>> } | null
}

const bare = (text: string) => text.toLowerCase().replaceAll('*', '').trim()
/** Where the first of these titles stands that is there at all. */
const indexOfAny = (names: readonly string[], titles: readonly string[]): number =>
  names.findIndex((name) => titles.map(bare).includes(name))

const cellValue = (text: string | undefined): string | null =>
  text === undefined || text === '' || isPlaceholder(text) || /^[-–—]$/.test(text) ? null : text

/** A table; its rows are known by the first column. List items are read as rows of which only the first cell is there. */
export function tablePart<const K extends string>(
  titles: Titles,
  columns: Columns<K>,
  more: PartOptions = {},
): Part<readonly Cells<K>[]> {
  const keys = Object.keys(columns) as K[]
  const first = keys[0] as K
  const columnsOf = (table: Table) => {
    const names = table.header.cells.map(({ text }) => bare(text))
    return Object.fromEntries(keys.map((key) => [key, indexOfAny(names, columns[key])])) as Record<K, number>
  }
  const spotsOf = (source: Source, range: Range): readonly Spot<K>[] => {
    const spots = tablesOf(source, range).flatMap((table) => {
      const found = columnsOf(table)
      // Without a single known header the columns count in our order.
      const at = keys.every((key) => found[key] < 0)
        ? (Object.fromEntries(keys.map((key, index) => [key, index])) as Record<K, number>)
        : found
      return table.rows.map((row): Spot<K> & Range => ({
        cells: Object.fromEntries(
          keys.map((key) => [key, cellValue(at[key] < 0 ? undefined : row.cells[at[key]]?.text)]),
        ) as Cells<K>,
        place: { table, row, at },
        start: row.start,
        end: row.end,
      }))
    })
    const items = topItems(source, range).map((item): Spot<K> & Range => ({
      cells: Object.fromEntries(
        keys.map((key) => [key, key === first ? cellValue(itemText(source, item)) : null]),
      ) as Cells<K>,
      place: null,
      start: item.start,
      end: item.end,
    }))
    return [...spots, ...items]
      .sort((a, b) => a.start - b.start)
      .filter(({ cells }) => keys.some((key) => cells[key] !== null && !isNothing(cells[key] as string)))
  }
  const header = [tableLine(keys.map((key) => columns[key][0])), `|${keys.map(() => '---').join('|')}|`]
  const lineFor = (cells: Cells<K>) => tableLine(keys.map((key) => oneLine(cells[key] ?? '-')))
  const tableOf = (rows: readonly Cells<K>[]) => [...header, ...rows.map(lineFor)]
  const keyOf = (cells: Cells<K>) => cells[first] ?? ''
  const hint = `${header.join('\n')}\n${tableLine(keys.map((key) => `[${columns[key][0]}]`))}`

  return {
    ...common(titles, more),
    hint: more.hint ?? hint,
    shape: listOf(
      record(Object.fromEntries(keys.map((key) => [key, orNull(textShape())]))),
      more.about,
    ) as unknown as Shape<readonly Cells<K>[]>,
    empty: [],
    read: (source, range) => spotsOf(source, range).map(({ cells }) => cells),
    write: (rows) => (rows.length === 0 ? null : tableOf(rows).join('\n')),
    change(layout, range, before, after) {
      if (same(before, after)) return
      const spots = spotsOf(layout.source, range)
      const found = align(before.map(keyOf), after.map(keyOf))
      if (found === null || spots.length !== before.length || spots.some(({ place }) => place === null)) {
        layout.cannot('a table in the order the file has', 'a list, or another order')
        return
      }
      for (const index of found.removed) layout.draft.removeLines(spots[index]?.place?.row as Row)
      for (const [was, is] of found.kept) {
        const place = spots[was]?.place
        for (const key of keys) {
          const next = after[is]?.[key] ?? null
          if ((before[was]?.[key] ?? null) === next || place == null) continue
          if (place.at[key] < 0) layout.cannot(`a column ${columns[key][0]}`, 'a table without one')
          else layout.cell(place.row, place.at[key], columns[key][0], (next ?? '-').replaceAll('|', '\\|'))
        }
      }
      const [table] = tablesOf(layout.source, range)
      if (table === undefined) {
        if (after.length > 0) layout.block(fillAt(layout, range), tableOf(after))
        return
      }
      // What only shows the form goes with the first real row.
      if (spots.length === 0 && after.length > 0) for (const row of table.rows) layout.draft.removeLines(row)
      const at = columnsOf(table)
      const known = keys.every((key) => at[key] < 0)
      for (const { at: index, after: behind } of found.added) {
        const cells = new Array<string>(table.columns).fill('')
        for (const [order, key] of keys.entries()) {
          const column = known ? order : at[key]
          const value = after[index]?.[key] ?? null
          if (column >= 0) cells[column] = value ?? '-'
          else if (value !== null) layout.cannot(`a column ${columns[key][0]}`, 'a table without one')
        }
        const near = spots[behind]?.place?.row
        const top = spots[0]?.place?.row
        layout.row(table, top, near, tableLine(cells))
      }
    },
  }
}

const fillAt = (layout: Layout, range: Range): number => {
  const end = layout.tail(range).end
  return end > range.start ? end : trimmedEnd(layout.draft.text, 0, range.start)
}
