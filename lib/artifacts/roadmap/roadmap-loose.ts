// Reads roadmaps of other tools that never say "Phase": numbered headings, a plain list or a table with a name column.
import { type Heading, type Item, type Table, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { completedIn, type PhaseLineText } from './phase-line.js'
import { columnsOf, type PhaseTable, rowsOf, tablesIn } from './progress-table.js'
import type { LineSpot, Outline, PhaseSpot } from './roadmap-outline.js'

export interface Loose {
  readonly phases: readonly PhaseSpot[]
  /** The lines that have a box. */
  readonly lines: readonly { readonly spot: LineSpot; readonly text: PhaseLineText }[]
  /** The table that the phases come from, if it shows progress. */
  readonly table: PhaseTable | null
}

const NONE: Loose = { phases: [], lines: [], table: null }

export function looseRoadmap(source: Source, headings: readonly Heading[], outline: Outline): Loose {
  const sections = numberedHeadings(source, headings)
  if (sections.length > 0) return { ...NONE, phases: sections }
  return plainList(source, headings, outline) ?? phaseTable(source) ?? NONE
}

/** Reads numbered headings such as `## 1. Login` or `### Step 2: Reports`, at the highest level that has any. */
function numberedHeadings(source: Source, headings: readonly Heading[]): readonly PhaseSpot[] {
  const found = headings.flatMap((heading) => {
    const text = numberedText(heading.text)
    return text === null || heading.level > 4 ? [] : [{ heading, ...text }]
  })
  const level = Math.min(...found.map(({ heading }) => heading.level))
  return found
    .filter(({ heading }) => heading.level === level)
    .map(({ heading, id, title }) => ({
      ...spotOf(id, title),
      heading,
      start: heading.start,
      end:
        headings.find((next) => next.start > heading.start && next.level <= level)?.start ?? (source.text ?? '').length,
    }))
}

const NUMBERED_TITLE =
  /^(?:(?:step|stage|part|sprint|iteration|milestone|feature|epic)\s+)?(\d{1,3}(?:\.\d{1,3})?)\s*[.):–—-]\s*(\S.*)$/i

function numberedText(text: string): { readonly id: string; readonly title: string } | null {
  const found = NUMBERED_TITLE.exec(text.replaceAll('**', '').trim())
  return found === null ? null : { id: found[1] ?? '', title: (found[2] ?? '').trim() }
}

const spotOf = (id: string, title: string) => ({
  phase: { code: null, id, title, inserted: false },
  heading: null,
  item: null,
  part: null,
  folded: false,
})

/** Matches a heading above a list of work. */
const WORK_HEADING = /^(?:the )?(?:phases?|roadmap|plan|steps?|stages?|to-?dos?|tasks?|work|features?)\b/i
const PLACEHOLDER = /^\W*(?:none|tbd|todo|to be|no |n\/a|\.\.\.)/i

function plainList(source: Source, headings: readonly Heading[], { lines }: Outline): Loose | null {
  const isWork = ({ start }: Item) => {
    const above = headings.findLast((heading) => heading.start < start)
    return above === undefined || above.level === 1 || WORK_HEADING.test(above.text)
  }
  const isMeant = ({ indent, text }: Item) => indent < 2 && !PLACEHOLDER.test(text) && !text.startsWith('~~')
  const items = lines.filter(({ item }) => isMeant(item) && isWork(item))
  const numbers = items.map(({ item }) => (item.ordered ? numberAt(source, item) : null))
  const isCounted = numbers.every((number, at) => number !== null && number > (numbers[at - 1] ?? 0))
  const phases = items.map((spot, at) => {
    const text = looseLine(spot.item.text, String(isCounted ? numbers[at] : at + 1))
    const { item } = spot
    return {
      spot,
      text,
      phase: { ...spotOf(text.id, text.title), item, goal: text.text, start: item.start, end: item.end },
    }
  })
  if (phases.length === 0) return null
  return {
    phases: phases.map(({ phase }) => phase),
    lines: phases.filter(({ spot }) => spot.item.checked !== null),
    table: null,
  }
}

const numberAt = ({ text }: Source, { start }: Item): number | null => {
  const number = Number.parseInt((text ?? '').slice(start, start + 6), 10)
  return Number.isNaN(number) ? null : number
}

/** Reads a line such as `**Login**: people sign in (completed 2026-01-02)`. */
function looseLine(line: string, id: string): PhaseLineText {
  const done = completedIn(line)
  const plain = (done === null ? line : line.slice(0, done.start) + line.slice(done.end)).replaceAll('**', '').trim()
  const cut = /\s[-–—]\s|:\s/.exec(plain)
  const [title, text] = cut === null ? [plain, ''] : [plain.slice(0, cut.index), plain.slice(cut.index + cut[0].length)]
  return { id, title: title.trim(), text: text.trim(), completed: done?.day ?? null }
}

const NAME = /^(?:name|title|phase|feature|step|stage|milestone|task|deliverable|epic|what)s?\b/i

/** Reads the rows of the first progress table, or else of the first table with a name column. */
function phaseTable(source: Source): Loose | null {
  const own = tablesIn(source).find((one) => rowsOf([one]).length > 0)
  const table =
    own ??
    tablesOf(source)
      .map(tableWithNames)
      .find((one) => one.columns.phase >= 0 && one.table.rows.length > 0)
  if (table === undefined) return null
  const phases = rowsOf([table]).map(({ value: { id, title }, place }) => {
    const { start, end } = place.row
    const goal = place.row.cells[place.columns.goal]?.text
    return { ...spotOf(id, title), ...(goal === undefined ? {} : { goal }), start, end }
  })
  return { ...NONE, phases, table: table.columns.status < 0 ? null : table }
}

function tableWithNames(table: Table): PhaseTable {
  const columns = columnsOf(table, NAME)
  const name = table.header.cells.findIndex(({ text }) => NAME.test(text.replaceAll('*', '').trim()))
  return { table, columns: columns.number < 0 ? { ...columns, phase: name } : columns, numberedByPosition: true }
}
