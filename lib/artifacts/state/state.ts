// STATE.md: the projected position, its labels in both dialects, and the notes of users and agents.
import type { Issue } from '../../errors.js'
import { type FrontMap, frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { itemsOf, type Label, labelsOf, type Section, sectionsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Kind, parsed } from '../codec.js'
import { numberOf, textOf } from '../parts/front-fields.js'

export type StateStatus = 'unknown' | 'paused' | 'executing' | 'planning' | 'discussing' | 'verifying' | 'completed'

/** Keys of the front matter, in writing order; those of the progress are whole numbers. */
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

/** Null if absent, or no whole number. */
export type StateFront = Readonly<Record<Exclude<FrontKey, CountKey>, string | null> & Record<CountKey, number | null>>

/** Body parts with labelled lines, in the value's order. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const

export type StateSection = (typeof SECTION_ORDER)[number]

/** A labelled line of the body. Labels are case-blind. */
export interface StateField {
  readonly section: (typeof SECTION_ORDER)[number]
  readonly label: string
  readonly value: string
}

/** The position shown in STATE.md. Other content is for its readers only. */
export interface StateValue {
  readonly front: StateFront
  /** Fields by section, then in file order. */
  readonly fields: readonly StateField[]
}

/** Sections whose lines are list entries. */
const LISTED = /\b(?:decisions|blockers|concerns|todos?|roadmap evolution)\b/i

const SECTIONS: readonly (readonly [RegExp, StateSection])[] = [
  [/^project reference\b/i, 'project'],
  [/\bposition\b/i, 'position'],
  [/^performance metrics\b/i, 'metrics'],
  [/^session\b/i, 'session'],
]

export interface StateReading {
  readonly value: StateValue
  readonly labels: readonly Label[]
  readonly sections: readonly Section[]
  readonly issues: readonly Issue[]
}

export const sectionKind = (title: string): StateSection =>
  SECTIONS.find(([pattern]) => pattern.test(title))?.[1] ?? 'other'

export function readState(source: Source): StateReading {
  const front = readFrontMatter(source)
  const sections = sectionsOf(source)
  const lists = sections.filter(({ heading }) => heading.level > 1 && LISTED.test(heading.text))
  const fields = fieldsOf(source, sections, lists)
  return {
    value: {
      front: frontOf(front.data),
      fields: fields.map(({ field }) => field),
    },
    labels: fields.map(({ label }) => label),
    sections,
    issues: front.issues,
  }
}

const frontOf = (data: FrontMap): StateFront =>
  Object.fromEntries(
    FRONT_KEYS.map((key) => [key, (key.startsWith('progress.') ? numberOf : textOf)(frontValueAt(data, key))]),
  ) as unknown as StateFront

interface FieldPlace {
  readonly field: StateField
  readonly label: Label
}

/** Labels of the known sections, and bold ones elsewhere; in lists of decisions and the like they are text. */
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
    // In the dialect without sections the position comes first.
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
