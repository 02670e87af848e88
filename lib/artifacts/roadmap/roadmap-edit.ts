// Named edits of a roadmap: tick a phase, update counts, change fields.
import { contentOf, type Item, type Label, type Range } from '../../markdown/reader.js'
import { same } from '../../std/same.js'
import { lineAfter, lineStart } from '../../std/text.js'
import type { After as Check, Doc } from '../doc.js'
import { cellText, itemEnd } from '../parts/draft.js'
import { planLineText } from './phase-line.js'
import type { RowPlace } from './progress-table.js'
import { mirrorsOf, type PhaseSection, type PlanLine, type RoadmapValue } from './roadmap.js'
import { isPhaseHeading } from './roadmap-outline.js'
import { FIELD_LABELS, type FieldName, type PhasePlace, readRoadmap } from './roadmap-read.js'
import { completedNote, type PhaseDraft, requirementsText } from './roadmap-text.js'

export type After = Check<RoadmapValue>
export type EditProblem = (after: RoadmapValue) => { readonly received: string; readonly fix: string } | null

/** A section's content, without the milestone that it belongs to. */
export const sectionContent = ({ window: _window, ...section }: PhaseSection): Omit<PhaseSection, 'window'> => section

export const readsAs =
  (meant: readonly PhaseDraft[]): After =>
  ({ phases }) => {
    const more = phases[meant.length]
    if (more !== undefined) return `a phase ${more.id} more`
    for (const [at, phase] of meant.entries()) {
      const is = phases[at]
      const key = (Object.keys(phase) as (keyof PhaseDraft)[]).find(
        (name) => name !== 'window' && !same(phase[name], is?.[name]),
      )
      if (key !== undefined) return `phase ${phase.id} with the ${key} ${JSON.stringify(is?.[key] ?? null)}`
    }
    return null
  }

/** Like `readsAs`; also checks that an existing list and table name every phase. */
export const readsAsListed =
  (meant: readonly PhaseDraft[]): After =>
  (after) => {
    const lists = [after.checklist, after.progress ?? []].filter((list) => list.length > 0)
    const lost = lists.flatMap((list) => meant.filter(({ title }, at) => list[at]?.title !== title))[0]
    return readsAs(meant)(after) ?? (lost === undefined ? null : lost.title)
  }

export function completePhase(doc: Doc, at: number, day: string): void {
  const { value, places } = readRoadmap(doc.source)
  const [line, item] = [value.checklist[at], places.checklist[at]]
  if (line === undefined || item === undefined) return
  doc.tick(item, true)
  if (line.completed === null) doc.insert(item.contentEnd, completedNote(day))
}

export type Cells = Readonly<Partial<Record<'milestone' | 'plans' | 'status' | 'completed', string>>>

export function setProgress(doc: Doc, at: number, cells: Cells): void {
  const { row, columns } = readRoadmap(doc.source).places.progress[at] as RowPlace
  for (const [name, text] of Object.entries(cells) as [keyof Cells, string][])
    if (columns[name] >= 0) doc.setCell(row, columns[name], name, text)
}

export function tickPlan(doc: Doc, phase: number, at: number, done: boolean): void {
  const item = readRoadmap(doc.source).places.phases[phase]?.plans[at]
  if (item !== undefined) doc.tick(item, done)
}

export function rewordPlan(doc: Doc, phase: number, at: number, old: string, next: string): void {
  const item = readRoadmap(doc.source).places.phases[phase]?.plans[at]
  if (item !== undefined) doc.swap(contentOf(item), old, next)
}

export function addPlans(doc: Doc, phase: number, plans: readonly PlanLine[]): void {
  const place = readRoadmap(doc.source).places.phases[phase] as PhasePlace
  const lines = plans.map(({ id, text, done }) => `- [${done ? 'x' : ' '}] ${planLineText(id, text)}`)
  const last = place.plans.at(-1)
  const [placeholder, ...others] = place.placeholders
  if (lines.length === 0) return
  if (last !== undefined) for (const line of lines) doc.insertItemAfter(last, line)
  else if (placeholder !== undefined) {
    doc.replace({ start: placeholder.start, end: itemEnd(doc.text, placeholder) }, lines.join(doc.eol))
    for (const other of others) doc.removeItem(other)
  } else if (place.planHeader !== null) doc.insertLines(place.planHeader.end, lines)
  else doc.insertBlock(doc.tail(place.spot).end, ['Plans:', ...lines])
}

const FIELDS = ['goal', 'mode', 'depth', 'dependsOn', 'requirements', 'successCriteria', 'plansText'] as const
export type Fields = Partial<Pick<PhaseSection, 'title' | (typeof FIELDS)[number]>>

/** Refuses the edit unless the phase has a heading in the form that we write. */
export function refuseUnheaded(doc: Doc, { heading }: PhasePlace['spot']): void {
  if (heading !== null && isPhaseHeading(heading)) return
  doc.cannot(
    'a heading "### Phase 1: Title"',
    'a list, a table or numbered headings',
    `Write every phase of ${doc.path} as "### Phase 1: Title", with "**Goal**:" and the rest below it.`,
  )
}

