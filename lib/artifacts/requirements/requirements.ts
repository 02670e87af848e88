// REQUIREMENTS.md: requirement lines, which are the source of truth; boxes and a table that show progress; named edits.
import type { Issue } from '../../errors.js'
import {
  headingsOf,
  type Item,
  itemsOf,
  type Section,
  sectionsOf,
  type Table,
  tablesOf,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { repeatsIn } from '../../std/grouped.js'
import { issueAt, type Kind, parsed } from '../codec.js'
import type { After, Doc } from '../doc.js'
import { type Columns, columnsIn, rowLine, tableLine } from '../parts/draft.js'
import { itemText } from '../parts/prose.js'

export interface Requirement {
  readonly id: string
  readonly text: string
  /** Whether the box is ticked; null if the line has none. */
  readonly done: boolean | null
  /** `v1`: in scope now; `v2`: for later. */
  readonly scope: 'v1' | 'v2'
  /** The level-2 heading above the line; null if there is none. */
  readonly section: string | null
  /** The level-3 heading above the line; null if there is none. */
  readonly category: string | null
}

/** A row of the traceability table, with its cells as written; `phaseRefsIn` reads the ids in `Phase 2`. */
export interface Trace {
  readonly id: string
  readonly phase: string
  readonly status: string
}

export interface RequirementsValue {
  readonly title: string | null
  readonly requirements: readonly Requirement[]
  /** Null if there is no such table. */
  readonly traceability: readonly Trace[] | null
}

const SEGMENTS = /^[A-Z][A-Z0-9]*(?:-[A-Za-z0-9_]+)+$/
const SHORT = /^[A-Z][A-Z0-9]{0,15}\d$/

export const isRequirementId = (text: string): boolean => SEGMENTS.test(text) || SHORT.test(text)

/** The ids in a field such as `[AUTH-01, AUTH-02]` or `AUTH-01 AUTH-02 (part)`, without words such as TBD. */
export const requirementIdsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;[\]()`*]+/)
      .map((word) => word.replace(/[.:]+$/, ''))
      .filter(isRequirementId),
  ),
]

type TraceColumn = 'id' | 'phase' | 'status'

interface TraceTable {
  readonly table: Table
  readonly columns: Columns<TraceColumn>
}

const LATER = /\bv2\b(?!\.)|\b(?:future|later|deferred|backlog|post-launch)\b/i
const OUT = /\bout of scope\b/i
const NO_REQUIREMENTS = /^(?:traceability|coverage)\b/i

/** Reads the value, and where its parts are. The arrays in `places` are parallel to those in the value. */
function readRequirements(source: Source) {
  const sections = sectionsOf(source)
  const title = headingsOf(source).find((heading) => heading.level === 1) ?? null
  const requirements = requirementsIn(source, sections)
  const tables = tablesOf(source).flatMap((table) => {
    const columns = columnsOf(table)
    return columns === null ? [] : [{ table, columns }]
  })
  const traces = tables.flatMap(tracesIn)
  const value: RequirementsValue = {
    title: title?.text ?? null,
    requirements: requirements.map(({ requirement }) => requirement),
    traceability: tables.length === 0 ? null : traces.map(({ trace }) => trace),
  }
  return {
    value,
    places: {
      requirements: requirements.map(({ item }) => item),
      traces: traces.map(({ place }) => place),
      tables,
    },
  }
}

type RequirementsPlaces = ReturnType<typeof readRequirements>['places']

const scopeOfSection = (section: string | null): Requirement['scope'] =>
  section !== null && LATER.test(section) ? 'v2' : 'v1'

function requirementsIn(source: Source, sections: readonly Section[]) {
  const textAbove = (item: Item, level: number): string | null => {
    const section = sections.findLast(({ heading, start }) => heading.level === level && start < item.start)
    return section !== undefined && item.start < section.end ? section.heading.text || null : null
  }
  return itemsOf(source).flatMap((item): readonly { readonly requirement: Requirement; readonly item: Item }[] => {
    const section = textAbove(item, 2)
    if (section !== null && (OUT.test(section) || NO_REQUIREMENTS.test(section))) return []
    const category = textAbove(item, 3)
    if (category !== null && OUT.test(category)) return []
    const line = requirementIn(itemText(source, item, 'dropped'), item.checked !== null)
    if (line === null) return []
    return [{ requirement: { ...line, done: item.checked, scope: scopeOfSection(section), section, category }, item }]
  })
}

/** Reads `**AUTH-01**: text`, `**AUTH-01:** text` or `**AUTH-01** text`. After a box, the id need not be bold. */
function requirementIn(line: string, hasBox: boolean): { readonly id: string; readonly text: string } | null {
  const plain = line.replace(/^~~/, '').replace(/~~$/, '')
  const bold = /^\*\*([^*]+)\*\*(.*)$/s.exec(plain)
  if (bold === null && !hasBox) return null
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

export const requirements: Kind<RequirementsValue> = {
  id: 'requirements',
  about: 'Requirements of the product, each with an id',

  parse(source) {
    const { value, places } = readRequirements(source)
    return parsed(source, value, () => [
      ...duplicateIssues(source, value, places),
      ...unknownRowIssues(source, value, places),
    ])
  },
}

function duplicateIssues(source: Source, value: RequirementsValue, places: RequirementsPlaces): readonly Issue[] {
  return repeatsIn(value.requirements, ({ id }) => id).map((again) =>
    issueAt(source, places.requirements[value.requirements.indexOf(again)]?.start ?? null, {
      code: 'REQUIREMENT_TWICE',
      expected: 'one line per id',
      received: `a second line for ${again.id}`,
      message: `${again.id} is defined twice`,
      fix: 'Change one of the ids, or remove it.',
    }),
  )
}

function unknownRowIssues(source: Source, value: RequirementsValue, places: RequirementsPlaces): readonly Issue[] {
  const known = new Set(value.requirements.map(({ id }) => id))
  return (value.traceability ?? []).flatMap(({ id }, at) =>
    known.has(id)
      ? []
      : issueAt(source, places.traces[at]?.row.start ?? null, {
          code: 'TRACE_UNKNOWN_ID',
          severity: 'notice',
          expected: 'the id of a listed requirement',
          received: id,
          message: `The traceability table names ${id}, but no requirement line defines it`,
          fix: `Add "- [ ] **${id}**: …" under the requirements, or remove the row.`,
        }),
  )
}

export interface OutOfScope {
  readonly feature: string
  readonly reason: string
}
type NewRequirements = Pick<RequirementsValue, 'title' | 'requirements'> & {
  readonly outOfScope?: readonly OutOfScope[]
  /** Whether to write the traceability table. */
  readonly hasTraceability: boolean
}

const box = (done: boolean | null) => (done === null ? '' : `[${done ? 'x' : ' '}] `)
const requirementLine = ({ id, text, done }: Requirement) => `- ${box(done)}**${id}**: ${text}`.trimEnd()

const TRACE_HEAD = ['| Requirement | Phase | Status |', '|-------------|-------|--------|']
const OUT_HEAD = ['| Feature | Reason |', '|---------|--------|']

/** Text of a new file. The traceability table has no rows yet; they are added with the roadmap. */
export function freshRequirements({ title, requirements, outOfScope = [], hasTraceability }: NewRequirements): string {
  const blocks = [
    [`# ${title ?? 'Requirements'}`],
    ...requirementBlocks(requirements),
    ...(outOfScope.length === 0
      ? []
      : [['## Out of Scope'], [...OUT_HEAD, ...outOfScope.map(({ feature, reason }) => tableLine([feature, reason]))]]),
    ...(hasTraceability ? [['## Traceability'], TRACE_HEAD] : []),
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

/** Requirements below their headings. Where a category ends without another, the section's heading is repeated. */
function requirementBlocks(requirements: readonly Requirement[]): readonly (readonly string[])[] {
  const blocks: string[][] = []
  let at: Pick<Requirement, 'section' | 'category'> = { section: null, category: null }
  for (const requirement of requirements) {
    const { section, category } = requirement
    const left = at.category !== null && category === null
    if (section !== at.section || left) blocks.push([`## ${section ?? ''}`])
    if (category !== null && (category !== at.category || section !== at.section)) blocks.push([`### ${category}`])
    if (blocks.length === 0 || section !== at.section || category !== at.category) blocks.push([])
    blocks.at(-1)?.push(requirementLine(requirement))
    at = { section, category }
  }
  return blocks
}

type Read = After<RequirementsValue>

/** Status words that we replace. Any other word is the user's, and stays. */
const REPLACEABLE = new Set(['pending', 'in progress', ''])
const isReplaceable = ({ status }: Trace) => REPLACEABLE.has(status.trim().toLowerCase())

/** Ticks the boxes and completes the rows of these ids; a row with a status word of the user stays. */
export function markComplete(doc: Doc, ids: readonly string[]): Read {
  const { value, places } = readRequirements(doc.source)
  value.requirements.forEach((one, at) => {
    const item = places.requirements[at]
    if (item !== undefined && one.done !== null && ids.includes(one.id)) doc.tick(item, true)
  })
  value.traceability?.forEach((trace, at) => {
    const place = places.traces[at]
    if (place !== undefined && isReplaceable(trace) && ids.includes(trace.id))
      doc.setCell(place.row, place.columns.status, 'status', 'Complete')
  })
  return ({ requirements, traceability }) =>
    ids.find(
      (id) =>
        requirements.some((one) => one.id === id && one.done === false) ||
        traceability?.some((row) => row.id === id && isReplaceable(row)),
    ) ?? null
}

/** Adds the missing boxes to the milestone's requirements, ticked if the requirement is met. */
export function addBoxes(doc: Doc, isMet: (id: string) => boolean): void {
  const { value, places } = readRequirements(doc.source)
  value.requirements.forEach(({ id, scope, done }, index) => {
    const item = places.requirements[index]
    const at = item === undefined ? -1 : doc.text.indexOf('**', item.start)
    if (scope === 'v1' && done === null && at >= 0) doc.replace({ start: at, end: at }, isMet(id) ? '[x] ' : '[ ] ')
  })
}

const isTraced = (trace: Trace, { traceability }: RequirementsValue) =>
  (traceability ?? []).some(
    ({ id, phase, status }) => id === trace.id && phase === trace.phase && status === trace.status,
  )

/** Appends rows to the traceability table, if the file has one. */
export function addTraces(doc: Doc, traces: readonly Trace[]): Read {
  const { places } = readRequirements(doc.source)
  const lastTrace = places.traces.at(-1)
  const home = lastTrace ?? places.tables.at(-1)
  if (home === undefined) return () => null
  for (const trace of traces)
    doc.insertRow(home.table, lastTrace?.row ?? null, rowLine(home.table.columns, home.columns, trace))
  return (after) => traces.find((trace) => !isTraced(trace, after))?.id ?? null
}

export function setPhases(doc: Doc, phases: ReadonlyMap<string, string>): Read {
  const { value, places } = readRequirements(doc.source)
  const rows = (value.traceability ?? []).map((trace) => ({ ...trace, phase: phases.get(trace.id) ?? trace.phase }))
  rows.forEach((trace, at) => {
    const place = places.traces[at]
    if (place !== undefined && trace.phase !== value.traceability?.[at]?.phase)
      doc.setCell(place.row, place.columns.phase, 'phase', trace.phase)
  })
  return (after) => rows.find((trace) => !isTraced(trace, after))?.id ?? null
}
