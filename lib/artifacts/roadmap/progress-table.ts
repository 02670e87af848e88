// Finds a roadmap's progress tables, and reads each row with the table and columns it comes from.
import { type Row, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Columns, columnsIn } from '../parts/draft.js'
import { type Mark, milestoneTextIn, stateIn } from './milestone-text.js'
import { phaseCellIn } from './phase-line.js'
import type { ProgressRow } from './roadmap.js'

type ProgressColumn = 'phase' | 'goal' | 'milestone' | 'plans' | 'status' | 'completed'
/** Index of each column; -1 if absent. `number` is also -1 if the `phase` column holds the numbers. */
type PhaseColumns = Columns<ProgressColumn | 'number'>

export interface PhaseTable {
  readonly table: Table
  readonly columns: PhaseColumns
  /** Whether a row without a number is numbered by its position. */
  readonly numberedByPosition: boolean
}

export interface RowPlace extends PhaseTable {
  readonly row: Row
}

const NUMBER = /^(?:#|no\.?|nr\.?|id|number|phase|step)$/i
const PHASE_NUMBER = /^(?:phase )?(\d+[a-z]?(?:\.\d+)*)$/i

const plain = (text = ''): string => text.replaceAll('*', '').trim()

/** A table's columns. `names` matches the heading of the names; it is used only if numbers have another column. */
export function columnsOf(table: Table, names: RegExp): PhaseColumns {
  const heads = table.header.cells.map(({ text }) => plain(text))
  const holdsNumbers = (column: number) => {
    const texts = table.rows.map(({ cells }) => plain(cells[column]?.text))
    return (
      texts.some((text) => PHASE_NUMBER.test(text)) &&
      texts.every((text) => PHASE_NUMBER.test(text) || !/\d/.test(text))
    )
  }
  const number = heads.findIndex((head, column) => NUMBER.test(head) && holdsNumbers(column))
  const name = heads.findIndex((head, column) => column !== number && names.test(head))
  const hasNumberColumn = number >= 0 && name >= 0
  const columns = columnsIn(table, COLUMNS)
  return hasNumberColumn ? { ...columns, number, phase: name } : { ...columns, number: -1 }
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
    return isFirst && columns.status > 0 ? [{ table, columns, numberedByPosition: false }] : []
  })

export const rowsOf = (tables: readonly PhaseTable[]): readonly { value: ProgressRow; place: RowPlace }[] =>
  tables.flatMap((found) =>
    found.table.rows.flatMap((row, at) => {
      const place = { ...found, row }
      const phase = phaseOf(place, at)
      return phase === null ? [] : [{ value: { ...phase, ...progressOf(place) }, place }]
    }),
  )

function phaseOf({ row, columns, numberedByPosition }: RowPlace, at: number): { id: string; title: string } | null {
  const name = row.cells[columns.phase]?.text ?? ''
  if (columns.number < 0)
    return phaseCellIn(name) ?? (numberedByPosition ? { id: String(at + 1), title: plain(name) } : null)
  const id = PHASE_NUMBER.exec(plain(row.cells[columns.number]?.text))?.[1]
  return id === undefined ? null : { id, title: plain(name) }
}

function progressOf({ row, columns }: RowPlace): Omit<ProgressRow, 'id' | 'title'> {
  const cell = (name: ProgressColumn): string => row.cells[columns[name]]?.text ?? ''
  return {
    milestone: nullIfDash(cell('milestone')),
    plans: cell('plans'),
    status: cell('status'),
    completed: columns.completed < 0 ? '' : nullIfDash(cell('completed')),
  }
}

const nullIfDash = (cell: string): string | null => (/^[-–—]*$/.test(cell) ? null : cell)
