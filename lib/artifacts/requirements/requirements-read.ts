// Reading REQUIREMENTS.md: requirement lines, traceability, coverage, and their places.
import {
  headingsOf,
  type Item,
  itemsOf,
  labelNamed,
  type Range,
  type Row,
  type Section,
  sectionsOf,
  type Table,
  tablesOf,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { itemText, topItems } from '../parts/prose.js'
import { type Columns, columnsIn } from '../parts/tables.js'
import { isRequirementId } from './requirement-id.js'
import type { Requirement, RequirementsValue, Trace } from './requirements.js'

type TraceColumn = 'id' | 'phase' | 'status'

interface TraceTable {
  readonly table: Table
  readonly columns: Columns<TraceColumn>
}

/** Arrays are parallel to the value's. */
export interface RequirementsPlaces {
  readonly sections: readonly Section[]
  readonly requirements: readonly Item[]
  readonly traces: readonly (TraceTable & { readonly row: Row })[]
  readonly tables: readonly TraceTable[]
  readonly coverage: readonly Item[]
  /** The line above the coverage list. */
  readonly coverageHead: Range | null
}

export interface RequirementsReading {
  readonly value: RequirementsValue
  readonly places: RequirementsPlaces
}

const LATER = /\bv2\b(?!\.)|\b(?:future|later|deferred|backlog|post-launch)\b/i
const OUT = /\bout of scope\b/i
const NO_REQUIREMENTS = /^(?:traceability|coverage)\b/i

export function readRequirements(source: Source): RequirementsReading {
  const sections = sectionsOf(source)
  const title = headingsOf(source).find((heading) => heading.level === 1) ?? null
  const requirements = requirementsIn(source, sections)
  const tables = tablesOf(source).flatMap((table) => {
    const columns = columnsOf(table)
    return columns === null ? [] : [{ table, columns }]
  })
  const traces = tables.flatMap(tracesIn)
  const coverage = coverageIn(source, sections)
  return {
    value: {
      title: title?.text ?? null,
      requirements: requirements.map(({ requirement }) => requirement),
      traceability: tables.length === 0 ? null : traces.map(({ trace }) => trace),
      coverage: coverage.items.map(({ label, value }) => ({ label, value })),
    },
    places: {
      sections,
      requirements: requirements.map(({ item }) => item),
      traces: traces.map(({ place }) => place),
      tables,
      coverage: coverage.items.map(({ item }) => item),
      coverageHead: coverage.head,
    },
  }
}

const scopeOfSection = (section: string | null): Requirement['scope'] =>
  section !== null && LATER.test(section) ? 'v2' : 'v1'

function requirementsIn(source: Source, sections: readonly Section[]) {
  const tops = sections.filter(({ heading }) => heading.level === 2)
  const subs = sections.filter(({ heading }) => heading.level === 3)
  let top = -1
  let sub = -1
  return itemsOf(source).flatMap((item): readonly { readonly requirement: Requirement; readonly item: Item }[] => {
    while ((tops[top + 1]?.start ?? Number.POSITIVE_INFINITY) < item.start) top++
    while ((subs[sub + 1]?.start ?? Number.POSITIVE_INFINITY) < item.start) sub++
    const section = textOf(tops[top], item)
    if (section !== null && (OUT.test(section) || NO_REQUIREMENTS.test(section))) return []
    const category = textOf(subs[sub], item)
    if (category !== null && OUT.test(category)) return []
    const line = requirementIn(itemText(source, item, 'dropped'), item.checked !== null)
    if (line === null) return []
    return [{ requirement: { ...line, done: item.checked, scope: scopeOfSection(section), section, category }, item }]
  })
}

const textOf = (section: Section | undefined, item: Item): string | null =>
  section !== undefined && item.start < section.end ? section.heading.text || null : null

/** Reads `**AUTH-01**: text`, `**AUTH-01:** text`, `**AUTH-01** text`; not bold only after a box. */
function requirementIn(line: string, boxed: boolean): { readonly id: string; readonly text: string } | null {
  const plain = line.replace(/^~~/, '').replace(/~~$/, '')
  const bold = /^\*\*([^*]+)\*\*(.*)$/s.exec(plain)
  if (bold === null && !boxed) return null
  const inner = bold === null ? plain : (bold[1] ?? '')
  const word = /^[^\s:]+/.exec(inner)?.[0] ?? ''
  const id = word.replace(/^[[`]+|[\]`]+$/g, '')
  if (!isRequirementId(id)) return null
  const rest = [inner.slice(word.length), bold?.[2] ?? ''].map(separated).filter((part) => part !== '')
  return { id, text: rest.join(': ') }
}

const separated = (text: string) => text.replace(/^[\s:–—-]+/, '').trim()

function columnsOf(table: Table): Columns<TraceColumn> | null {
  const columns = columnsIn(table, { id: /^(?:req|id\b)/i, phase: /^phase/i, status: /^status/i })
  return Object.values(columns).includes(-1) ? null : columns
}

function tracesIn({ table, columns }: TraceTable) {
  return table.rows.flatMap((row) => {
    const cell = (name: TraceColumn) => row.cells[columns[name]]?.text ?? ''
    const id = cell('id').replace(/[*`~]/g, '').trim()
    if (!isRequirementId(id)) return []
    const trace: Trace = { id, phase: cell('phase'), status: cell('status') }
    return [{ trace, place: { table, columns, row } }]
  })
}

function coverageIn(source: Source, sections: readonly Section[]) {
  const heading = sections.find(({ heading: found }) => /^coverage\b/i.test(found.text))
  const label = labelNamed(source, 'Coverage')
  const head: Range | null = label ?? heading?.heading ?? null
  if (head === null) return { items: [], head }
  const end =
    label === null
      ? (heading?.end ?? head.end)
      : (sections.find(({ start }) => start > head.start)?.start ?? Number.MAX_SAFE_INTEGER)
  const items = topItems(source, { start: head.end, end }).flatMap((item) => {
    const colon = item.text.indexOf(':')
    if (colon <= 0) return []
    const bare = (text: string) => text.replaceAll('**', '').trim()
    return [{ label: bare(item.text.slice(0, colon)), value: bare(item.text.slice(colon + 1)), item }]
  })
  return { items, head }
}