/** Sets a phase's fields, and the title and goal in lists and tables that repeat them. */
export function setPhase(doc: Doc, at: number, fields: Fields): After {
  const { value, places } = readRoadmap(doc.source)
  const [before, place] = [value.phases[at] as PhaseSection, places.phases[at] as PhasePlace]
  const next = { ...before, ...fields }
  refuseUnheaded(doc, place.spot)
  if (before.title !== next.title || before.goal !== next.goal) setMirrors(doc, at, before, next)
  for (const name of FIELDS) {
    if (same(before[name], next[name])) continue
    if (name === 'successCriteria') setCriteria(doc, place, next.successCriteria)
    else setField(doc, place, name, name === 'requirements' ? requirementsText(next.requirements) : next[name])
  }
  return readsAs(value.phases.map((phase, index) => (index === at ? next : phase)))
}

/** Sets the title in the heading, and title and goal in lines and rows that repeat them word for word. */
function setMirrors(doc: Doc, at: number, before: PhaseSection, next: PhaseSection): void {
  const { value, places } = readRoadmap(doc.source)
  const { heading } = (places.phases[at] as PhasePlace).spot
  const { lines, rows } = mirrorsOf(value, at)
  const cells = [...rows].flatMap((index) => {
    const { row, columns } = places.progress[index] as RowPlace
    return row.cells[columns.phase] ?? []
  })
  if (heading !== null && before.title === '')
    doc.insert(heading.contentEnd, `${heading.text.endsWith(':') ? '' : ':'} ${next.title}`)
  else if (heading !== null) doc.swap(contentOf(heading), before.title, next.title)
  for (const index of lines) {
    const line = contentOf(places.checklist[index] as Item)
    const start = swapIn(doc, line, before.title, next.title)
    swapIn(doc, { start, end: line.end }, before.goal ?? '', next.goal ?? '')
  }
  for (const cell of cells) swapIn(doc, contentOf(cell), cellText(before.title), cellText(next.title))
}

/** Replaces the first `before` in the range; returns where the rest of the range begins. */
function swapIn(doc: Doc, { start, end }: Range, before: string, next: string): number {
  const at = before === '' ? -1 : doc.text.slice(start, end).indexOf(before)
  if (at < 0) return start
  const found = { start: start + at, end: start + at + before.length }
  doc.replace(found, next)
  return found.end
}

function setField(doc: Doc, place: PhasePlace, name: FieldName, text: string | null): void {
  const label = place.labels[name]
  if (label === undefined && text !== null) newField(doc, place, name, ` ${text}`.trimEnd(), [])
  else if (label !== undefined && text === null) doc.removeLines(label)
  else if (label !== undefined && text !== null) {
    const isBracketed = name === 'requirements' && /^\[.*\]$/.test(label.value) && text !== requirementsText([])
    doc.setLabel(label, label.value, isBracketed ? `[${text}]` : text)
  }
}

function setCriteria(doc: Doc, place: PhasePlace, criteria: readonly string[]): void {
  const { text, eol } = doc
  const [first, last, label] = [place.criteria[0], place.criteria.at(-1), place.labels.criteria]
  const lines = criteria.map((one, at) => `${at + 1}. ${one}`)
  if (lines.length === 0) doc.cannot('criteria', 'none')
  else if (first !== undefined && last !== undefined)
    doc.replace({ start: lineStart(text, first.start), end: itemEnd(text, last) }, lines.join(eol))
  else if (label === undefined) newField(doc, place, 'criteria', '', lines)
  else doc.replace(contentOf(label), lines.map((line) => eol + line).join(''))
}

/** Inserts a new label after its nearest predecessor in canonical order, written like the labels next to it. */
function newField(doc: Doc, place: PhasePlace, name: FieldName, value: string, below: readonly string[]): void {
  const { spot, labels } = place
  const order = Object.keys(FIELD_LABELS) as FieldName[]
  const before = order.slice(0, order.indexOf(name)).findLast((other) => labels[other] !== undefined)
  const sibling = Object.values(labels).find((label) => label.bold) ?? place.extra[0]
  const isInside = sibling !== undefined && !sibling.colonOutside
  const head = isInside ? `**${FIELD_LABELS[name]}:**` : `**${FIELD_LABELS[name]}**:`
  const lines = [head + value, ...below]
  if (before !== undefined) doc.insertLines(fieldEnd(doc, place, before), lines)
  else {
    const at = spot.heading?.end ?? spot.start
    doc.insertLines(at, ['', ...lines, ...(isTextBelow(doc, place, at) ? [''] : [])])
  }
}

/** Whether text without a label follows: right below a label, it would be read as part of the label's value. */
function isTextBelow({ text }: Doc, { labels, extra }: PhasePlace, at: number): boolean {
  const start = lineAfter(text, at)
  const isLabel = [...Object.values(labels), ...extra].some((label) => label.start === start)
  return !isLabel && text.slice(start, lineAfter(text, start)).trim() !== ''
}

function fieldEnd(doc: Doc, place: PhasePlace, name: FieldName): number {
  const last = name === 'criteria' ? place.criteria.at(-1) : undefined
  return last === undefined ? (place.labels[name] as Label).end : itemEnd(doc.text, last)
}
