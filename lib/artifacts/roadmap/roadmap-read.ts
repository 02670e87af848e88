// Reads a roadmap: its value, and where each field is.
import { isFrontList, readFrontMatter } from '../../markdown/frontmatter.js'
import {
  frontMatterOf,
  fullLabel,
  type Heading,
  headingsOf,
  type Item,
  itemsOf,
  itemText,
  type Label,
  labelsOf,
  type Range,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { once, onceOf, withLater } from '../../std/once.js'
import { isUnreadPhase, phaseKey, phaseTitleIn } from '../parts/phase-token.js'
import { realText } from '../parts/placeholders.js'
import { requirementIdsIn } from '../requirements/requirements.js'
import { leadingMark, markIn, milestoneTextIn, stateIn } from './milestone-text.js'
import { type PhaseLineText, phaseLineIn, planTextIn } from './phase-line.js'
import { milestoneRows, rowsOf, tablesIn } from './progress-table.js'
import type { MilestoneLine, PhaseLine, PhaseSection, PlanLine, RoadmapValue } from './roadmap.js'
import { homesIn } from './roadmap-homes.js'
import { looseRoadmap } from './roadmap-loose.js'
import { type Outline, outlineOf, type PhaseSpot, rankedText } from './roadmap-outline.js'

/** Labels of a phase section. A `Plans:` that is not bold heads the list of plans instead. */
export const FIELD_LABELS = {
  goal: 'Goal',
  mode: 'Mode',
  depth: 'Depth',
  dependsOn: 'Depends on',
  requirements: 'Requirements',
  criteria: 'Success Criteria',
  plansText: 'Plans',
} as const
export type FieldName = keyof typeof FIELD_LABELS

export type PhasePlace = ReturnType<ReturnType<typeof sectionAt>['place']>
export type RoadmapPlaces = ReturnType<typeof readRoadmap>['places']

/** Reads a roadmap, once per source. The arrays in `places` are parallel to those in the value. */
export const readRoadmap = onceOf((source: Source) => {
  const headings = headingsOf(source)
  const title = headings.find((heading) => heading.level === 1) ?? null
  const { outline, lines, milestones, table } = foundIn(source, headings)
  const homes = homesIn(
    outline,
    title,
    milestones.map(({ line }) => line),
    outline.phases.map(({ phase, part, folded }) => ({ id: phase.id, part, folded, done: null })),
    lines.map(({ spot: { item, part, folded }, text }) => ({ id: text.id, part, folded, done: item.checked === true })),
  )
  const phases = outline.phases.map((spot, at) => sectionAt(source, spot, homes.sections[at] ?? null))
  const tables = once(() => (table === null ? tablesIn(source) : [table]))
  const rows = once(() => rowsOf(tables()))
  const value: RoadmapValue = withLater(
    {
      title: title?.text ?? null,
      queue: queueOf(source),
      milestones: milestones.map(({ line }) => line),
      windows: homes.values,
      phases: phases.map(({ value }) => value),
      checklist: lines.map((line, at) => listed(line, homes.lines[at] ?? null)),
    },
    { progress: () => (tables().length === 0 ? null : rows().map(({ value }) => value)) },
  )
  return {
    value,
    places: withLater(
      {
        title,
        milestones: milestones.map(({ item }) => item),
        // The parts of each window, in document order.
        windows: homes.parts,
        checklist: lines.map(({ spot }) => spot.item),
        outline,
      },
      {
        phases: () => phases.map(({ place }) => place()),
        progress: () => rows().map(({ place }) => place),
        tables,
      },
    ),
  }
})

/** Finds phases and milestones. If phase headings are unreadable, they are reported, and no looser format is tried. */
function foundIn(source: Source, headings: readonly Heading[]) {
  const found = withListed(outlineOf(source, headings))
  const lines = phaseLinesIn(found)
  const milestones = milestonesOf(source, headings, found)
  const isMeant = (heading: Heading) => isUnreadPhase(rankedText(heading) ?? '')
  const isBare = [found.phases, found.parts, lines, milestones].every(({ length }) => length === 0)
  if (!isBare || headings.some(isMeant)) return { outline: found, lines, milestones, table: null }
  const loose = looseRoadmap(source, headings, found)
  return { outline: { ...found, phases: loose.phases }, lines: loose.lines, milestones, table: loose.table }
}

/** The front matter's `queue`. Front matter is rare here, so it is read only if the scanner found a block. */
function queueOf(source: Source): readonly string[] {
  if (frontMatterOf(source) === null) return []
  const queue = readFrontMatter(source).data['queue']
  if (typeof queue === 'string') return queue === '' ? [] : [queue]
  return queue !== undefined && isFrontList(queue) ? queue.filter((entry) => typeof entry === 'string') : []
}

/** Without open sections, lines count as phases: bullets if there is no section at all, boxes outside closed parts. */
function withListed(outline: Outline): Outline {
  const isOver = ({ part, folded }: Pick<PhaseSpot, 'part' | 'folded'>) => folded || part?.text.mark === 'shipped'
  if (outline.phases.some((spot) => !isOver(spot))) return outline
  const past = new Set(outline.phases.map(({ phase }) => phaseKey(phase.id)))
  const listed = outline.lines.flatMap((line): readonly PhaseSpot[] => {
    const { item, part, folded } = line
    if (
      item.ordered ||
      item.text.startsWith('~~') ||
      (item.checked === null ? outline.phases.length > 0 : isOver(line))
    )
      return []
    const text = phaseLineIn(item.text)
    const phase = text === null ? null : phaseTitleIn(`Phase ${text.id}: ${text.title}`)
    const isPast = phase === null || (item.checked === true && past.has(phaseKey(phase.id)))
    return isPast ? [] : [{ phase, heading: null, item, part, folded, start: item.start, end: item.end }]
  })
  return { ...outline, phases: [...outline.phases, ...listed].sort((a, b) => a.start - b.start) }
}

/** The lines outside sections that have a box and name a phase. */
const phaseLinesIn = ({ lines }: Outline) =>
  lines.flatMap((spot) => {
    const text = spot.item.checked === null ? null : phaseLineIn(spot.item.text)
    return text === null ? [] : [{ spot, text }]
  })

const listed = (
  { spot, text }: { readonly spot: Outline['lines'][number]; readonly text: PhaseLineText },
  window: number | null,
): PhaseLine => {
  const { id, title, text: remark, completed } = text
  return { id, title, text: remark, completed, done: spot.item.checked === true, window }
}

/** The milestone lines. A missing mark is taken from box, heading (`## Completed Milestones`) or table row. */
function milestonesOf(source: Source, headings: readonly Heading[], outline: Outline) {
  let heading = -1
  const rows = once(() => milestoneRows(source))
  return outline.lines.flatMap(({ item, part }): readonly { readonly line: MilestoneLine; readonly item: Item }[] => {
    while ((headings[heading + 1]?.start ?? Number.POSITIVE_INFINITY) < item.start) heading++
    if (part?.kind === 'details') return []
    const above = headings[heading]?.text ?? ''
    const listed = /\bmilestones?\b/i.test(above)
    if (!listed && leadingMark(item.text).mark === null) return []
    const line = phaseLineIn(item.text) === null ? milestoneLineIn(item.text) : null
    if (line === null) return []
    const mark =
      line.mark ??
      (item.checked === true ? 'shipped' : null) ??
      stateIn(above) ??
      rows().get(line.version ?? '') ??
      null
    return [{ line: { ...line, mark }, item }]
  })
}

/** Reads `✅ **v1.0 MVP** - Phases 1-4 (shipped 2026-01-02)`; null if it does not begin with a version. */
function milestoneLineIn(line: string): MilestoneLine | null {
  const { rest } = leadingMark(line.trim())
  const bold = /^\*\*(.+?)\*\*(.*)$/s.exec(rest)
  const link = /^\[([^\]]+)\]\([^)]*\)(.*)$/s.exec(rest)
  const parts = bold ?? link
  const marked = milestoneTextIn(parts?.[1] ?? rest)
  if (!marked.beginsWithVersion) return null
  // If only the version is linked or bold, the name follows it.
  const isBare = parts !== null && marked.name === null && marked.note === null
  const inner = isBare ? milestoneTextIn(`${marked.version}${parts[2] ?? ''}`) : marked
  const after = parts === null || isBare ? '' : (parts[2] ?? '')
  const tail = [inner.note ?? '', after.replace(/^[\s:–—-]+/, '')].filter((part) => part !== '').join(' ')
  return {
    version: inner.version,
    name: inner.name,
    mark: markIn(line.trim()),
    rest: tail.replace(/^[\s:–—-]+/, '').trim(),
  }
}

