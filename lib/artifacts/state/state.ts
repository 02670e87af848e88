// STATE.md: the projected position, whose labels have two dialects; notes of users and agents; named edits and merges.
import { type FrontMap, frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { itemsOf, type Label, labelsOf, type Section, sectionsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { lineStart } from '../../std/text.js'
import { type Kind, parsed } from '../codec.js'
import type { Doc } from '../doc.js'
import { oneLine } from '../parts/draft.js'
import { numberOf, textOf } from '../parts/front-fields.js'

export type StateStatus = 'unknown' | 'paused' | 'executing' | 'planning' | 'discussing' | 'verifying' | 'completed'

/** Front-matter keys in the order in which we write them. The progress keys are whole numbers. */
export const FRONT_KEYS = [
  'gsd_state_version',
  'milestone',
  'milestone_name',
  'current_phase',
  'current_phase_name',
  'current_plan',
  'status',
  'stopped_at',
  'last_updated',
  'last_activity',
  'progress.total_phases',
  'progress.completed_phases',
  'progress.total_plans',
  'progress.completed_plans',
  'progress.percent',
] as const
type FrontKey = (typeof FRONT_KEYS)[number]
type CountKey = Extract<FrontKey, `progress.${string}`>

/** The front matter; a key is null if it has no value, or if a progress key is not a whole number. */
export type StateFront = Readonly<Record<Exclude<FrontKey, CountKey>, string | null> & Record<CountKey, number | null>>

/** Sections with labelled lines, in the order of the value: the title that we write, and the titles that we read. */
const SECTIONS = {
  project: ['Project Reference', /^project reference\b/i],
  position: ['Current Position', /\bposition\b/i],
  metrics: ['Performance Metrics', /^performance metrics\b/i],
  session: ['Session Continuity', /^session\b/i],
  other: ['Notes', /^/],
} as const
export type StateSection = keyof typeof SECTIONS
const SECTION_ORDER = Object.keys(SECTIONS) as readonly StateSection[]

/** A labelled line of the body. The case of labels does not matter. */
export interface StateField {
  readonly section: StateSection
  readonly label: string
  readonly value: string
}

/** Front matter and labelled lines of STATE.md. The rest of the file is for people and agents alone. */
export interface StateValue {
  readonly front: StateFront
  /** Fields by section, then in file order. */
  readonly fields: readonly StateField[]
}

/** Matches titles of sections whose lines are list entries. */
const LISTED = /\b(?:decisions|blockers|concerns|todos?|roadmap evolution)\b/i

const sectionKind = (title: string): StateSection =>
  SECTION_ORDER.find((name) => SECTIONS[name][1].test(title)) as StateSection

export function readState(source: Source) {
  const front = readFrontMatter(source)
  const sections = sectionsOf(source)
  const lists = sections.filter(({ heading }) => heading.level > 1 && LISTED.test(heading.text))
  const fields = fieldsOf(source, sections, lists)
  const value: StateValue = { front: frontOf(front.data), fields: fields.map(({ field }) => field) }
  return {
    value,
    labels: fields.map(({ label }) => label),
    sections,
    issues: front.issues,
  }
}

type StateReading = ReturnType<typeof readState>

const frontOf = (data: FrontMap): StateFront =>
  Object.fromEntries(
    FRONT_KEYS.map((key) => [key, (key.startsWith('progress.') ? numberOf : textOf)(frontValueAt(data, key))]),
  ) as unknown as StateFront

interface FieldPlace {
  readonly field: StateField
  readonly label: Label
}

/** Labels in known sections, and bold ones elsewhere outside list items. In lists of decisions, labels are text. */
function fieldsOf(source: Source, sections: readonly Section[], lists: readonly Section[]): readonly FieldPlace[] {
  const itemStarts = new Set(itemsOf(source).map((item) => item.contentStart))
  const tops = sections.filter((section) => section.heading.level <= 2)
  const found = labelsOf(source).flatMap((label): readonly FieldPlace[] => {
    if (lists.some(({ start, end }) => start <= label.start && label.start < end)) return []
    const heading = tops.findLast(({ start }) => start <= label.start)?.heading
    // In the dialect without sections, the position comes first.
    const section = heading === undefined || heading.level === 1 ? 'position' : sectionKind(heading.text)
    const own = section !== 'other' || (label.bold && !itemStarts.has(label.start))
    return own ? [{ field: { section, label: label.name, value: label.value }, label }] : []
  })
  const rank = ({ field }: FieldPlace) => SECTION_ORDER.indexOf(field.section)
  return found.sort((a, b) => rank(a) - rank(b))
}

export const state: Kind<StateValue> = {
  id: 'state',
  about: 'Position and memory of the project',
  parse(source) {
    const { value, issues } = readState(source)
    return parsed(source, value, () => issues)
  },
}

export const sameLabel = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Sets a label in `section`, or else in another section that has it; adds it to `section` if none has. */
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

/** Writes the differences between two values. Labels keep their order; new ones come last in their section. */
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
        fields.map((field) => lineLike(doc, last, field)),
      )
    else addFields(doc, reading, section, fields)
  }
}

