// The tables of a roadmap that show phases: which they are, and what each row says, with its place.
import { isSamePart, type Row, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { stayedOf } from '../parts/stayed.js'
import { phaseCellIn } from './phase-line.js'
import type { ProgressRow } from './roadmap.js'

export interface ProgressPlace {
  readonly table: Table
  readonly row: Row
  readonly columns: ProgressColumns
}

export type ProgressColumn = 'phase' | 'milestone' | 'plans' | 'status' | 'completed'
/** Index of each column, -1 where the table has none. */
type ProgressColumns = Readonly<Record<ProgressColumn, number>>

/** A row of a table of phases; `value` is null where it names none. */
export interface TableLine {
  readonly value: ProgressRow | null
  readonly place: ProgressPlace
}

export interface PhaseTable {
  readonly table: Table
  readonly columns: ProgressColumns
}

export const tablesIn = (source: Source): readonly PhaseTable[] =>
  tablesOf(source).flatMap((table) => {
    const columns = columnsOf(table)
    return columns === null ? [] : [{ table, columns }]
  })

/** The rows of a text, and of the one that it was made of. */
export function rowsOf(
  source: Source,
  tables: readonly PhaseTable[],
  before: { readonly source: Source; readonly rows: readonly TableLine[] } | null,
): readonly TableLine[] {
  const places = tables.flatMap(({ table, columns }) =>
    table.rows.map((row): ProgressPlace => ({ table, row, columns })),
  )
  const stayed = stayedOf(
    before?.rows ?? [],
    places,
    ({ place }, { row, columns }) =>
      before !== null && same(place.columns, columns) && isSamePart(source, row, before.source, place.row),
  )
  return places.map((place, index): TableLine => {
    const was = stayed(index)
    return { place, value: was === undefined ? rowOf(place) : was.value }
  })
}

const cellIn = ({ row, columns }: ProgressPlace, name: ProgressColumn): string => row.cells[columns[name]]?.text ?? ''

function rowOf(place: ProgressPlace): ProgressRow | null {
  const phase = phaseCellIn(cellIn(place, 'phase'))
  if (phase === null) return null
  const { id, title } = phase
  return {
    id,
    title,
    milestone: dashed(cellIn(place, 'milestone')),
    plans: cellIn(place, 'plans'),
    status: cellIn(place, 'status'),
    completed: dashed(cellIn(place, 'completed')),
  }
}

const dashed = (cell: string): string | null => (/^[-–—]*$/.test(cell) ? null : cell)

function columnsOf(table: Table): ProgressColumns | null {
  const names = table.header.cells.map((cell) => cell.text.replaceAll('*', '').toLowerCase())
  const at = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  const columns = {
    phase: at(/^phase$/),
    milestone: at(/^milestone/),
    plans: at(/^plans/),
    status: at(/^status/),
    completed: at(/^(?:completed|date|done|finished)/),
  }
  return columns.phase === 0 && columns.status > 0 ? columns : null
}