/** A phase, and where its parts are. The section is read lazily, because most calls concern one phase. */
function sectionAt(source: Source, spot: PhaseSpot, window: number | null) {
  const { id, title, code, inserted } = spot.phase
  const body: Range = { start: spot.heading?.end ?? spot.item?.contentEnd ?? spot.end, end: spot.end }
  const labels = once(() => labelsOf(source, body))
  const named = once(() => fieldLabels(labels()))
  const lists = once(() => listsAt(source, spot, body, labels(), named()))
  const known = (name: FieldName) => orNull(named().known[name]?.value)
  const form: PhaseSection['form'] = spot.heading === null ? 'bullet' : 'heading'
  const bullet = () => (spot.item === null ? null : phaseLineIn(spot.item.text))
  const value: PhaseSection = withLater(
    { id, title, code, inserted, form, window },
    {
      goal: () => realOrNull(spot.goal ?? bullet()?.text) ?? realOrNull(lists().goal?.value),
      mode: () => known('mode')?.toLowerCase() ?? null,
      depth: () => known('depth'),
      dependsOn: () => known('dependsOn'),
      requirements: () => requirementIdsIn(named().known.requirements?.value ?? ''),
      successCriteria: () => lists().criteriaTexts,
      plansText: () => known('plansText'),
      plans: () => lists().plans.map(({ item, text }): PlanLine => ({ ...text, done: item.checked === true })),
      fields: () => Object.fromEntries(lists().extra.map((label) => [label.name, label.value])),
    },
  )
  const place = once(() => {
    const { goal, extra, criteria, plans, placeholders } = lists()
    const labels = goal === undefined ? named().known : { ...named().known, goal }
    const { header: planHeader } = named()
    return { spot, labels, extra, criteria, plans: plans.map(({ item }) => item), placeholders, planHeader }
  })
  return { value, place }
}

