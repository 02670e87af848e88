// Writing REQUIREMENTS.md: from nothing, and boxes, traceability and coverage of an existing one that differ.
import type { Item, Row } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { cellText, type Draft, tableLine } from '../parts/draft.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { Layout } from '../parts/layout-edit.js'
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

export function changeRequirements(draft: Draft, source: Source, next: RequirementsValue): void {
  const { value: old, places } = readRequirements(source)
  const change = new Change(draft, source, old, places)
  change.requirements(next)
  change.traces(next)
  change.coverage(next)
}

class Change {
  readonly layout: Layout
  readonly #draft: Draft
  readonly #source: Source
  readonly #old: RequirementsValue
  readonly #places: RequirementsPlaces

  constructor(draft: Draft, source: Source, old: RequirementsValue, places: RequirementsPlaces) {
    this.layout = new Layout(draft, source)
    this.#draft = draft
    this.#source = source
    this.#old = old
    this.#places = places
  }

  /** Boxes alone change. */
  requirements({ title, requirements, outOfScope }: RequirementsValue) {
    const old = this.#old
    const kept = requirements.map((line, at) => ({ ...line, done: old.requirements[at]?.done ?? null }))
    if (!same([old.title, old.requirements, old.outOfScope], [title, kept, outOfScope]))
      return this.layout.cannot('the lines as they stand', 'another change than that of a box')
    requirements.forEach(({ id, done }, at) => {
      const item = this.#places.requirements[at] as Item
      if (old.requirements[at]?.done === done) return
      if (item.boxAt < 0 || done === null) this.layout.cannot(`a box at ${id}`, 'none')
      else this.layout.tick(item, !done, done)
    })
  }

  traces(next: RequirementsValue) {
    const old = this.#old.traceability
    if (same(old, next.traceability)) return
    if (next.traceability === null) return this.layout.cannot('the traceability table', 'none')
    if (old === null) return this.#newTraces(next.traceability)
    const { traces } = this.#places
    const found = this.layout.aligned(old, next.traceability, ({ id }) => id)
    if (found === null) return
    for (const [was, is] of found.kept) this.#trace(was, old[was] as Trace, next.traceability[is] as Trace)
    for (const at of found.removed) this.#draft.removeLines((traces[at] as { readonly row: Row }).row)
    for (const { at, after } of found.added) {
      const trace = next.traceability[at] as Trace
      const behind = traces[after]
      const home = behind ?? traces[0] ?? this.#places.tables.at(-1)
      if (home === undefined) return this.layout.cannot('a traceability table', 'none')
      this.layout.row(home.table, traces[0]?.row, behind?.row, rowLike(home, trace))
    }
  }

  #trace(at: number, before: Trace, after: Trace) {
    const place = this.#places.traces[at]
    if (place === undefined) return
    for (const name of ['phase', 'status'] as const)
      if (before[name] !== after[name]) this.layout.cell(place.row, place.columns[name], name, cellText(after[name]))
  }

  #newTraces(traces: readonly Trace[]) {
    const lines = [...TRACE_HEAD, ...traces.map(traceLine)]
    const home = this.#places.sections.find(
      ({ heading }) => heading.level === 2 && /^traceability\b/i.test(heading.text),
    )
    if (home === undefined) this.#atEnd(['## Traceability', '', ...lines])
    else this.layout.block(home.heading.end, lines)
  }

  #atEnd(lines: readonly string[]) {
    const { text, eol } = this.#draft
    const end = trimmedEnd(text, 0, footerStart(this.#source, { start: 0, end: text.length }))
    this.#draft.insert(end, (end === 0 ? '' : eol + eol) + lines.join(eol) + (end < text.length ? '' : eol))
  }

  coverage(next: RequirementsValue) {
    const old = this.#old.coverage
    if (same(old, next.coverage)) return
    const items = this.#places.coverage
    const found = this.layout.aligned(old, next.coverage, ({ label }) => label)
    if (found === null) return
    const { eol, text } = this.#draft
    for (const [was, is] of found.kept) {
      const [before, after, item] = [old[was], next.coverage[is], items[was]]
      if (before === undefined || after === undefined || item === undefined || before.value === after.value) continue
      const raw = text.slice(item.contentStart, item.contentEnd)
      if (before.value !== '' && raw.endsWith(before.value))
        this.#draft.swap({ start: item.contentStart, end: item.contentEnd }, before.value, after.value)
      else this.#draft.replace({ start: item.contentStart, end: item.contentEnd }, coverageLine(after).slice(2))
    }
    for (const at of found.removed) this.layout.removeItem(items[at] as Item)
    const lines = found.added.map(({ at }) => coverageLine(next.coverage[at] as RequirementsValue['coverage'][number]))
    if (lines.length === 0) return
    const last = items.at(-1)
    const table = this.#places.tables.at(-1)?.table
    if (last !== undefined) this.layout.behind(last, lines.join(eol))
    else if (this.#places.coverageHead !== null)
      this.#draft.insert(this.#places.coverageHead.end, eol + lines.join(eol))
    else if (table !== undefined) this.#draft.insert(table.end, `${eol}${eol}**Coverage:**${eol}${lines.join(eol)}`)
    else this.#atEnd(['**Coverage:**', ...lines])
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
