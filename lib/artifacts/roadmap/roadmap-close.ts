// Closing a milestone in a roadmap: its part is folded away under a shipped mark, with the lines that listed its phases. What it says stays byte for byte.
import { setFrontMatter } from '../../markdown/frontmatter-edit.js'
import { elementsOf, type Heading, headingsOf, type Item, lineAfter, type Range } from '../../markdown/reader.js'
import { scan } from '../../markdown/scan.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import type { Rendered } from '../codec.js'
import { contentOf } from '../doc.js'
import { Draft, itemEnd, lineStart } from '../parts/draft.js'
import { refusal } from '../parts/issues.js'
import { Layout } from '../parts/layout-edit.js'
import { MARK_SIGNS } from './milestone-text.js'
import type { ProgressPlace } from './progress-table.js'
import type { PhaseSection, RoadmapValue } from './roadmap.js'
import { roadmap } from './roadmap-codec.js'
import { milestoneLine, phaseRange } from './roadmap-fresh.js'
import type { WindowPart } from './roadmap-outline.js'
import { type PhasePlace, type RoadmapPlaces, readRoadmap } from './roadmap-read.js'
import type { MilestoneScope } from './roadmap-scope.js'
import { activePhases, closedWindows } from './roadmap-windows.js'

export interface Closing {
  readonly version: string
  readonly name: string | null
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/** The text with the milestone of `scope` folded away, read back and compared. */
export function closeRoadmap(source: Source, scope: MilestoneScope, closing: Closing): Rendered {
  const fold = new Fold(source, scope, closing)
  fold.apply()
  const rendered = fold.layout.draft.finish()
  if (!('text' in rendered)) return rendered
  const { text } = rendered
  const after = roadmap.parse({ path: source.path, text, spans: scan(text), sha256: '' }).value
  return isClosed(roadmap.parse(source).value, after, scope, closing)
    ? rendered
    : refusal(
        source.path,
        `a part of ${closing.version} that can be folded away alone`,
        'other things among its phases',
        `Put the phases of ${closing.version} under one heading "## ${closing.version} ${closing.name ?? 'Name'}", then repeat the command.`,
      )
}

/** Every section says what it said before; those of the milestone are closed and no other one is. */
function isClosed(
  before: RoadmapValue,
  after: RoadmapValue,
  { sections }: MilestoneScope,
  { version }: Closing,
): boolean {
  const said = ({ window: _window, ...section }: PhaseSection) => section
  if (!same(before.phases.map(said), after.phases.map(said))) return false
  const closed = closedWindows(after)
  const isIn = (section: PhaseSection) =>
    section.window !== null && closed.has(section.window) && after.windows[section.window]?.version === version
  const wasClosed = closedWindows(before)
  return after.phases.every((section, at) => {
    if (sections.has(at)) return isIn(section)
    const was = before.phases[at]?.window ?? null
    return (section.window !== null && closed.has(section.window)) === (was !== null && wasClosed.has(was))
  })
}

class Fold {
  readonly layout: Layout
  readonly #source: Source
  readonly #value: RoadmapValue
  readonly #places: RoadmapPlaces
  readonly #scope: MilestoneScope
  readonly #closing: Closing
  #lines: readonly string[] = []

  constructor(source: Source, scope: MilestoneScope, closing: Closing) {
    this.layout = new Layout(new Draft(source), source)
    this.#source = source
    this.#value = roadmap.parse(source).value
    this.#places = readRoadmap(source).places
    this.#scope = scope
    this.#closing = closing
  }

  apply(): void {
    const { home } = this.#scope
    this.#lines = this.#takeLines()
    const parts = home === null ? [] : (this.#places.windows[home] ?? [])
    for (const part of parts) if (part.kind === 'heading') this.#foldHeading(part)
    for (const part of parts) if (part.kind === 'details') this.#closeDetails(part)
    for (const run of this.#outside()) this.#foldRun(run)
    this.#mark()
    this.#nameRows()
    this.#unqueue()
  }

  /** Lines of a list above all milestones go into the fold. */
  #takeLines(): readonly string[] {
    const { text } = this.layout.draft
    const parts = this.#places.windows.flat()
    const lines = this.#value.checklist.flatMap((_, at) => {
      const item = this.#places.checklist[at] as Item
      const isInside = parts.some(({ start, end }) => start <= item.start && item.start < end)
      if (isInside || !this.#scope.lines.has(at)) return []
      return [{ start: lineStart(text, item.start), end: itemEnd(text, item) }]
    })
    for (const run of joinedLines(text, lines)) this.layout.draft.splice([{ ...run, insert: '' }])
    return lines.map(({ start, end }) => text.slice(start, end))
  }

  /** What opens the fold; the lines go into the first one. */
  #opening(): string {
    const lines = this.#lines
    this.#lines = []
    const { eol } = this.layout.draft
    return ['<details>', `<summary>${this.#summary()}</summary>`, ...(lines.length === 0 ? [] : ['', ...lines])].join(
      eol,
    )
  }

  #summary(): string {
    const { version, name, day } = this.#closing
    const range = phaseRange(this.#value.phases.filter((_, at) => this.#scope.sections.has(at)))
    const phases = range === '' ? '' : ` (${range})`
    return `${MARK_SIGNS.shipped} ${version}${name === null ? '' : ` ${name}`}${phases} - SHIPPED ${day}`
  }

