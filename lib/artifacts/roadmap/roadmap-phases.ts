// Adds and removes phases of a roadmap, with the lists and tables that mirror them.
import { headingsOf, type Item, type Range, spansOf } from '../../markdown/reader.js'
import { same } from '../../std/same.js'
import { lineStart } from '../../std/text.js'
import type { Doc } from '../doc.js'
import { comparePhaseIds, isBacklog, isNumericId, phaseKey, phaseRefsIn } from '../parts/phase-token.js'
import { phaseCellIn } from './phase-line.js'
import type { PhaseTable, RowPlace } from './progress-table.js'
import {
  activeWindow,
  closedWindows,
  type MilestoneScope,
  mirrorsOf,
  type PhaseSection,
  type RoadmapValue,
  scopeOfMilestone,
} from './roadmap.js'
import { type After, readsAs, refuseUnheaded, sectionContent, setPhase } from './roadmap-edit.js'
import type { WindowPart } from './roadmap-outline.js'
import { type PhasePlace, readRoadmap } from './roadmap-read.js'
import { type PhaseDraft, phaseLine, progressLines, rowLike, sectionLines } from './roadmap-text.js'

/**
 * Adds a phase to a milestone (`window`), after the last phase with a lower number, or else as the first. If no milestone
 * is open, adds the phase outside of milestones. `known`: the roadmap's value with archived facts.
 */
export function addPhase(doc: Doc, known: RoadmapValue, phase: PhaseDraft, window = activeWindow(known)): After {
  const { value, places } = readRoadmap(doc.source)
  const scope = scopeOfMilestone(known, window)
  const peers = [...scope.sections]
  const before = lastBefore(value.phases, peers, phase.id)
  const peer = before ?? peers[0]
  const place = peer === undefined ? undefined : (places.phases[peer] as PhasePlace)
  const section: PhaseDraft = { goal: phase.title, plansText: '0 plans', ...phase }
  const isListed = value.checklist.length > 0 || value.phases.length === 0
  if (place === undefined) addFirstPhases(doc, window, isListed ? [phaseLine(phase), ''] : [], [section])
  else insertPhase(doc, place, before !== null, section)
  addLine(doc, [...scope.lines], phase)
  addRows(doc, known, scope, [section])
  const home = peer === undefined ? ((window ?? 0) < places.windows.length ? window : null) : value.phases[peer]?.window
  return (after) => {
    const at = after.phases.findIndex(
      (one, index) =>
        isSamePhase(one, phase) &&
        !same(sectionContent(one), value.phases[index] && sectionContent(value.phases[index])),
    )
    const added = after.phases[at]
    if (added === undefined || added.title !== phase.title) return `no phase ${phase.id} "${phase.title}"`
    if (added.window !== home) return `phase ${phase.id} in another milestone`
    return readsAs(value.phases)({ ...after, phases: after.phases.filter((one) => one !== added) })
  }
}

const isSamePhase = (one: { readonly id: string }, other: { readonly id: string }) =>
  phaseKey(one.id) === phaseKey(other.id)

/** Index of the last entry with a lower number, or of the last entry if an id has no number; null if there is none. */
function lastBefore(list: readonly { readonly id: string }[], among: readonly number[], id: string): number | null {
  const idOf = (at: number) => list[at]?.id ?? ''
  const own = among.filter((at) => !isBacklog(idOf(at)))
  const isNumbered = isNumericId(id) && own.every((at) => isNumericId(idOf(at)))
  return own.findLast((at) => !isNumbered || comparePhaseIds(idOf(at), id) < 0) ?? null
}

function insertPhase(doc: Doc, { spot }: PhasePlace, isAfter: boolean, phase: PhaseDraft): void {
  refuseUnheaded(doc, spot)
  const lines = sectionLines(phase, spot.heading?.level ?? 3)
  if (isAfter) doc.insertBlock(doc.tail(spot).end, lines)
  else doc.insertBlockAbove(spot.start, lines)
}

