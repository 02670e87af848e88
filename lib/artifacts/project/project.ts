// PROJECT.md: reads paragraphs, lists and key decisions with their places; writes a new file; named edits.
import type { Issue } from '../../errors.js'
import {
  headingsOf,
  type Range,
  type Row,
  type Section,
  sectionsOf,
  spansOf,
  type Table,
  tablesOf,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Infer, listOf, record, text, textOrNull, texts } from '../../std/shape.js'
import { issueAt, type Kind, parsed } from '../codec.js'
import type { After, Doc } from '../doc.js'
import { type Columns, columnsIn, footerStart, rowLine, trimmedEnd } from '../parts/draft.js'
import { hasContent, realText, visibleLines } from '../parts/placeholders.js'
import { bodyOf, itemText, topItems } from '../parts/prose.js'

const KEY_DECISION = record({ decision: text(), rationale: text(), outcome: text() })
export type KeyDecision = Infer<typeof KEY_DECISION>

/** The content of PROJECT.md: the first paragraph or the top-level items of each section; null or [] if none. */
export const PROJECT = record({
  name: textOrNull(),
  whatThisIs: textOrNull(),
  coreValue: textOrNull(),
  currentMilestone: textOrNull(),
  validated: texts(),
  active: texts(),
  outOfScope: texts(),
  context: textOrNull(),
  constraints: texts(),
  keyDecisions: listOf(KEY_DECISION),
  /** Text of the footer after `Last updated:`. */
  updated: textOrNull(),
})
export type ProjectValue = Infer<typeof PROJECT>

const TABLE_HEAD = ['| Decision | Rationale | Outcome |', '|----------|-----------|---------|']

export const bullet = (text: string): string => `- ${text}`
export const heading = (name: PartName): string => `${'#'.repeat(PARTS[name].level)} ${PARTS[name].title}`

const decisionRow = (decision: KeyDecision, columns: DecisionColumns = OUR_COLUMNS, count = 3): string =>
  rowLine(count, columns, decision)

export function freshProject(value: ProjectValue): string {
  const prose = (name: ProseName) => [heading(name), '', value[name] ?? '']
  const list = (name: ListName) => [
    heading(name),
    '',
    ...(value[name].length === 0 ? ['None yet.'] : value[name].map(bullet)),
  ]
  const blocks: readonly (readonly string[])[] = [
    [`# ${value.name ?? 'Project'}`],
    prose('whatThisIs'),
    prose('coreValue'),
    [heading('requirements')],
    list('validated'),
    list('active'),
    list('outOfScope'),
    prose('context'),
    list('constraints'),
    [heading('keyDecisions'), '', ...TABLE_HEAD, ...value.keyDecisions.map((one) => decisionRow(one))],
    ['---', '', `*Last updated: ${value.updated ?? ''}*`],
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

type ProseName = 'whatThisIs' | 'coreValue' | 'currentMilestone' | 'context'
type ListName = 'validated' | 'active' | 'outOfScope' | 'constraints'
type PartName = ProseName | ListName | 'requirements' | 'keyDecisions'

/** The parts in the order in which we write them. The part `requirements` has no text, only three lists below it. */
export const PARTS: Readonly<Record<PartName, { readonly title: string; readonly level: 2 | 3 }>> = {
  whatThisIs: { title: 'What This Is', level: 2 },
  coreValue: { title: 'Core Value', level: 2 },
  currentMilestone: { title: 'Current Milestone', level: 2 },
  requirements: { title: 'Requirements', level: 2 },
  validated: { title: 'Validated', level: 3 },
  active: { title: 'Active', level: 3 },
  outOfScope: { title: 'Out of Scope', level: 3 },
  context: { title: 'Context', level: 2 },
  constraints: { title: 'Constraints', level: 2 },
  keyDecisions: { title: 'Key Decisions', level: 2 },
}

type DecisionColumns = Columns<keyof KeyDecision>
const OUR_COLUMNS: DecisionColumns = { decision: 0, rationale: 1, outcome: 2 }

const isHeadingOf = (heading: string, title: string) => {
  const text = heading.toLowerCase().trim()
  const wanted = title.toLowerCase()
  return text === wanted || text.startsWith(`${wanted}:`) || text.startsWith(`${wanted} (`)
}

const LISTS = ['validated', 'active', 'outOfScope', 'constraints'] as const satisfies readonly ListName[]

/** Reads the value, and where its parts are. The rows in `places` are parallel to the key decisions. */
function readProject(source: Source) {
  const title = headingsOf(source).find((heading) => heading.level === 1)?.text ?? ''
  const sections = sectionsOf(source)
  const parts: Partial<Record<PartName, Section>> = {}
  for (const [name, { title: wanted, level }] of Object.entries(PARTS) as [PartName, (typeof PARTS)[PartName]][]) {
    const found = sections.find(({ heading }) => heading.level === level && isHeadingOf(heading.text, wanted))
    if (found !== undefined) parts[name] = found
  }
  const lists: Partial<Record<ListName, ReturnType<typeof listIn>>> = {}
  for (const name of LISTS) if (parts[name] !== undefined) lists[name] = listIn(source, parts[name])
  const textsIn = (name: ListName) => lists[name]?.texts ?? []
  const table = parts.keyDecisions === undefined ? null : (tablesOf(source, bodyOf(parts.keyDecisions))[0] ?? null)
  const columns = columnsOf(table)
  const decisions = (table?.rows ?? [])
    .map((row) => ({ row, value: decisionIn(row, columns) }))
    .filter(({ value }) => isReal(value.decision))
  const footer = footerOf(source)
  const value: ProjectValue = {
    name: realText(title),
    whatThisIs: paragraphIn(source, parts.whatThisIs),
    coreValue: paragraphIn(source, parts.coreValue),
    currentMilestone: milestoneIn(source, parts.currentMilestone),
    validated: textsIn('validated'),
    active: textsIn('active'),
    outOfScope: textsIn('outOfScope'),
    context: paragraphIn(source, parts.context),
    constraints: textsIn('constraints'),
    keyDecisions: decisions.map(({ value }) => value),
    updated: footer?.text ?? null,
  }
  return {
    value,
    places: {
      parts,
      lists,
      decisions: { table, columns, rows: decisions.map(({ row }) => row) },
      updated: footer?.range ?? null,
    },
  }
}

type ProjectPlaces = ReturnType<typeof readProject>['places']

const isReal = (text: string) => hasContent(text) && !/^\[[^\]]*\][^\]]*\[[^\]]*\]$/.test(text)

