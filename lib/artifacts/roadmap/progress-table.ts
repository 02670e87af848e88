// The tables of a roadmap that show phases: which they are, and what each row says, with its place.
import { type Row, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Mark, milestoneTextIn, stateIn } from './milestone-text.js'
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

export interface PhaseTable {
  readonly table: Table
  readonly columns: ProgressColumns
  /** Where the number does not stand before the name: what each row is called. */
  readonly named?: (row: Row, at: number) => { readonly id: string; readonly title: string }
}

/** What tables of milestones call each version. */
export const milestoneRows = (source: Source): ReadonlyMap<string, Mark | null> =>
  new Map(
    tablesOf(source).flatMap((table) => {
      const { milestone, status } = columnsNamed(table)
      if (milestone !== 0 || status < 0) return []
      return table.rows.flatMap(({ cells }) => {
        const { version } = milestoneTextIn(cells[0]?.text ?? '')
        return version === null ? [] : [[version, stateIn(cells[status]?.text ?? '')] as const]
      })
    }),
  )

export const tablesIn = (source: Source): readonly PhaseTable[] =>
  tablesOf(source).flatMap((table) => {
    const columns = columnsOf(table)
    return columns === null ? [] : [{ table, columns }]
  })

/** The rows that name a phase. */
export const rowsOf = (tables: readonly PhaseTable[]): readonly { value: ProgressRow; place: ProgressPlace }[] =>
  tables.flatMap(({ table, columns, named }) =>
    table.rows.flatMap((row, at) => {
      const place = { table, row, columns }
      const value = rowOf(place, named?.(row, at) ?? phaseCellIn(cellIn(place, 'phase')))
      return value === null ? [] : [{ value, place }]
    }),
  )

const cellIn = ({ row, columns }: ProgressPlace, name: ProgressColumn): string => row.cells[columns[name]]?.text ?? ''

function rowOf(place: ProgressPlace, phase: ReturnType<typeof phaseCellIn>): ProgressRow | null {
  if (phase === null) return null
  const { id, title } = phase
  return {
    id,
    title,
    milestone: dashed(cellIn(place, 'milestone')),
    plans: cellIn(place, 'plans'),
    status: cellIn(place, 'status'),
    completed: place.columns.completed < 0 ? '' : dashed(cellIn(place, 'completed')),
  }
}

const dashed = (cell: string): string | null => (/^[-–—]*$/.test(cell) ? null : cell)

function columnsOf(table: Table): ProgressColumns | null {
  const columns = columnsNamed(table)
  return columns.phase === 0 && columns.status > 0 ? columns : null
}

export function columnsNamed(table: Table): ProgressColumns {
  const names = table.header.cells.map((cell) => cell.text.replaceAll('*', '').toLowerCase())
  const at = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  return {
    phase: at(/^phase$/),
    milestone: at(/^milestone/),
    plans: at(/^plans/),
    status: at(/^status/),
    completed: at(/^(?:completed|date|done|finished)/),
  }
}