/** Adds the first phases of a milestone, or the first ones outside of milestones. */
export function addFirstPhases(
  doc: Doc,
  window: number | null,
  checklistLines: readonly string[],
  phases: readonly PhaseDraft[],
): void {
  const { places } = readRoadmap(doc.source)
  const part = window === null ? undefined : places.windows[window]?.at(-1)
  const level = Math.min(4, Math.max(3, (part?.heading?.level ?? 2) + 1))
  const lines = [...checklistLines, ...sectionsLines(phases, level)]
  if (part === undefined) insertOutsideMilestones(doc, lines)
  else if (part.kind === 'details') doc.insertBlockAbove(lineStart(doc.text, foldEnd(doc, part)), lines)
  else insertIntoPart(doc, part, lines)
}

/** Inserts at the end of a milestone's part, above its progress table. */
function insertIntoPart(doc: Doc, part: WindowPart, lines: readonly string[]): void {
  const { tables } = readRoadmap(doc.source).places
  const table = tables.find(({ table: { start } }) => part.start < start && start < part.end)?.table
  // Keep a heading with the table below it.
  const above = headingsOf(doc.source).findLast(({ start, text }) => /^progress\b/i.test(text) && start < part.end)
  const ends = [above?.start, table?.start].filter((at) => at !== undefined && at > part.start) as number[]
  if (ends.length > 0) doc.insertBlockAbove(lineStart(doc.text, Math.min(...ends)), lines)
  else doc.insertBlock(doc.tail(part).end, lines)
}

export const sectionsLines = (phases: readonly PhaseDraft[], level: number): readonly string[] =>
  phases.flatMap((phase, at) => [...(at === 0 ? [] : ['']), ...sectionLines(phase, level)])

function foldEnd(doc: Doc, part: Range): number {
  return [...spansOf(doc.source, 'tagClose', part)].at(-1)?.start ?? part.end
}

/** Inserts below the heading "Phases" outside of milestones; a missing heading is added above progress or backlog, or at the end. */
function insertOutsideMilestones(doc: Doc, lines: readonly string[]): void {
  const { parts } = readRoadmap(doc.source).places.outline
  const isFree = ({ start }: Range) => !parts.some((part) => part.start <= start && start < part.end)
  const all = headingsOf(doc.source)
  const headings = all.filter(isFree)
  const home = headings.find(({ text }) => /^phases$/i.test(text))
  if (home !== undefined) {
    const next = [...all, ...parts].map(({ start }) => start)
    const end = Math.min(doc.text.length, ...next.filter((start) => start > home.start))
    doc.insertBlock(Math.max(home.end, doc.tail({ start: home.end, end }).end), lines)
    return
  }
  const below = headings.find(({ level, text }) => level <= 2 && /^(?:progress|backlog)\b/i.test(text))
  if (below !== undefined) doc.insertBlockAbove(below.start, ['## Phases', '', ...lines])
  else doc.append(['## Phases', '', ...lines])
}

function addLine(doc: Doc, lines: readonly number[], phase: PhaseDraft): void {
  const { value, places } = readRoadmap(doc.source)
  const before = lastBefore(value.checklist, lines, phase.id)
  const item = places.checklist[before ?? lines[0] ?? -1]
  if (item === undefined) return
  if (before !== null) doc.insertItemAfter(item, phaseLine(phase))
  else doc.insertItemBefore(item, phaseLine(phase))
}

/** Adds rows to the milestone's table, or to a table outside of milestones. */
function addRows(doc: Doc, known: RoadmapValue, { home, rows }: MilestoneScope, phases: readonly PhaseDraft[]): void {
  const { value, places } = readRoadmap(doc.source)
  const version = home === null ? null : (known.windows[home]?.version ?? null)
  for (const phase of phases) {
    const before = lastBefore(value.progress ?? [], [...rows], phase.id)
    const peerRow = places.progress[before ?? [...rows][0] ?? -1]
    const table = peerRow ?? tableFor(doc, home)
    // In a cell, some named ids look like ordinary words, so they get no row.
    if (table === undefined || phaseCellIn(`${phase.id}. Title`)?.id !== phase.id) continue
    const last = [...places.progress.entries()].findLast(
      ([at, one]) => one.table.start === table.table.start && !isBacklog(value.progress?.[at]?.id ?? ''),
    )?.[1]
    const row = peerRow === undefined ? last?.row : before === null ? undefined : peerRow.row
    doc.insertRow(table.table, row ?? null, rowLike(table, phase, version))
  }
}

