// Writing PROJECT.md: from nothing, and the lists of an existing one that differ.
import type { Section } from '../../markdown/reader.js'
import { same } from '../../std/same.js'
import type { Doc } from '../doc.js'
import { align } from '../parts/alignment.js'
import { tableLine } from '../parts/draft.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
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
export function changeProject(doc: Doc, next: ProjectValue): void {
  const { value: old, places } = readProject(doc.source)
  for (const name of LISTS) changeList(doc, places, name, old[name], next[name])
  const { keyDecisions, currentMilestone, updated } = next
  changeDecisions(doc, places, old.keyDecisions, keyDecisions)
  if (currentMilestone !== old.currentMilestone) changeMilestone(doc, places, currentMilestone)
  if (updated !== old.updated) {
    if (places.updated === null || updated === null) doc.cannot('a line "*Last updated: …*"', 'none')
    else doc.replace(places.updated, updated)
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
    doc.cannot('the text as it stands', 'a change of it')
}

/** How one came out may change; new ones stand behind those that are there. */
function changeDecisions(
  doc: Doc,
  places: ProjectPlaces,
  before: readonly KeyDecision[],
  after: readonly KeyDecision[],
): void {
  if (same(before, after)) return
  const { table, rows } = places.decisions
  const standing = before.map((one, at) => ({ ...one, outcome: after[at]?.outcome ?? '' }))
  if (!same(standing, after.slice(0, before.length))) {
    doc.cannot('the decisions as they stand', 'others')
    return
  }
  for (const [at, { outcome }] of standing.entries()) {
    const row = rows[at]
    if (row !== undefined && outcome !== before[at]?.outcome) doc.setCell(row, 2, 'Outcome', outcome)
  }
  if (after.length === before.length) return
  const part = places.parts.keyDecisions
  const lines = after.slice(before.length).map((one) => decisionRow(one, table?.columns))
  if (table !== null) doc.insertRow(table, rows.at(-1) ?? null, lines.join(doc.eol))
  else if (part !== undefined) doc.insertBlock(textEnd(doc, part), [...TABLE_HEAD, ...lines])
  else newPart(doc, places, 'keyDecisions', [...TABLE_HEAD, ...lines])
}

/** The part is about one milestone: with another one all of it is another. */
function changeMilestone(doc: Doc, places: ProjectPlaces, text: string | null): void {
  const part = places.parts.currentMilestone
  if (text === null) doc.cannot('a milestone', 'none')
  else if (part === undefined) newPart(doc, places, 'currentMilestone', [text])
  else {
    const lines = [heading('currentMilestone'), '', text].join(doc.eol)
    doc.replace({ start: part.heading.start, end: textEnd(doc, part) }, lines)
  }
}

function changeList(
  doc: Doc,
  places: ProjectPlaces,
  name: ListName,
  before: readonly string[],
  after: readonly string[],
): void {
  if (same(before, after)) return
  const place = places.lists[name]
  const part = places.parts[name]
  const found = align(before, after)
  if (found === null) {
    doc.cannot('the order the file has', 'another order')
    return
  }
  for (const at of found.removed) {
    const item = place?.items[at]
    if (item !== undefined) doc.removeItem(item)
  }
  const lines = found.added.map(({ at }) => bullet(after[at] ?? ''))
  if (lines.length === 0) return
  if (place === undefined || part === undefined) {
    newPart(doc, places, name, lines)
    return
  }
  const [first] = place.items
  for (const { at, after: index } of found.added) {
    const line = bullet(after[at] ?? '')
    const behind = place.items[index]
    if (behind !== undefined) doc.insertItemAfter(behind, line)
    else if (first !== undefined) doc.insertItemBefore(first, line)
  }
  if (first !== undefined) return
  const [nothing] = place.nothing
  if (nothing !== undefined) doc.replace(nothing, lines.join(doc.eol))
  else doc.insertBlock(textEnd(doc, part), lines)
}

const textEnd = ({ text, source }: Doc, { heading, bodyStart, end }: Section): number =>
  Math.max(heading.end, trimmedEnd(text, bodyStart, footerStart(source, { start: bodyStart, end })))

/** A part that is missing stands behind the nearest part that comes before it. */
function newPart(doc: Doc, { parts }: ProjectPlaces, name: PartName, lines: readonly string[]): void {
  const isLost = PARTS[name].level === 3 && parts.requirements === undefined
  const order = Object.keys(PARTS) as PartName[]
  const before = order
    .slice(0, order.indexOf(name))
    .filter((other) => PARTS[other].level <= PARTS[name].level || parts.requirements !== undefined)
    .flatMap((other) => parts[other] ?? [])
    .at(-1)
  if (isLost || before === undefined) doc.cannot(isLost ? 'a heading "## Requirements"' : 'a heading', 'none')
  else doc.insertBlock(textEnd(doc, before), [heading(name), '', ...lines])
}