/** Reads a section's lists, and its labels outside list items. */
function listsAt(
  source: Source,
  spot: PhaseSpot,
  body: Range,
  labels: readonly Label[],
  { known, others }: ReturnType<typeof fieldLabels>,
) {
  const items = itemsOf(source, body)
  const inItem = new Set(items.map((item) => item.contentStart))
  const own = others.filter((label) => !inItem.has(label.start))
  const follows = new Map(items.map((item, at) => [item, items[at + 1]?.start ?? item.end]))
  const boxed = items.filter((item) => item.checked !== null)
  const read = boxed.map((item) => ({ item, text: planTextIn(item.text, spot.phase.id) }))
  const criteria = criteriaOf(known.criteria, labels, items, inItem, spot.end)
  const criteriaTexts =
    criteria.length > 0
      ? criteria.map((item) => itemText(source, item, follows.get(item) ?? item.end))
      : [known.criteria?.value ?? '']
  const from = known.goal?.start ?? spot.end
  const next = [...labels, ...items].reduce((at, { start }) => (start > from && start < at ? start : at), spot.end)
  return {
    extra: own.filter(({ name }, at) => own.findIndex((other) => other.name === name) === at),
    goal: known.goal === undefined ? undefined : fullLabel(source, known.goal, next),
    criteria,
    criteriaTexts: criteriaTexts.filter((text) => realText(text) !== null),
    plans: read.flatMap(({ item, text }) => (text === null ? [] : [{ item, text }])),
    placeholders: read.flatMap(({ item, text }) => (text === null && /^tbd\b/i.test(item.text) ? [item] : [])),
  }
}

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)
const realOrNull = (text: string | undefined): string | null => realText(text ?? '')

const NAMES = new Map<string, FieldName>(
  Object.entries(FIELD_LABELS).map(([name, label]) => [label.toLowerCase(), name as FieldName]),
)
const fieldNameOf = (label: string): FieldName | null =>
  NAMES.get(label.toLowerCase()) ?? (/^success criteria\b/i.test(label) ? 'criteria' : null)

function fieldLabels(labels: readonly Label[]) {
  const known: Partial<Record<FieldName, Label>> = {}
  const others: Label[] = []
  let header: Label | null = null
  for (const label of labels) {
    const name = fieldNameOf(label.name)
    if (name === 'plansText' && !label.bold) header ??= label
    else if (name !== null) known[name] ??= label
    else if (label.bold) others.push(label)
  }
  return { known, others, header: header ?? emptyPlans(known) }
}

/** The label of an empty `**Plans:**`, which heads the list of plans too. */
const emptyPlans = (known: Partial<Record<FieldName, Label>>): Label | null =>
  known.plansText?.value === '' ? known.plansText : null

/** The list below a label: items with the indent of the first one, up to the next label or box. */
function criteriaOf(
  label: Label | undefined,
  labels: readonly Label[],
  items: readonly Item[],
  inItem: ReadonlySet<number>,
  end: number,
): readonly Item[] {
  if (label === undefined) return []
  const next = labels.find(
    (other) => other.start > label.start && (!inItem.has(other.start) || fieldNameOf(other.name) !== null),
  )
  const inside = items.filter((item) => item.start > label.start && item.start < (next?.start ?? end))
  const list = inside.slice(0, firstBoxed(inside))
  return list.filter((item) => item.indent === list[0]?.indent && item.text !== '')
}

const firstBoxed = (items: readonly Item[]) => {
  const at = items.findIndex((item) => item.checked !== null)
  return at < 0 ? items.length : at
}