const realOrNull = (text: string): string | null => (isReal(text) ? text : null)

const RULE = /^[-=_*]{2,}$/

/** A part's first paragraph on one line, without comments; null if a list or table comes first. */
function paragraphIn(source: Source, section: Section | undefined): string | null {
  if (section === undefined) return null
  const body = bodyOf(section)
  let limit = body.end
  for (const span of spansOf(source, null, body)) {
    const breaks = span.kind === 'listItem' || span.kind === 'table' || span.kind === 'rule'
    if (!breaks && (span.kind !== 'heading' || span.start < body.start)) continue
    if (span.kind === 'heading' && (source.text ?? '')[span.start] !== '#') continue
    limit = Math.min(limit, span.start)
    break
  }
  const lines: string[] = []
  for (const line of visibleLines(source, { start: body.start, end: limit })) {
    const text = line.text.trim()
    if (text !== '' && !RULE.test(text) && !FOOTER.test(text)) lines.push(text)
    else if (lines.length > 0) break
  }
  return realOrNull(lines.join(' '))
}

/** The milestone named in the heading `## Current Milestone: v1.1 Crane`, or else the first paragraph. */
function milestoneIn(source: Source, section: Section | undefined): string | null {
  if (section === undefined) return null
  const { heading } = section
  const colon = heading.text.indexOf(':')
  const text = colon < 0 ? '' : heading.text.slice(colon + 1).trim()
  return text === '' ? paragraphIn(source, section) : realOrNull(text)
}

function listIn(source: Source, section: Section) {
  const body = bodyOf(section)
  const items = topItems(source, body)
    .map((item) => ({ item, text: itemText(source, item) }))
    .filter(({ text }) => isReal(text))
  // Lines such as `(None yet …)` for an empty list.
  const nothing = [...visibleLines(source, body)].filter(({ text }) =>
    /^(?:[-*+]\s+)?(?:\(none yet\b.*\)|none(?: yet)?\.?)$/i.test(text.trim()),
  )
  return { items: items.map(({ item }) => item), texts: items.map(({ text }) => text), nothing }
}

/** The columns by name; a table without a decision column is read in our column order. */
function columnsOf(table: Table | null): DecisionColumns {
  const found = columnsIn(table, {
    decision: /^decision/i,
    rationale: /^(?:rationale|reason|why)/i,
    outcome: /^(?:outcome|result|status)/i,
  })
  return found.decision < 0 ? OUR_COLUMNS : found
}

const decisionIn = ({ cells }: Row, columns: DecisionColumns): KeyDecision => ({
  decision: cells[columns.decision]?.text ?? '',
  rationale: cells[columns.rationale]?.text ?? '',
  outcome: cells[columns.outcome]?.text ?? '',
})

const FOOTER = /^[*_]last updated:\s*(.*?)[*_]$/i

