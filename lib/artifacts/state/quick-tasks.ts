// The table of quick tasks in STATE.md: one row per finished task, in the columns the table has.
import { headingsOf, type Section, sectionsOf, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import type { Rendered } from '../codec.js'
import { Draft, tableLine } from '../parts/draft.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { Layout } from '../parts/layout-edit.js'

export interface QuickTask {
  /** `260105-k3f`. */
  readonly number: string
  readonly description: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Short hash; empty where there is no git. */
  readonly commit: string
  readonly status: string
  /** A link to the folder of the task. */
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

/** STATE.md with the task in its table; unchanged where the task stands there already. */
export function withQuickTask(source: Source, task: QuickTask): Rendered {
  const draft = new Draft(source)
  const sections = sectionsOf(source)
  const home = sections.find(({ heading }) => heading.level > 1 && heading.text.toLowerCase() === TITLE.toLowerCase())
  const table = home === undefined ? undefined : tablesOf(source, { start: home.bodyStart, end: home.end })[0]
  if (table === undefined) addTable(draft, source, sections, home, task)
  else if (!table.rows.some(({ cells }) => cells.some(({ text }) => text === task.number))) {
    const cells = cellsFor(table, task)
    if (cells === null)
      draft.refuse(`a column "#" in the table of quick tasks`, 'a table without it', `Edit ${source.path} by hand.`)
    else draft.insert(table.end, draft.eol + tableLine(cells))
  }
  return draft.finish()
}

/** Cells in the order of the table's own columns; null where it has no place for the number. */
function cellsFor(table: Table, task: QuickTask): readonly string[] | null {
  const keys = table.header.cells.map(
    ({ text }) => COLUMNS.find(([title]) => title.toLowerCase() === text.toLowerCase().trim())?.[1],
  )
  return keys.includes('number') ? keys.map((key) => (key === undefined ? '' : task[key])) : null
}

function addTable(
  draft: Draft,
  source: Source,
  sections: readonly Section[],
  home: Section | undefined,
  task: QuickTask,
) {
  const layout = new Layout(draft, source)
  const { text } = draft
  const lines = [...HEAD, tableLine(COLUMNS.map(([, key]) => task[key]))]
  if (home !== undefined) return layout.block(home.heading.end, lines)
  const memory = sections.find(({ heading }) => heading.level === 2 && /^accumulated context\b/i.test(heading.text))
  const end = memory?.end ?? footerStart(source, { start: 0, end: text.length })
  const at = Math.max(headingsOf(source)[0]?.end ?? 0, trimmedEnd(text, 0, end))
  layout.block(at, [`${memory === undefined ? '##' : '###'} ${TITLE}`, '', ...lines])
}

/** STATE.md with an empty table of quick tasks; unchanged where it has none. */
export function withoutQuickTasks(source: Source): Rendered {
  const draft = new Draft(source)
  const home = sectionsOf(source).find(
    ({ heading }) => heading.level > 1 && heading.text.toLowerCase() === TITLE.toLowerCase(),
  )
  const table = home === undefined ? undefined : tablesOf(source, { start: home.bodyStart, end: home.end })[0]
  for (const row of table?.rows ?? []) draft.removeLines(row)
  return draft.finish()
}
