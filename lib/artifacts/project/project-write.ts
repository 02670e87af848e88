// Writing PROJECT.md: from nothing, and the lists of an existing one that differ.
import type { Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { cellText, type Draft, tableLine } from '../parts/draft.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { Layout } from '../parts/layout-edit.js'
import type { KeyDecision, ProjectValue } from './project.js'
import { type ListName, PARTS, type PartName, type ProjectPlaces, type ProseName, readProject } from './project-read.js'

/** What a part says until somebody has filled it in. */
const PLACEHOLDERS: Readonly<Record<ProseName, string>> = {
  whatThisIs: '[What it is and who it is for, in two or three sentences]',
  coreValue: '[The one thing that must work, whatever else fails]',
  currentMilestone: '[Version and name]',
  context: '[What an engineer who is new here has to know]',
}
const TABLE_HEAD = ['| Decision | Rationale | Outcome |', '|----------|-----------|---------|']
const FOOTER = '[Day, and what happened]'
const NONE = 'None yet.'

const decisionRow = ({ decision, rationale, outcome }: KeyDecision, columns = 3) =>
  tableLine([decision, rationale, outcome, ...Array.from({ length: Math.max(0, columns - 3) }, () => '')])
const bullet = (text: string) => `- ${text}`
const heading = (name: PartName) => `${'#'.repeat(PARTS[name].level)} ${PARTS[name].title}`

export function freshProject(value: ProjectValue): string {
  const prose = (name: ProseName) => [heading(name), '', value[name] ?? PLACEHOLDERS[name]]
  const list = (name: ListName) => [heading(name), '', ...(value[name].length === 0 ? [NONE] : value[name].map(bullet))]
  const blocks: readonly (readonly string[])[] = [
    [`# ${value.name ?? '[Project name]'}`],
    prose('whatThisIs'),
    prose('coreValue'),
    ...(value.currentMilestone === null ? [] : [prose('currentMilestone')]),
    [heading('requirements')],
    list('validated'),
    list('active'),
    list('outOfScope'),
    prose('context'),
    list('constraints'),
    [heading('keyDecisions'), '', ...TABLE_HEAD, ...value.keyDecisions.map((one) => decisionRow(one))],
    ['---', '', `*Last updated: ${value.updated ?? FOOTER}*`],
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

const LISTS = ['validated', 'active', 'outOfScope', 'constraints'] as const satisfies readonly ListName[]

/** Its lists change, decisions are added or come out otherwise, and what the current milestone is goes with it; all other text belongs to its author. */
export function changeProject(draft: Draft, source: Source, next: ProjectValue): void {
  const { value: old, places } = readProject(source)
  const layout = new Layout(draft, source)
  for (const name of LISTS) changeList(layout, places, name, old[name], next[name])
  const { keyDecisions, currentMilestone, updated } = next
  changeDecisions(layout, places, old.keyDecisions, keyDecisions)
  if (currentMilestone !== old.currentMilestone) changeMilestone(layout, places, currentMilestone)
  if (updated !== old.updated) {
    if (places.updated === null || updated === null) layout.cannot('a line "*Last updated: …*"', 'none')
    else draft.replace(places.updated, updated)
  }
  const kept = { ...next, ...Object.fromEntries(LISTS.map((name) => [name, old[name]])) }
  if (
    !same(old, {
      ...kept,
      keyDecisions: old.keyDecisions,
      currentMilestone: old.currentMilestone,
      updated: old.updated,
    })
  )
    layout.cannot('the text as it stands', 'a change of it')
}

/** How one came out may change; new ones stand behind those that are there. */
function changeDecisions(
  layout: Layout,
  places: ProjectPlaces,
  before: readonly KeyDecision[],
  after: readonly KeyDecision[],
): void {
  if (same(before, after)) return
  const { table, rows } = places.decisions
  const standing = before.map((one, at) => ({ ...one, outcome: after[at]?.outcome ?? '' }))
  if (!same(standing, after.slice(0, before.length))) {
    layout.cannot('the decisions as they stand', 'others')
    return
  }
  for (const [at, { outcome }] of standing.entries()) {
    const row = rows[at]
    if (row !== undefined && outcome !== before[at]?.outcome) layout.cell(row, 2, 'Outcome', cellText(outcome))
  }
  if (after.length === before.length) return
  const part = places.parts.keyDecisions
  const lines = after.slice(before.length).map((one) => decisionRow(one, table?.columns))
  if (table !== null) layout.row(table, rows[0], rows.at(-1), lines.join(layout.draft.eol))
  else if (part !== undefined) layout.block(textEnd(layout, part), [...TABLE_HEAD, ...lines])
  else newPart(layout, places, 'keyDecisions', [...TABLE_HEAD, ...lines])
}

/** The part is about one milestone: with another one all of it is another. */
function changeMilestone(layout: Layout, places: ProjectPlaces, text: string | null): void {
  const part = places.parts.currentMilestone
  if (text === null) layout.cannot('a milestone', 'none')
  else if (part === undefined) newPart(layout, places, 'currentMilestone', [text])
  else {
    const lines = [heading('currentMilestone'), '', text].join(layout.draft.eol)
    layout.draft.replace({ start: part.heading.start, end: textEnd(layout, part) }, lines)
  }
}

function changeList(
  layout: Layout,
  places: ProjectPlaces,
  name: ListName,
  before: readonly string[],
  after: readonly string[],
): void {
  if (same(before, after)) return
  const place = places.lists[name]
  const part = places.parts[name]
  const found = layout.aligned(before, after, (text) => text)
  if (found === null) return
  for (const at of found.removed) {
    const item = place?.items[at]
    if (item !== undefined) layout.removeItem(item)
  }
  const lines = found.added.map(({ at }) => bullet(after[at] ?? ''))
  if (lines.length === 0) return
  if (place === undefined || part === undefined) {
    newPart(layout, places, name, lines)
    return
  }
  layout.insertItems(place.items, found.added, (at) => bullet(after[at] ?? ''))
  if (place.items.length > 0) return
  const [nothing] = place.nothing
  if (nothing !== undefined) layout.draft.replace(nothing, lines.join(layout.draft.eol))
  else layout.block(textEnd(layout, part), lines)
}

const textEnd = ({ draft, source }: Layout, { heading, bodyStart, end }: Section): number =>
  Math.max(heading.end, trimmedEnd(draft.text, bodyStart, footerStart(source, { start: bodyStart, end })))

/** A part that is missing stands behind the nearest part that comes before it. */
function newPart(layout: Layout, { parts }: ProjectPlaces, name: PartName, lines: readonly string[]): void {
  const isLost = PARTS[name].level === 3 && parts.requirements === undefined
  const order = Object.keys(PARTS) as PartName[]
  const before = order
    .slice(0, order.indexOf(name))
    .filter((other) => PARTS[other].level <= PARTS[name].level || parts.requirements !== undefined)
    .flatMap((other) => parts[other] ?? [])
    .at(-1)
  if (isLost || before === undefined) layout.cannot(isLost ? 'a heading "## Requirements"' : 'a heading', 'none')
  else layout.block(textEnd(layout, before), [heading(name), '', ...lines])
}
