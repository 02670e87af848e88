// The table of quick tasks in STATE.md: one row per finished task, in the table's columns.
import { type Section, sectionsOf, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import type { Doc } from '../doc.js'
import { tableLine } from '../parts/draft.js'
import { sameLabel } from './state-edit.js'

export interface QuickTask {
  /** `260105-k3f`. */
  readonly number: string
  readonly description: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Short hash; '' without git. */
  readonly commit: string
  readonly status: string
  /** A link to the task's folder. */
  readonly directory: string
}

const COLUMNS: readonly (readonly [title: string, key: keyof QuickTask])[] = [
  ['#', 'number'],
  ['Description', 'description'],
  ['Date', 'date'],
  ['Commit', 'commit'],
  ['Status', 'status'],
  ['Directory', 'directory'],
]
const TITLE = 'Quick Tasks Completed'

const HEAD = [
  tableLine(COLUMNS.map(([title]) => title)),
  tableLine(COLUMNS.map(([title]) => '-'.repeat(Math.max(3, title.length)))),
]

const homeOf = (source: Source): Section | undefined =>
  sectionsOf(source).find(({ heading }) => heading.level > 1 && sameLabel(heading.text, TITLE))

const tableIn = (source: Source, home: Section | undefined): Table | undefined =>
  home === undefined ? undefined : tablesOf(source, { start: home.bodyStart, end: home.end })[0]

/** Adds the task's row, once. */
export function addQuickTask(doc: Doc, task: QuickTask): void {
  const home = homeOf(doc.source)
  const table = tableIn(doc.source, home)
  const isKnown = table?.rows.some(({ cells }) => cells.some(({ text }) => text === task.number)) === true
  const cells = table === undefined ? null : cellsFor(table, task)
  if (isKnown) return
  if (table === undefined) addTable(doc, home, task)
  else if (cells === null) doc.cannot('a column "#" in the table of quick tasks', 'a table without it')
  else doc.insertRow(table, table.rows.at(-1) ?? null, tableLine(cells))
}

/** Cells in the table's column order; null if it has no number column. */
function cellsFor(table: Table, task: QuickTask): readonly string[] | null {
  const keys = table.header.cells.map(({ text }) => COLUMNS.find(([title]) => sameLabel(title, text))?.[1])
  return keys.includes('number') ? keys.map((key) => (key === undefined ? '' : task[key])) : null
}

function addTable(doc: Doc, home: Section | undefined, task: QuickTask): void {
  const lines = [...HEAD, tableLine(COLUMNS.map(([, key]) => task[key]))]
  const memory = sectionsOf(doc.source).find(
    ({ heading }) => heading.level === 2 && /^accumulated context\b/i.test(heading.text),
  )
  if (home !== undefined) doc.insertBlock(home.heading.end, lines)
  else if (memory === undefined) doc.append([`## ${TITLE}`, '', ...lines])
  else doc.insertBlock(doc.tail(memory).end, [`### ${TITLE}`, '', ...lines])
}

/** Removes the rows that link to finished tasks' folders. */
export function removeQuickTasks(doc: Doc, isOver: (task: string) => boolean): void {
  for (const row of tableIn(doc.source, homeOf(doc.source))?.rows ?? [])
    if (row.cells.some(({ text }) => isOver(LINK.exec(text)?.[1] ?? ''))) doc.removeRow(row)
}

/** Our rows' link to the folder. */
const LINK = /^\[([^\]]+)\]\(\.\/quick\/\1\/\)$/