function tableFor(doc: Doc, home: number | null): PhaseTable | undefined {
  const { places } = readRoadmap(doc.source)
  const isIn = ({ table }: PhaseTable, { start, end }: WindowPart) => start <= table.start && table.start < end
  const own = home === null ? [] : (places.windows[home] ?? [])
  const all = places.windows.flat()
  return (
    places.tables.find((table) => own.some((part) => isIn(table, part))) ??
    places.tables.find((table) => !all.some((part) => isIn(table, part)))
  )
}

/** Adds missing list lines and rows for the open milestone's phases. */
export function addMissingEntries(doc: Doc): void {
  const { value, places } = readRoadmap(doc.source)
  const scope = scopeOfMilestone(value, activeWindow(value))
  const sections = [...scope.sections].map((at) => value.phases[at] as PhaseSection)
  const [first] = [...scope.sections].map((at) => places.phases[at] as PhasePlace)
  if (first === undefined || first.spot.heading === null) return
  const missingFrom = (list: readonly { readonly id: string }[], among: ReadonlySet<number>) =>
    sections.filter((phase) => ![...among].some((at) => isSamePhase(list[at] as PhaseSection, phase)))
  const unlisted = missingFrom(value.checklist, scope.lines)
  if (scope.lines.size > 0) for (const phase of unlisted) addLine(doc, [...scope.lines], phase)
  else doc.insertBlockAbove(first.spot.start, unlisted.map(phaseLine))
  const rowless = missingFrom(value.progress ?? [], scope.rows)
  if (places.tables.length > 0) addRows(doc, value, scope, rowless)
  else doc.append(['## Progress', '', ...progressLines(rowless, value.windows[scope.home ?? -1]?.version ?? null)])
}

interface Dependent {
  /** Index of the section. */
  readonly at: number
  readonly phase: string
  readonly was: string
  readonly now: string
}

/** Phases that depend on a removed phase. The dependencies of the removed one take its place. */
export function dependentsOf(value: RoadmapValue, gone: number): readonly Dependent[] {
  const { id: own, dependsOn } = value.phases[gone] as PhaseSection
  const inherited = phaseRefsIn(dependsOn ?? '')
  const closed = closedWindows(value)
  return value.phases.flatMap(({ id, window, dependsOn: was }, at) => {
    const refs = phaseRefsIn(was ?? '')
    const isGone = (ref: string) => isSamePhase({ id: ref }, { id: own })
    if (at === gone || was === null || (window !== null && closed.has(window)) || !refs.some(isGone)) return []
    const left = [...new Set(refs.flatMap((ref) => (isGone(ref) ? inherited : [ref])))]
    return [{ at, phase: id, was, now: left.length === 0 ? 'Nothing' : left.map((ref) => `Phase ${ref}`).join(', ') }]
  })
}

/** Removes a phase with its lines and rows; other phases keep their ids. */
export function removePhase(doc: Doc, at: number): After {
  const { value, places } = readRoadmap(doc.source)
  const { spot } = places.phases[at] as PhasePlace
  const { lines, rows } = mirrorsOf(value, at)
  const waiting = dependentsOf(value, at)
  refuseUnheaded(doc, spot)
  for (const { at: index, now } of waiting) setPhase(doc, index, { dependsOn: now })
  doc.replace({ start: spot.start, end: Math.max(spot.start, doc.tail(spot).next) }, '')
  for (const index of lines) doc.removeItem(places.checklist[index] as Item)
  for (const index of rows) doc.removeLines((places.progress[index] as RowPlace).row)
  const meant = value.phases.map((phase, index) => {
    const now = waiting.find((one) => one.at === index)?.now
    return now === undefined ? phase : { ...phase, dependsOn: now }
  })
  return readsAs(meant.filter((_, index) => index !== at))
}
