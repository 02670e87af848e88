// Reading REQUIREMENTS.md: requirement lines, traceability, and their places.
import {
  headingsOf,
  type Item,
  itemsOf,
  type Row,
  type Section,
  sectionsOf,
  type Table,
  tablesOf,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { itemText } from '../parts/prose.js'
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
  readonly requirements: readonly Item[]
  readonly traces: readonly (TraceTable & { readonly row: Row })[]
  readonly tables: readonly TraceTable[]
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
  return {
    value: {
      title: title?.text ?? null,
      requirements: requirements.map(({ requirement }) => requirement),
      traceability: tables.length === 0 ? null : traces.map(({ trace }) => trace),
    },
    places: {
      requirements: requirements.map(({ item }) => item),
      traces: traces.map(({ place }) => place),
      tables,
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