/** A line for a field, with the bullet and the label form of its neighbour. */
function lineLike({ text }: Doc, label: Label, { label: name, value }: StateField): string {
  const head = text.slice(lineStart(text, label.start), label.start)
  const bullet = /^\s*(?:[-*+]\s+)?$/.test(head) ? head : ''
  const bold = label.colonOutside ? `**${name}**:` : `**${name}:**`
  return `${bullet}${label.bold ? bold : `${name}:`} ${value}`.trimEnd()
}

function addFields(doc: Doc, reading: StateReading, section: StateSection, fields: readonly StateField[]) {
  const lines = fields.map(({ label, value }) => `${label}: ${value}`.trimEnd())
  const home = reading.sections.find(({ heading }) => heading.level === 2 && sectionKind(heading.text) === section)
  if (home === undefined) doc.append([`## ${SECTIONS[section][0]}`, '', ...lines])
  else doc.insertBlock(home.heading.end, lines)
}

/** The first difference from the intended value; null if there is none. */
export function stateDifference(meant: StateValue, is: StateValue): string | null {
  if (same(meant, is)) return null
  const field = meant.fields.find((one, at) => !same(one, is.fields[at]))
  return field === undefined ? 'other front matter' : `another text after "${field.label}"`
}

export const NOT_WRITTEN = 'Not written yet'

const BODY = `
# Project State

## Project Reference

**Core value:** ${NOT_WRITTEN}
**Current focus:** Not started

## Current Position

Phase: Not started
Plan: Not started
Status: Ready to plan
Last activity: None
Progress: [░░░░░░░░░░] 0%

## Performance Metrics

Total plans completed: 0

## Accumulated Context

### Pending Todos

In \`todos/pending/\`.

## Session Continuity

Last session: None
Stopped at: None
Resume file: None
`

export const freshState = (more: Readonly<Record<string, string>> = {}): string =>
  renderFrontMatter({ gsd_state_version: '1.0', status: 'planning', ...more }) + BODY

/** Matches `label:` in front matter, or `**Label:**`. */
const LABEL = /^\s*(?:[-*] )?\**([A-Za-z_][\w -]{0,40}?)\**:/
const MARKS = [/^<{7} /, /^\|{7}/, /^={7}$/, /^>{7} /] as const

type Side = 'both' | 'ours' | 'base' | 'theirs'
const SIDES: readonly Side[] = ['ours', 'base', 'theirs', 'both']

/** Resolves conflicts: keeps both sides; of a label on both, ours. Text with an unclosed conflict is unchanged. */
export function withoutConflictMarkers(text: string): string {
  if (!/^<{7} /m.test(text)) return text
  const out: string[] = []
  const textOfSide: Record<Side, string[]> = { both: out, ours: [], base: [], theirs: [] }
  let side: Side = 'both'
  for (const line of text.split(/(?<=\n)/)) {
    const mark = MARKS.findIndex((one) => one.test(line.trimEnd()))
    if (mark === 0 ? side === 'both' : mark > 0 && side !== 'both') side = SIDES[mark] as Side
    else {
      textOfSide[side].push(line)
      continue
    }
    if (side !== 'both') continue
    out.push(...textOfSide.ours, ...textOfSide.theirs.filter((one) => isNew(one, textOfSide.ours)))
    textOfSide.ours = []
    textOfSide.theirs = []
  }
  return side === 'both' ? out.join('') : text
}

function isNew(line: string, ours: readonly string[]): boolean {
  const label = LABEL.exec(line)?.[1]
  return label === undefined
    ? ours.every((one) => one.trimEnd() !== line.trimEnd())
    : ours.every((one) => LABEL.exec(one)?.[1] !== label)
}
