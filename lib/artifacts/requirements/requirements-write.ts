// Writing REQUIREMENTS.md: from nothing, and boxes, traceability and coverage of an existing one that differ.
import type { Item, Row } from '../../markdown/reader.js'
import { same } from '../../std/same.js'
import type { Doc } from '../doc.js'
import { align } from '../parts/alignment.js'
import { tableLine } from '../parts/draft.js'
import type { OutOfScope, Requirement, RequirementsValue, Trace } from './requirements.js'
import { type RequirementsPlaces, readRequirements, type TraceColumn, type TraceTable } from './requirements-read.js'

const box = (done: boolean | null) => (done === null ? '' : `[${done ? 'x' : ' '}] `)
const requirementLine = ({ id, text, done }: Requirement) => `- ${box(done)}**${id}**: ${text}`.trimEnd()
const coverageLine = ({ label, value }: RequirementsValue['coverage'][number]) => `- ${label}: ${value}`.trimEnd()

const TRACE_HEAD = ['| Requirement | Phase | Status |', '|-------------|-------|--------|']
const OUT_HEAD = ['| Feature | Reason |', '|---------|--------|']
const traceLine = ({ id, phase, status }: Trace) => tableLine([id, phase, status])
const outLine = ({ feature, reason }: OutOfScope) => tableLine([feature, reason])

const SKELETON = [['## v1 Requirements'], ['## v2 Requirements'], ['## Out of Scope']]

export function freshRequirements(value: RequirementsValue): string {
  const blocks = [
    value.title === null ? [] : [`# ${value.title}`],
    ...(value.requirements.length === 0 && value.traceability !== null
      ? SKELETON
      : requirementBlocks(value.requirements)),
    ...(value.outOfScope.length === 0 ? [] : [['## Out of Scope'], [...OUT_HEAD, ...value.outOfScope.map(outLine)]]),
    ...(value.traceability === null
      ? []
      : [['## Traceability'], [...TRACE_HEAD, ...value.traceability.map(traceLine)]]),
    ...(value.coverage.length === 0 ? [] : [['**Coverage:**', ...value.coverage.map(coverageLine)]]),
  ]
  const text = blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
  return text === '' ? '' : `${text}\n`
}

/** Headings are repeated where a line leaves its category without entering another. */
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

export function changeRequirements(doc: Doc, next: RequirementsValue): void {
  const { value: old, places } = readRequirements(doc.source)
  const change = new Change(doc, old, places)
  change.requirements(next)
  change.traces(next)
  change.coverage(next)
}

class Change {
  readonly #doc: Doc
  readonly #old: RequirementsValue
  readonly #places: RequirementsPlaces

  constructor(doc: Doc, old: RequirementsValue, places: RequirementsPlaces) {
    this.#doc = doc
    this.#old = old
    this.#places = places
  }

  /** Which entries stayed, went and came, by their key; null where those that stayed changed their order. */
  #aligned<T>(before: readonly T[], after: readonly T[], key: (item: T) => string) {
    const found = align(before.map(key), after.map(key))
    if (found === null) this.#doc.cannot('the order the file has', 'another order')
    return found
  }

  /** Boxes alone change. */
  requirements({ title, requirements, outOfScope }: RequirementsValue) {
    const old = this.#old
    const kept = requirements.map((line, at) => ({ ...line, done: old.requirements[at]?.done ?? null }))
    if (!same([old.title, old.requirements, old.outOfScope], [title, kept, outOfScope]))
      return this.#doc.cannot('the lines as they stand', 'another change than that of a box')
    requirements.forEach(({ id, done }, at) => {
      const item = this.#places.requirements[at] as Item
      if (old.requirements[at]?.done === done) return
      if (item.boxAt < 0 || done === null) this.#doc.cannot(`a box at ${id}`, 'none')
      else this.#doc.tick(item, done)
    })
  }

  traces(next: RequirementsValue) {
    const old = this.#old.traceability
    if (same(old, next.traceability)) return
    if (next.traceability === null) return this.#doc.cannot('the traceability table', 'none')
    if (old === null) return this.#newTraces(next.traceability)
    const { traces } = this.#places
    const found = this.#aligned(old, next.traceability, ({ id }) => id)
    if (found === null) return
    for (const [was, is] of found.kept) this.#trace(was, old[was] as Trace, next.traceability[is] as Trace)
    for (const at of found.removed) this.#doc.removeLines((traces[at] as { readonly row: Row }).row)
    for (const { at, after } of found.added) {
      const trace = next.traceability[at] as Trace
      const behind = traces[after]
      const home = behind ?? traces[0] ?? this.#places.tables.at(-1)
      if (home === undefined) return this.#doc.cannot('a traceability table', 'none')
      this.#doc.insertRow(home.table, behind?.row ?? null, rowLike(home, trace))
    }
  }

  #trace(at: number, before: Trace, after: Trace) {
    const place = this.#places.traces[at]
    if (place === undefined) return
    for (const name of ['phase', 'status'] as const)
      if (before[name] !== after[name]) this.#doc.setCell(place.row, place.columns[name], name, after[name])
  }

  #newTraces(traces: readonly Trace[]) {
    const lines = [...TRACE_HEAD, ...traces.map(traceLine)]
    const home = this.#places.sections.find(
      ({ heading }) => heading.level === 2 && /^traceability\b/i.test(heading.text),
    )
    if (home === undefined) this.#doc.append(['## Traceability', '', ...lines])
    else this.#doc.insertBlock(home.heading.end, lines)
  }

  coverage(next: RequirementsValue) {
    const old = this.#old.coverage
    if (same(old, next.coverage)) return
    const items = this.#places.coverage
    const found = this.#aligned(old, next.coverage, ({ label }) => label)
    if (found === null) return
    const { eol, text } = this.#doc
    for (const [was, is] of found.kept) {
      const [before, after, item] = [old[was], next.coverage[is], items[was]]
      if (before === undefined || after === undefined || item === undefined || before.value === after.value) continue
      const raw = text.slice(item.contentStart, item.contentEnd)
      if (before.value !== '' && raw.endsWith(before.value))
        this.#doc.swap({ start: item.contentStart, end: item.contentEnd }, before.value, after.value)
      else this.#doc.replace({ start: item.contentStart, end: item.contentEnd }, coverageLine(after).slice(2))
    }
    for (const at of found.removed) this.#doc.removeItem(items[at] as Item)
    const lines = found.added.map(({ at }) => coverageLine(next.coverage[at] as RequirementsValue['coverage'][number]))
    if (lines.length === 0) return
    const last = items.at(-1)
    const table = this.#places.tables.at(-1)?.table
    if (last !== undefined) this.#doc.insertItemAfter(last, lines.join(eol))
    else if (this.#places.coverageHead !== null) this.#doc.insert(this.#places.coverageHead.end, eol + lines.join(eol))
    else if (table !== undefined) this.#doc.insert(table.end, `${eol}${eol}**Coverage:**${eol}${lines.join(eol)}`)
    else this.#doc.append(['**Coverage:**', ...lines])
  }
}

function rowLike({ table, columns }: TraceTable, trace: Trace): string {
  const names = Object.keys(columns) as TraceColumn[]
  return tableLine(
    Array.from({ length: table.columns }, (_, at) => {
      const name = names.find((column) => columns[column] === at)
      return name === undefined ? '' : trace[name]
    }),
  )
}
