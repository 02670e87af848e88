// Reading STATE.md: position labels in both dialects, decisions as bullets or table, blockers, and where each stands.
import type { Issue } from '../../errors.js'
import { frontValueAt, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import {
  type Heading,
  headingsOf,
  type Item,
  itemsOf,
  type Label,
  labelsOf,
  type Range,
  type Section,
  sectionsOf,
  type Table,
  tablesOf,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { numberOf, textOf } from '../parts/front-fields.js'
import { isNothing, isPlaceholder, visibleLines } from '../parts/placeholders.js'
import { itemText, topItems } from '../parts/prose.js'
import {
  SECTION_ORDER,
  type StateDecision,
  type StateField,
  type StateFront,
  type StateProgress,
  type StateSection,
  type StateValue,
} from './state.js'

/** Field of the value, and the key it is written under. */
export const FRONT_KEYS = {
  version: 'gsd_state_version',
  milestone: 'milestone',
  milestoneName: 'milestone_name',
  currentPhase: 'current_phase',
  currentPhaseName: 'current_phase_name',
  currentPlan: 'current_plan',
  status: 'status',
  stoppedAt: 'stopped_at',
  pausedAt: 'paused_at',
  lastUpdated: 'last_updated',
  lastActivity: 'last_activity',
} as const satisfies Record<Exclude<keyof StateFront, 'progress'>, string>

export const PROGRESS_KEYS = {
  totalPhases: 'total_phases',
  completedPhases: 'completed_phases',
  totalPlans: 'total_plans',
  completedPlans: 'completed_plans',
  percent: 'percent',
} as const satisfies Record<keyof StateProgress, string>

export type ListName = 'decisions' | 'blockers' | 'todos' | 'evolution'

const LISTS: readonly (readonly [RegExp, ListName])[] = [
  [/\bdecisions\b/i, 'decisions'],
  [/\b(?:blockers|concerns)\b/i, 'blockers'],
  [/\btodos?\b/i, 'todos'],
  [/\broadmap evolution\b/i, 'evolution'],
]
const SECTIONS: readonly (readonly [RegExp, StateSection])[] = [
  [/^project reference\b/i, 'project'],
  [/\bposition\b/i, 'position'],
  [/^performance metrics\b/i, 'metrics'],
  [/^session\b/i, 'session'],
]

export interface ListPlace {
  readonly section: Section
  readonly items: readonly Item[]
  readonly table: Table | null
  /** Lines such as `None yet.` that stand for an empty list. */
  readonly nothing: readonly Range[]
}

export interface StatePlaces {
  readonly title: Heading | null
  readonly sections: readonly Section[]
  readonly labels: readonly Label[]
  readonly lists: Readonly<Partial<Record<ListName, ListPlace>>>
}

export interface StateReading {
  readonly value: StateValue
  readonly places: StatePlaces
  readonly issues: readonly Issue[]
}

export const sectionKind = (title: string): StateSection =>
  SECTIONS.find(([pattern]) => pattern.test(title))?.[1] ?? 'other'
const listKind = (title: string): ListName | null => LISTS.find(([pattern]) => pattern.test(title))?.[1] ?? null

export function readState(source: Source): StateReading {
  const front = readFrontMatter(source)
  const sections = sectionsOf(source)
  const title = headingsOf(source).find((heading) => heading.level === 1) ?? null
  const lists = listsOf(source, sections)
  const fields = fieldsOf(
    source,
    sections,
    Object.values(lists).map(({ section }) => section),
  )
  const known = new Set<string>([...Object.values(FRONT_KEYS), 'progress'])
  return {
    value: {
      front: frontOf(front.data),
      other: Object.fromEntries(Object.entries(front.data).filter(([key]) => !known.has(key))),
      title: title?.text ?? null,
      fields: fields.map(({ field }) => field),
      decisions: lists.decisions === undefined ? null : decisionsOf(source, lists.decisions),
      blockers: textsOf(source, lists.blockers),
      todos: textsOf(source, lists.todos),
      evolution: textsOf(source, lists.evolution),
    },
    places: { title, sections, labels: fields.map(({ label }) => label), lists },
    issues: front.issues,
  }
}

type Data = ReturnType<typeof readFrontMatter>['data']

function frontOf(data: Data): StateFront {
  const texts = Object.entries(FRONT_KEYS).map(([name, key]) => [name, textOf(frontValueAt(data, key))] as const)
  return { ...(Object.fromEntries(texts) as Omit<StateFront, 'progress'>), progress: progressOf(data) }
}

function progressOf(data: Data): StateProgress | null {
  const map = data['progress']
  if (!isFrontMap(map)) return null
  const numbers = Object.entries(PROGRESS_KEYS).map(([name, key]) => [name, numberOf(map[key])] as const)
  return numbers.every(([, number]) => number === null)
    ? null
    : (Object.fromEntries(numbers) as unknown as StateProgress)
}

/** The first section of each kind; a section of the second level wins over none, its subsections over prose. */
function listsOf(source: Source, sections: readonly Section[]): Partial<Record<ListName, ListPlace>> {
  const found: Partial<Record<ListName, ListPlace>> = {}
  for (const [index, section] of sections.entries()) {
    const kind = section.heading.level < 2 ? null : listKind(section.heading.text)
    if (kind === null || found[kind] !== undefined) continue
    // What belongs to a subsection is not the list of the section around it.
    const inner = sections[index + 1]
    const end = inner !== undefined && inner.start < section.end ? inner.start : section.end
    const body = { start: section.bodyStart, end: Math.max(section.bodyStart, end) }
    found[kind] = {
      section: { ...section, end: body.end },
      items: topItems(source, body).filter((item) => !empty(item.text)),
      table: tablesOf(source, body)[0] ?? null,
      nothing: nothingIn(source, body),
    }
  }
  return found
}

const empty = (text: string) => text === '' || isNothing(text) || isPlaceholder(text)

const MARKER = /^\s*(?:[-*+]|\d+[.)])\s+/

const nothingIn = (source: Source, body: Range): readonly Range[] =>
  [...visibleLines(source, body)].filter(({ text }) => text.trim() !== '' && empty(text.replace(MARKER, '').trim()))

function textsOf(source: Source, place: ListPlace | undefined): readonly string[] | null {
  if (place === undefined) return null
  const items = place.items.map((item) => itemText(source, item))
  const rows =
    place.table?.rows.map((row) =>
      row.cells
        .map(({ text }) => text)
        .join(' — ')
        .trim(),
    ) ?? []
  return [...items, ...rows].filter((text) => !/^[—\s-]*$/.test(text))
}

function decisionsOf(source: Source, place: ListPlace): readonly StateDecision[] {
  const items = place.items.map((item) => decisionIn(itemText(source, item)))
  return [...items, ...decisionRows(place).map(({ decision }) => decision)]
}

/** Rows of a decision table, told by its headings. */
export function decisionRows(place: ListPlace) {
  const { table } = place
  const columns = table === null ? null : decisionColumns(table)
  if (table === null || columns === null) return []
  return table.rows.flatMap((row) => {
    const cell = (at: number) => row.cells[at]?.text ?? ''
    const summary = [cell(columns.summary), cell(columns.rationale)].filter((text) => text !== '').join(' — ')
    if (/^[—\s-]*$/.test(summary)) return []
    return [{ decision: { ...split(summary), phase: cell(columns.phase) || null }, row }]
  })
}

export function decisionColumns(table: Table) {
  const names = table.header.cells.map(({ text }) => text.toLowerCase())
  const at = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  const columns = { phase: at(/^phase/), summary: at(/^(?:summary|decision)/), rationale: at(/^rationale/) }
  return columns.summary < 0 ? null : columns
}

/** Reads `[Phase 2]: text — rationale`, `Phase 2: text` or plain text. */
function decisionIn(text: string): StateDecision {
  const bracket = /^\[([^\][]+)\](?!\()\s*:?\s*(.*)$/s.exec(text)
  const plain = bracket === null ? /^(phase\s+[\w.-]+)\s*:\s*(.*)$/is.exec(text) : null
  const found = bracket ?? plain
  return found === null ? { phase: null, ...split(text) } : { phase: (found[1] ?? '').trim(), ...split(found[2] ?? '') }
}

function split(text: string): { readonly summary: string; readonly rationale: string | null } {
  const dash = text.indexOf(' — ')
  if (dash < 0) return { summary: text.trim(), rationale: null }
  return { summary: text.slice(0, dash).trim(), rationale: text.slice(dash + 3).trim() }
}

interface FieldPlace {
  readonly field: StateField
  readonly label: Label
}

/** Labels of the known sections, and bold ones elsewhere; those inside lists of decisions and the like are text. */
function fieldsOf(source: Source, sections: readonly Section[], lists: readonly Section[]): readonly FieldPlace[] {
  const itemStarts = new Set(itemsOf(source).map((item) => item.contentStart))
  const tops = sections.filter((section) => section.heading.level <= 2)
  let top = -1
  let list = 0
  const ordered = [...lists].sort((a, b) => a.start - b.start)
  const found = labelsOf(source).flatMap((label): readonly FieldPlace[] => {
    while ((tops[top + 1]?.start ?? Number.POSITIVE_INFINITY) <= label.start) top++
    while ((ordered[list]?.end ?? Number.POSITIVE_INFINITY) <= label.start) list++
    if ((ordered[list]?.start ?? Number.POSITIVE_INFINITY) <= label.start) return []
    const heading = tops[top]?.heading
    // Before the first section there is the position, in the dialect that has no sections.
    const section = heading === undefined || heading.level === 1 ? 'position' : sectionKind(heading.text)
    const own = section !== 'other' || (label.bold && !itemStarts.has(label.start))
    return own ? [{ field: { section, label: label.name, value: label.value }, label }] : []
  })
  const rank = ({ field }: FieldPlace) => SECTION_ORDER.indexOf(field.section)
  return found.sort((a, b) => rank(a) - rank(b))
}
