// The table of durations in STATE.md: one row per plan, in the columns the table has.
import { type Section, sectionsOf, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import type { Rendered } from '../codec.js'
import { cellText, Draft, tableLine } from '../parts/draft.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { Layout } from '../parts/layout-edit.js'
import { phaseKey } from '../parts/phase-token.js'

export interface Metric {
  /** Unpadded phase and number of the plan. */
  readonly phase: string
  readonly plan: string
  readonly duration: string
  /** Null: not given. */
  readonly tasks: string | null
  readonly files: string | null
}

const TITLE = 'Performance Metrics'
type Column = 'name' | 'duration' | 'tasks' | 'files'
const COLUMNS: readonly (readonly [title: string, match: RegExp, column: Column])[] = [
  ['Plan', /^(?:phase|plan)\b/i, 'name'],
  ['Duration', /^(?:duration|time)\b/i, 'duration'],
  ['Tasks', /^tasks?\b/i, 'tasks'],
  ['Files', /^files?\b/i, 'files'],
]

const NAME = /^phase\s+(\S+)\s+p(?:lan\s*)?(\S+)$/i

/** STATE.md with the row of a plan; its old row is changed, a missing section or table is made. `created`: the section was missing. */
export function withMetric(source: Source, metric: Metric): { readonly rendered: Rendered; readonly created: boolean } {
  const draft = new Draft(source)
  const home = metricsSection(source)
  const table = home === null ? null : planTable(source, home)
  if (table === null) addTable(draft, source, home, metric)
  else writeRow(draft, source, table, metric)
  return { rendered: draft.finish(), created: home === null }
}

export const metricsSection = (source: Source): Section | null =>
  sectionsOf(source).find(({ heading }) => heading.level > 1 && /^performance metrics\b/i.test(heading.text)) ?? null

/** Phase and plan that a row is about; null for rows of other kinds. */
export function metricRowName(text: string): { readonly phase: string; readonly plan: string } | null {
  const found = NAME.exec(text.trim())
  return found === null ? null : { phase: found[1] as string, plan: found[2] as string }
}

/** The table with rows of plans; else the one with a column for durations. A summary by phase is neither. */
export function planTable(source: Source, { bodyStart, end }: Section): Table | null {
  const tables = tablesOf(source, { start: bodyStart, end })
  const named = tables.find(({ rows }) => rows.some(({ cells }) => metricRowName(cells[0]?.text ?? '') !== null))
  return named ?? tables.find(({ header }) => header.cells.some(({ text }) => /^duration\b/i.test(text))) ?? null
}

const cellsOf = ({ phase, plan, duration, tasks, files }: Metric): Readonly<Record<Column, string>> => ({
  name: `Phase ${phase} P${plan}`,
  duration,
  tasks: counted(tasks, 'tasks'),
  files: counted(files, 'files'),
})

const counted = (text: string | null, noun: string) =>
  text === null ? '-' : /^\d+$/.test(text) ? `${text} ${noun}` : text

/** Which column of the table holds what: by its headings, else in our order where nothing is named. */
function columnsOf({ header, columns }: Table): readonly (Column | null)[] {
  const named = header.cells.map(({ text }) => COLUMNS.find(([, match]) => match.test(text.trim()))?.[2] ?? null)
  const known = named.includes('name') && named.includes('duration')
  return known ? named : Array.from({ length: columns }, (_, at) => COLUMNS[at]?.[2] ?? null)
}

function writeRow(draft: Draft, source: Source, table: Table, metric: Metric) {
  const cells = cellsOf(metric)
  const columns = columnsOf(table)
  const own = table.rows.find((row) => {
    const name = metricRowName(row.cells[Math.max(0, columns.indexOf('name'))]?.text ?? '')
    return name !== null && phaseKey(name.phase) === phaseKey(metric.phase) && sameNumber(name.plan, metric.plan)
  })
  if (own === undefined) {
    const line = tableLine(columns.map((column) => (column === null ? '-' : cells[column])))
    draft.insert(table.rows.at(-1)?.end ?? table.end, draft.eol + line)
    return
  }
  const layout = new Layout(draft, source)
  columns.forEach((column, at) => {
    if (column === null || column === 'name') return
    if (own.cells[at]?.text !== cells[column]) layout.cell(own, at, column, cellText(cells[column]))
  })
}

const sameNumber = (a: string, b: string) => a.replace(/^0+(?=\d)/, '') === b.replace(/^0+(?=\d)/, '')

function addTable(draft: Draft, source: Source, home: Section | null, metric: Metric) {
  const layout = new Layout(draft, source)
  const cells = cellsOf(metric)
  const lines = [
    tableLine(COLUMNS.map(([title]) => title)),
    tableLine(COLUMNS.map(([title]) => '-'.repeat(title.length))),
    tableLine(COLUMNS.map(([, , column]) => cells[column])),
  ]
  const { text } = draft
  if (home !== null) return layout.block(layout.tail(home).end, lines)
  layout.block(trimmedEnd(text, 0, footerStart(source, { start: 0, end: text.length })), [`## ${TITLE}`, '', ...lines])
}
