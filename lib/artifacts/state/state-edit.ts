// Edits STATE.md to match a value: each key, label and line that differs is changed in place.
import { type Label, lineStart } from '../../markdown/reader.js'
import { same } from '../../std/same.js'
import type { Doc } from '../doc.js'
import { oneLine } from '../parts/draft.js'
import {
  FRONT_KEYS,
  readState,
  SECTION_ORDER,
  type StateField,
  type StateReading,
  type StateSection,
  type StateValue,
  sectionKind,
} from './state.js'

const TITLES: Readonly<Record<StateSection, string>> = {
  project: 'Project Reference',
  position: 'Current Position',
  metrics: 'Performance Metrics',
  session: 'Session Continuity',
  other: 'Notes',
}

export const sameLabel = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Sets a label: in `section` first, then anywhere; adds it to the section if missing. */
export function withField(value: StateValue, label: string, text: string, section: StateSection): StateValue {
  const next = oneLine(text)
  const all = value.fields.filter((field) => sameLabel(field.label, label))
  const found = all.find((field) => field.section === section) ?? all[0]
  if (found?.value === next) return value
  if (found !== undefined)
    return { ...value, fields: value.fields.map((field) => (field === found ? { ...field, value: next } : field)) }
  const rank = SECTION_ORDER.indexOf(section)
  const at = value.fields.findLastIndex((field) => SECTION_ORDER.indexOf(field.section) <= rank) + 1
  return { ...value, fields: value.fields.toSpliced(at, 0, { section, label, value: next }) }
}

/** Edits the differences between two values: labels keep their order, new ones come last in their section. */
export function writeState(doc: Doc, before: StateValue, after: StateValue): void {
  const reading = readState(doc.source)
  const changed = FRONT_KEYS.filter((key) => before.front[key] !== after.front[key])
  if (changed.length > 0) doc.setFront(Object.fromEntries(changed.map((key) => [key, after.front[key]])), ORDER)
  setFields(doc, reading, before.fields, after.fields)
}

const ORDER = [...FRONT_KEYS.filter((key) => !key.includes('.')), 'progress']

function setFields(doc: Doc, reading: StateReading, before: readonly StateField[], after: readonly StateField[]) {
  let at = 0
  const fresh = new Map<StateSection, StateField[]>()
  for (const field of after) {
    const old = before[at]
    const label = reading.labels[at]
    if (old === undefined || label === undefined || old.section !== field.section || old.label !== field.label)
      fresh.set(field.section, [...(fresh.get(field.section) ?? []), field])
    else {
      if (old.value !== field.value) doc.setLabel(label, old.value, field.value)
      at++
    }
  }
  for (const [section, fields] of fresh) {
    const last = reading.labels[before.findLastIndex((field) => field.section === section)]
    if (last !== undefined)
      doc.insertLines(
        last.end,
        fields.map((field) => like(doc, last, field)),
      )
    else addFields(doc, reading, section, fields)
  }
}

/** A line in its neighbour's bullet and label form. */
function like({ text }: Doc, label: Label, { label: name, value }: StateField): string {
  const head = text.slice(lineStart(text, label.start), label.start)
  const bullet = /^\s*(?:[-*+]\s+)?$/.test(head) ? head : ''
  const bold = label.colonOutside ? `**${name}**:` : `**${name}:**`
  return `${bullet}${label.bold ? bold : `${name}:`} ${value}`.trimEnd()
}

function addFields(doc: Doc, reading: StateReading, section: StateSection, fields: readonly StateField[]) {
  const lines = fields.map(({ label, value }) => `${label}: ${value}`.trimEnd())
  const home = reading.sections.find(({ heading }) => heading.level === 2 && sectionKind(heading.text) === section)
  if (home === undefined) doc.append([`## ${TITLES[section]}`, '', ...lines])
  else doc.insertBlock(home.heading.end, lines)
}

/** The first difference from the intended value; null if none. */
export function differing(meant: StateValue, is: StateValue): string | null {
  if (same(meant, is)) return null
  const field = meant.fields.find((one, at) => !same(one, is.fields[at]))
  return field === undefined ? 'other front matter' : `another text behind "${field.label}"`
}