  #foldHeading(part: WindowPart): void {
    const heading = part.heading as Heading
    const end = this.#endOf(part, heading)
    this.layout.draft.replace({ start: heading.start, end: heading.end }, this.#opening())
    this.#close({ start: heading.end, end })
  }

  /** A heading of the same rank that is no phase ends the part, once its phases are over. */
  #endOf(part: WindowPart, heading: Heading): number {
    const own = this.#places.phases.filter(({ spot }) => spot.part === part)
    const from = Math.max(heading.end, ...own.map(({ spot }) => spot.end))
    const next = headingsOf(this.#source).find(({ start, level }) => start >= from && level <= heading.level)
    return Math.max(from, Math.min(part.end, next?.start ?? part.end))
  }

  /** The closing tag behind the last words of a range. */
  #close(range: Range): void {
    const { eol } = this.layout.draft
    this.layout.draft.insert(this.layout.tail(range).end, `${eol}${eol}</details>`)
  }

  /** A fold that is there already: shut, and marked. */
  #closeDetails(part: WindowPart) {
    const { draft } = this.layout
    const elements = elementsOf(this.#source)
    const details = elements.find(({ start }) => start === part.start)
    if (details === undefined) return this.layout.cannot('the tag that opens the fold', 'none')
    draft.replace({ start: details.start, end: details.contentStart }, '<details>')
    const summary = elements.find(
      ({ name, start }) => name.toLowerCase() === 'summary' && start > details.start && start < details.contentEnd,
    )
    const text = summary === undefined ? `${draft.eol}<summary>${this.#summary()}</summary>` : this.#summary()
    if (summary === undefined) draft.insert(details.contentStart, text)
    else draft.replace({ start: summary.contentStart, end: summary.contentEnd }, text)
    if (this.#lines.length === 0) return
    const at = summary === undefined ? details.contentStart : lineAfter(draft.text, summary.end)
    draft.insert(at, ['', ...this.#lines, ''].join(draft.eol))
    this.#lines = []
  }

  /** Sections of the milestone that stand under no heading of it, in runs without another section between them. */
  #outside(): readonly (readonly PhasePlace[])[] {
    const runs: PhasePlace[][] = []
    let last = -2
    this.#value.phases.forEach(({ window }, at) => {
      if (window !== null || !this.#scope.sections.has(at)) return
      const place = this.#places.phases[at] as PhasePlace
      if (last === at - 1) runs.at(-1)?.push(place)
      else runs.push([place])
      last = at
    })
    return runs
  }

  #foldRun(run: readonly PhasePlace[]): void {
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined) return
    const { eol } = this.layout.draft
    this.layout.draft.insert(first.spot.start, this.#opening() + eol + eol)
    this.#close(last.spot)
  }

  #mark(): void {
    const { version, day } = this.#closing
    this.#value.milestones.forEach((line, at) => {
      if (line.version !== version || line.mark === 'shipped') return
      const rest = line.rest.replace(/\s*\((?:in progress|planned)[^)]*\)/i, '').trim()
      const next = { ...line, mark: 'shipped' as const, rest: `${rest} (shipped ${day})`.trim() }
      this.layout.draft.replace(contentOf(this.#places.milestones[at] as Item), milestoneLine(next).slice(2))
    })
  }

  /** Rows that nobody had named a milestone for: the same number may come again. */
  #nameRows(): void {
    this.#value.progress?.forEach(({ milestone }, at) => {
      const { row, columns } = this.#places.progress[at] as ProgressPlace
      if (milestone === null && columns.milestone >= 0 && this.#scope.rows.has(at))
        this.layout.cell(row, columns.milestone, 'milestone', this.#closing.version)
    })
  }

  #unqueue(): void {
    const queue = this.#value.queue.filter((version) => version !== this.#closing.version)
    if (queue.length === this.#value.queue.length) return
    const set = setFrontMatter(this.#source, { queue: queue.length === 0 ? null : queue })
    if ('refused' in set) this.layout.draft.refuseWith(set.refused)
    else this.layout.draft.splice(set.splices)
  }
}

const isBlank = (text: string, from: number): boolean => text.slice(from, lineAfter(text, from)).trim() === ''

/** Whole lines in runs; with a run between two blank lines one of these goes, too. */
function joinedLines(text: string, lines: readonly Range[]): readonly Range[] {
  const runs: { start: number; end: number }[] = []
  for (const { start, end } of lines) {
    const last = runs.at(-1)
    if (last?.end === start) last.end = lineAfter(text, end)
    else runs.push({ start, end: lineAfter(text, end) })
  }
  return runs.map(({ start, end }) => {
    const before = lineStart(text, Math.max(0, start - 1))
    const between = start > 0 && isBlank(text, before) && end < text.length && isBlank(text, end)
    return { start, end: between ? lineAfter(text, end) : end }
  })
}

/** The phases of the open milestone, as a scope; null where there is none. */
export const openSections = (value: RoadmapValue): number | null => {
  const [first] = activePhases(value)
  return first === undefined ? null : value.phases.indexOf(first)
}
