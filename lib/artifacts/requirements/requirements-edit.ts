// Named edits of REQUIREMENTS.md: boxes and traceability rows. Requirement lines belong to their author.
import type { After, Doc } from '../doc.js'
import { rowLine } from '../parts/draft.js'
import { type RequirementsValue, readRequirements, type Trace } from './requirements.js'

type Read = After<RequirementsValue>

// Boxes and status words

/** Status words we replace; the user wrote any other, so it stays. */
const MOVABLE = new Set(['pending', 'in progress', 'complete', ''])
const wordOf = ({ status }: Trace) => status.trim().toLowerCase()

export interface Marks {
  /** Ticked boxes and rows with Complete. */
  readonly set: number
  /** Unticked boxes and other rows. */
  readonly open: number
  /** Whether a row has the user's own status. */
  readonly worded: boolean
}

export function marksOf({ requirements, traceability }: RequirementsValue, id: string): Marks {
  const boxes = requirements.flatMap((one) => (one.id === id && one.done !== null ? [one.done] : []))
  const words = (traceability ?? []).filter((row) => row.id === id).map(wordOf)
  const marks = [...boxes, ...words.map((word) => word === 'complete')]
  const set = marks.filter((mark) => mark).length
  return { set, open: marks.length - set, worded: words.some((word) => !MOVABLE.has(word)) }
}

/** Ticks boxes and completes rows, or undoes both; rows with the user's own status stay. */
export function mark(doc: Doc, ids: readonly string[], done: boolean): Read {
  const { value, places } = readRequirements(doc.source)
  value.requirements.forEach((one, at) => {
    const item = places.requirements[at]
    if (item !== undefined && one.done !== null && ids.includes(one.id)) doc.tick(item, done)
  })
  value.traceability?.forEach((trace, at) => {
    const place = places.traces[at]
    const word = wordOf(trace)
    const isDue = done ? word !== 'complete' && MOVABLE.has(word) : word === 'complete'
    if (place !== undefined && isDue && ids.includes(trace.id))
      doc.setCell(place.row, place.columns.status, 'status', done ? 'Complete' : 'Pending')
  })
  const isMarked = ({ set, open, worded }: Marks) => (done ? open === 0 || worded : set === 0)
  return (after) => ids.find((id) => !isMarked(marksOf(after, id))) ?? null
}

/** Adds missing boxes to the milestone's requirements, ticked if met. */
export function addBoxes(doc: Doc, isMet: (id: string) => boolean): void {
  const { value, places } = readRequirements(doc.source)
  value.requirements.forEach(({ id, scope, done }, index) => {
    const item = places.requirements[index]
    const at = item === undefined ? -1 : doc.text.indexOf('**', item.start)
    if (scope === 'v1' && done === null && at >= 0) doc.replace({ start: at, end: at }, isMet(id) ? '[x] ' : '[ ] ')
  })
}

// Traceability

const isTraced = (trace: Trace, { traceability }: RequirementsValue) =>
  (traceability ?? []).some(
    ({ id, phase, status }) => id === trace.id && phase === trace.phase && status === trace.status,
  )

/** Appends rows to the table, if the file has one. */
export function addTraces(doc: Doc, traces: readonly Trace[]): Read {
  const { places } = readRequirements(doc.source)
  const behind = places.traces.at(-1)
  const home = behind ?? places.tables.at(-1)
  if (home === undefined) return () => null
  for (const trace of traces)
    doc.insertRow(home.table, behind?.row ?? null, rowLine(home.table.columns, home.columns, trace))
  return (after) => traces.find((trace) => !isTraced(trace, after))?.id ?? null
}

/** Sets the phase in every row of an id. */
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