function footerOf(source: Source): { readonly text: string; readonly range: Range } | null {
  let found: { readonly text: string; readonly range: Range } | null = null
  for (const line of visibleLines(source, { start: 0, end: (source.text ?? '').length })) {
    const value = FOOTER.exec(line.text.trim())?.[1] ?? ''
    if (value === '') continue
    const start = (source.text ?? '').indexOf(value, line.start)
    found = realOrNull(value) === null ? null : { text: value, range: { start, end: start + value.length } }
  }
  return found
}

type Read = After<ProjectValue>

export function addItems(doc: Doc, name: ListName, texts: readonly string[]): Read {
  const { value, places } = readProject(doc.source)
  const lines = [...new Set(texts.filter((text) => !value[name].includes(text)))].map(bullet)
  const [place, part] = [places.lists[name], places.parts[name]]
  const last = place?.items.at(-1)
  const nothing = place?.nothing[0]
  if (lines.length > 0)
    if (part === undefined) newPart(doc, places, name, lines)
    else if (last !== undefined) for (const line of lines) doc.insertItemAfter(last, line)
    else if (nothing !== undefined) doc.replace(nothing, lines.join(doc.eol))
    else doc.insertBlock(textEnd(doc, part), lines)
  return (after) => texts.find((text) => !after[name].includes(text)) ?? null
}

export function addDecisions(doc: Doc, decisions: readonly KeyDecision[]): Read {
  const { value, places } = readProject(doc.source)
  const { table, columns, rows } = places.decisions
  const isKnown = ({ decision }: KeyDecision, known: readonly KeyDecision[]) =>
    known.some((other) => other.decision === decision)
  const lines = decisions
    .filter((one) => !isKnown(one, value.keyDecisions))
    .map((one) => decisionRow(one, columns, table?.columns))
  const part = places.parts.keyDecisions
  if (lines.length > 0 && table !== null) doc.insertRow(table, rows.at(-1) ?? null, lines.join(doc.eol))
  else if (lines.length > 0 && part !== undefined) doc.insertBlock(textEnd(doc, part), [...TABLE_HEAD, ...lines])
  else if (lines.length > 0) newPart(doc, places, 'keyDecisions', [...TABLE_HEAD, ...lines])
  return (after) => decisions.find((one) => !isKnown(one, after.keyDecisions))?.decision ?? null
}

export function setOutcome(doc: Doc, isMeant: (decision: KeyDecision) => boolean, outcome: string): Read {
  const { value, places } = readProject(doc.source)
  const { columns, rows } = places.decisions
  rows.forEach((row, at) => {
    if (!isMeant(value.keyDecisions[at] as KeyDecision)) return
    if (columns.outcome < 0) doc.cannot('a column "Outcome"', 'none')
    else doc.setCell(row, columns.outcome, 'Outcome', outcome)
  })
  const meant = value.keyDecisions.map((one) => (isMeant(one) ? outcome : one.outcome))
  return (after) => meant.find((text, at) => after.keyDecisions[at]?.outcome !== text) ?? null
}

/** Replaces the whole part, because it describes a single milestone. */
export function setMilestone(doc: Doc, text: string): Read {
  const { value, places } = readProject(doc.source)
  const part = places.parts.currentMilestone
  const lines = [heading('currentMilestone'), '', text]
  if (part === undefined) newPart(doc, places, 'currentMilestone', [text])
  else if (value.currentMilestone !== text)
    doc.replace({ start: part.heading.start, end: textEnd(doc, part) }, lines.join(doc.eol))
  return ({ currentMilestone }) => (currentMilestone === text ? null : text)
}

/** Sets the footer if the file has one. */
export function setUpdated(doc: Doc, text: string): Read {
  const { updated } = readProject(doc.source).places
  if (updated !== null) doc.replace(updated, text)
  return (after) => (updated === null || after.updated === text ? null : text)
}

const textEnd = ({ text, source }: Doc, { heading, bodyStart, end }: Section): number =>
  trimmedEnd(text, heading.end, footerStart(source, { start: bodyStart, end }))

/** Inserts a missing part after its nearest existing predecessor. */
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

export const project: Kind<ProjectValue> = {
  id: 'project',
  about: 'The product and its purpose',

  parse(source) {
    const { value, places } = readProject(source)
    return parsed(source, value, () => missingParts(source, places))
  },
}

const EXPECTED = ['whatThisIs', 'coreValue', 'requirements'] as const

const missingParts = (source: Source, places: ProjectPlaces): readonly Issue[] =>
  EXPECTED.filter((name) => places.parts[name] === undefined).map((name) =>
    issueAt(source, null, {
      code: 'HEADING_MISSING',
      severity: 'notice',
      expected: `## ${PARTS[name].title}`,
      received: 'no such heading',
      message: `${source.path} has no part "${PARTS[name].title}"`,
      fix: `Add a heading "## ${PARTS[name].title}" with a paragraph below it.`,
    }),
  )
