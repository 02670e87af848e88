// Reading STATE.md: position labels in both dialects, the list of todos, and where each stands.
import type { Issue } from '../../errors.js'
import { frontValueAt, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import {
  type Item,
  itemsOf,
  type Label,
  labelsOf,
  type Range,
  type Section,
  sectionsOf,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { numberOf, textOf } from '../parts/front-fields.js'
import { isNothing, isPlaceholder, visibleLines } from '../parts/placeholders.js'
import { itemText, topItems } from '../parts/prose.js'
import {
  SECTION_ORDER,
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

/** Sections whose lines are entries of a list, whatever they begin with. */
const LISTED = /\b(?:decisions|blockers|concerns|todos?|roadmap evolution)\b/i
const TODOS = /\btodos?\b/i

const SECTIONS: readonly (readonly [RegExp, StateSection])[] = [
  [/^project reference\b/i, 'project'],
  [/\bposition\b/i, 'position'],
  [/^performance metrics\b/i, 'metrics'],
  [/^session\b/i, 'session'],
]

export interface ListPlace {
  readonly section: Section
  readonly items: readonly Item[]
  /** Lines such as `None yet.` that stand for an empty list. */
  readonly nothing: readonly Range[]
}

export interface StateReading {
  readonly value: StateValue
  readonly labels: readonly Label[]
  readonly todos: ListPlace | null
  readonly sections: readonly Section[]
  readonly issues: readonly Issue[]
}

export const sectionKind = (title: string): StateSection =>
  SECTIONS.find(([pattern]) => pattern.test(title))?.[1] ?? 'other'

export function readState(source: Source): StateReading {
  const front = readFrontMatter(source)
  const sections = sectionsOf(source)
  const todos = todosIn(source, sections)
  const lists = sections.filter(({ heading }) => heading.level > 1 && LISTED.test(heading.text))
  const fields = fieldsOf(source, sections, lists)
  return {
    value: {
      front: frontOf(front.data),
      fields: fields.map(({ field }) => field),
      todos: todos?.items.map((item) => itemText(source, item)) ?? null,
    },
    labels: fields.map(({ label }) => label),
    todos,
    sections,
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

/** What belongs to a subsection is not the list of the section around it. */
function todosIn(source: Source, sections: readonly Section[]): ListPlace | null {
  const at = sections.findIndex(({ heading }) => heading.level > 1 && TODOS.test(heading.text))
  const section = sections[at]
  if (section === undefined) return null
  const inner = sections[at + 1]
  const end = inner !== undefined && inner.start < section.end ? inner.start : section.end
  const body = { start: section.bodyStart, end: Math.max(section.bodyStart, end) }
  return {
    section: { ...section, end: body.end },
    items: topItems(source, body).filter((item) => !empty(item.text)),
    nothing: nothingIn(source, body),
  }
}

const empty = (text: string) => text === '' || isNothing(text) || isPlaceholder(text)

const MARKER = /^\s*(?:[-*+]|\d+[.)])\s+/

const nothingIn = (source: Source, body: Range): readonly Range[] =>
  [...visibleLines(source, body)].filter(({ text }) => text.trim() !== '' && empty(text.replace(MARKER, '').trim()))

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
