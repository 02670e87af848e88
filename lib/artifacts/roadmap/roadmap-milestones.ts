// Opens and closes milestones of a roadmap. Closing marks a milestone shipped; its phases stay byte for byte.
import { contentOf, elementsOf, headingsOf, type Item, type Range } from '../../markdown/reader.js'
import { same } from '../../std/same.js'
import { lineStart } from '../../std/text.js'
import type { Doc } from '../doc.js'
import { MARK_SIGNS } from './milestone-text.js'
import { closedWindows, type MilestoneScope, type PhaseSection, type RoadmapValue } from './roadmap.js'
import { type EditProblem, sectionContent, setProgress } from './roadmap-edit.js'
import type { WindowPart } from './roadmap-outline.js'
import { addFirstPhases, sectionsLines } from './roadmap-phases.js'
import { readRoadmap } from './roadmap-read.js'
import { milestoneLine, type PhaseDraft, phaseRange } from './roadmap-text.js'

export const setQueue = (doc: Doc, queue: readonly string[]): void =>
  doc.setFront({ queue: queue.length === 0 ? null : queue })

export interface Opening {
  readonly version: string
  readonly name: string | null
  readonly phases: readonly PhaseDraft[]
}

/** Adds phases to the milestone's part; without one, adds it above the overall progress, with a line in the list. */
export function openMilestone(doc: Doc, { version, name, phases }: Opening): EditProblem {
  const { value, places } = readRoadmap(doc.source)
  const planned = value.windows.findIndex((window) => window.version === version)
  const last = planned < 0 ? -1 : value.phases.findLastIndex(({ window }) => window === planned)
  const spot = places.phases[last]?.spot
  if (spot !== undefined) doc.insertBlock(doc.tail(spot).end, sectionsLines(phases, spot.heading?.level ?? 3))
  else if (planned >= 0) addFirstPhases(doc, planned, [], phases)
  else {
    const title = `${MARK_SIGNS.active} ${version}${name === null ? '' : ` ${name}`}`
    newPart(doc, [`## ${title}`, '', ...sectionsLines(phases, 3)])
    const line = milestoneLine({ version, name, mark: 'active', rest: phaseRange(phases) })
    const item = places.milestones[value.milestones.findIndex((known) => known.version === version)]
    const end = places.milestones.at(-1)
    if (item !== undefined) doc.replace(contentOf(item), line)
    else if (end !== undefined) doc.insertItemAfter(end, `- ${line}`)
  }
  return (after) => {
    const at = after.windows.findIndex((window) => window.version === version)
    const known = new Set(value.phases.filter(({ window }) => window === planned).map(({ id }) => id))
    const isNew = ({ window, id }: PhaseSection) => window === at && at >= 0 && !known.has(id)
    const others = after.phases.filter((phase) => !isNew(phase))
    const added = after.phases.filter(isNew).map(({ id, title, goal }) => [id, title, goal])
    const isMeant =
      same(
        added,
        phases.map(({ id, title, goal }) => [id, title, goal]),
      ) &&
      same(others.map(sectionContent), value.phases.map(sectionContent)) &&
      after.windows.length === value.windows.length + (planned < 0 ? 1 : 0)
    if (isMeant) return null
    const fix = `edit ROADMAP.md by hand, with ${version} under its own heading`
    return { received: `${version} among other phases`, fix }
  }
}

function newPart(doc: Doc, lines: readonly string[]): void {
  const table = readRoadmap(doc.source).places.tables[0]?.table.start
  const progress = headingsOf(doc.source).find(({ level, text }) => level <= 2 && /^progress\b/i.test(text))
  const at = progress?.start ?? (table === undefined ? null : lineStart(doc.text, table))
  if (at === null) doc.append(lines)
  else doc.insertBlockAbove(at, lines)
}

export interface Closing {
  readonly version: string
  readonly name: string | null
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly unfinished?: readonly string[]
}

