// Named edits of PROJECT.md: lists, decisions, current milestone, footer. All other text belongs to its author.
import type { Section } from '../../markdown/reader.js'
import type { After, Doc } from '../doc.js'
import { footerStart, trimmedEnd } from '../parts/draft.js'
import {
  bullet,
  decisionRow,
  heading,
  type KeyDecision,
  type ListName,
  PARTS,
  type PartName,
  type ProjectPlaces,
  type ProjectValue,
  readProject,
  TABLE_HEAD,
} from './project.js'

type Read = After<ProjectValue>

/** Appends texts that the list does not have yet. */
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

/** Adds decisions missing from the register. */
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

/** Sets the outcome of decisions. */
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

/** Replaces the whole part: it describes one milestone. */
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
