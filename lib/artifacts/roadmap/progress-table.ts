// Finds a roadmap's tables of phases, and reads each row with its place.
import { type Row, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Columns, columnsIn } from '../parts/draft.js'
import { type Mark, milestoneTextIn, stateIn } from './milestone-text.js'
import { phaseCellIn } from './phase-line.js'
import type { ProgressRow } from './roadmap.js'

type ProgressColumn = 'phase' | 'goal' | 'milestone' | 'plans' | 'status' | 'completed'
/** Index of each column; -1 if absent. `number` is -1 too if the name column holds the numbers. */
type PhaseColumns = Columns<ProgressColumn | 'number'>

export interface PhaseTable {
  readonly table: Table
  readonly columns: PhaseColumns
  /** Whether a row without a number is numbered by its position. */
  readonly counted: boolean
}

export interface RowPlace extends PhaseTable {
  readonly row: Row
}

const NUMBER = /^(?:#|no\.?|nr\.?|id|number|phase|step)$/i
const COUNTED = /^(?:phase )?(\d+[a-z]?(?:\.\d+)*)$/i

const plain = (text = ''): string => text.replaceAll('*', '').trim()

/** A table's columns. `names` matches the name column, unless a column headed Phase holds names and numbers. */
export function columnsOf(table: Table, names: RegExp): PhaseColumns {
  const heads = table.header.cells.map(({ text }) => plain(text))
  const isCounted = (column: number) => {
    const said = table.rows.map(({ cells }) => plain(cells[column]?.text))
    return said.some((text) => COUNTED.test(text)) && said.every((text) => COUNTED.test(text) || !/\d/.test(text))
  }
  const number = heads.findIndex((head, column) => NUMBER.test(head) && isCounted(column))
  const name = heads.findIndex((head, column) => column !== number && names.test(head))
  const isApart = number >= 0 && name >= 0
  const columns = columnsIn(table, COLUMNS)
  return isApart ? { ...columns, number, phase: name } : { ...columns, number: -1 }
}

const COLUMNS: Readonly<Record<ProgressColumn, RegExp>> = {
  phase: /^phase$/i,
  goal: /^goal\b/i,
  milestone: /^milestone/i,
  plans: /^plans/i,
  status: /^status/i,
  completed: /^(?:completed|date|done|finished)/i,
}

export const milestoneRows = (source: Source): ReadonlyMap<string, Mark | null> =>
  new Map(
    tablesOf(source).flatMap((table) => {
      const { milestone, status } = columnsOf(table, PHASES)
      if (milestone !== 0 || status < 0) return []
      return table.rows.flatMap(({ cells }) => {
        const { version } = milestoneTextIn(cells[0]?.text ?? '')
        return version === null ? [] : [[version, stateIn(cells[status]?.text ?? '')] as const]
      })
    }),
  )

const PHASES = /^(?:phase|name|title)s?$/i

export const tablesIn = (source: Source): readonly PhaseTable[] =>
  tablesOf(source).flatMap((table) => {
    const columns = columnsOf(table, PHASES)
    const isFirst = columns.phase === 0 || columns.number === 0
    return isFirst && columns.status > 0 ? [{ table, columns, counted: false }] : []
  })

export const rowsOf = (tables: readonly PhaseTable[]): readonly { value: ProgressRow; place: RowPlace }[] =>
  tables.flatMap((table) =>
    table.table.rows.flatMap((row, at) => {
      const place = { ...table, row }
      const phase = phaseOf(place, at)
      return phase === null ? [] : [{ value: { ...phase, ...progressOf(place) }, place }]
    }),
  )

function phaseOf({ row, columns, counted }: RowPlace, at: number): { id: string; title: string } | null {
  const name = row.cells[columns.phase]?.text ?? ''
  if (columns.number < 0) return phaseCellIn(name) ?? (counted ? { id: String(at + 1), title: plain(name) } : null)
  const id = COUNTED.exec(plain(row.cells[columns.number]?.text))?.[1]
  return id === undefined ? null : { id, title: plain(name) }
}

function progressOf({ row, columns }: RowPlace): Omit<ProgressRow, 'id' | 'title'> {
  const cell = (name: ProgressColumn): string => row.cells[columns[name]]?.text ?? ''
  return {
    milestone: dashed(cell('milestone')),
    plans: cell('plans'),
    status: cell('status'),
    completed: columns.completed < 0 ? '' : dashed(cell('completed')),
  }
}

const dashed = (cell: string): string | null => (/^[-–—]*$/.test(cell) ? null : cell)