export function closeMilestone(doc: Doc, scope: MilestoneScope, closing: Closing): EditProblem {
  const { value } = readRoadmap(doc.source)
  const { version, name, day, unfinished = [] } = closing
  const range = phaseRange(value.phases.filter((_, at) => scope.sections.has(at)))
  const phases = range === '' ? '' : ` (${range})`
  const left = unfinished.length === 0 ? '' : `, unfinished: ${unfinished.join(', ')}`
  markClosed(
    doc,
    scope,
    `${MARK_SIGNS.shipped} ${version}${name === null ? '' : ` ${name}`}${phases} - SHIPPED ${day}${left}`,
  )
  markShipped(doc, closing)
  value.progress?.forEach(({ milestone }, at) => {
    // The same number may recur in a later milestone.
    if (milestone === null && scope.rows.has(at)) setProgress(doc, at, { milestone: closing.version })
  })
  if (value.queue.includes(closing.version))
    setQueue(
      doc,
      value.queue.filter((version) => version !== closing.version),
    )
  const fix = `put the phases of ${closing.version} under one heading "## ${closing.version} ${closing.name ?? 'Name'}", then repeat the command`
  return (after) =>
    isClosed(value, after, scope, closing) ? null : { received: 'other content among its phases', fix }
}

/** Whether all sections are unchanged, and exactly the milestone's sections were closed. */
function isClosed(before: RoadmapValue, after: RoadmapValue, scope: MilestoneScope, { version }: Closing): boolean {
  if (!same(before.phases.map(sectionContent), after.phases.map(sectionContent))) return false
  const [was, is] = [closedWindows(before), closedWindows(after)]
  const isIn = (closed: ReadonlySet<number>, window: number | null | undefined) => window != null && closed.has(window)
  return after.phases.every(({ window }, at) =>
    scope.sections.has(at)
      ? isIn(is, window) && after.windows[window ?? -1]?.version === version
      : isIn(is, window) === isIn(was, before.phases[at]?.window),
  )
}

function markShipped(doc: Doc, { version, day }: Closing): void {
  const { value, places } = readRoadmap(doc.source)
  value.milestones.forEach((line, at) => {
    if (line.version !== version || line.mark === 'shipped') return
    const rest = line.rest.replace(/\s*\((?:in progress|planned)[^)]*\)/i, '').trim()
    const next = milestoneLine({ ...line, mark: 'shipped', rest: `${rest} (shipped ${day})`.trim() })
    doc.replace(contentOf(places.milestones[at] as Item), next)
  })
}

/** Writes the shipped title into the milestone's headings and summaries; folds its sections outside of its parts. */
function markClosed(doc: Doc, { home, sections, lines }: MilestoneScope, title: string): void {
  const { eol } = doc
  const { value, places } = readRoadmap(doc.source)
  const parts = home === null ? [] : (places.windows[home] ?? [])
  // An open box outside the milestone's parts would be read as a future phase; the archive keeps the line.
  places.checklist.forEach((item, at) => {
    const isLeft = lines.has(at) && value.checklist[at]?.done === false
    if (isLeft && !parts.some((part) => isIn(item, part))) doc.removeItem(item)
  })
  for (const part of parts) {
    const named = part.heading ?? summaryOf(doc, part)
    if (named === undefined) doc.cannot('a <summary> with the name of the milestone', 'none')
    else doc.replace(contentOf(named), title)
  }
  const spots = places.phases.map(({ spot }) => spot)
  const isOutside = (at: number) => sections.has(at) && !parts.some((part) => isIn(spots[at] as Range, part))
  const continuesBelow = (at: number) => isOutside(at) && isOutside(at + 1) && spots[at]?.end === spots[at + 1]?.start
  spots.forEach((spot, at) => {
    if (!isOutside(at)) return
    if (!continuesBelow(at - 1)) doc.insert(spot.start, ['<details>', `<summary>${title}</summary>`, '', ''].join(eol))
    if (!continuesBelow(at)) doc.insert(doc.tail(spot).end, `${eol}${eol}</details>`)
  })
}

const summaryOf = (doc: Doc, part: WindowPart) =>
  elementsOf(doc.source).find((one) => one.name.toLowerCase() === 'summary' && isIn(one, part))

const isIn = ({ start }: Range, part: Range): boolean => part.start <= start && start < part.end
