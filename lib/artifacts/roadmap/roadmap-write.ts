// Changing a roadmap: every field that differs is spliced at its own place, in the dialect found there.
import { headingsOf, type Item, type Range, spansOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { contentOf } from '../doc.js'
import type { Alignment } from '../parts/alignment.js'
import { cellText, type Draft, lineStart, tableLine } from '../parts/draft.js'
import { trimmedEnd } from '../parts/footer.js'
import { Layout } from '../parts/layout-edit.js'
import { completedIn, phaseCellIn } from './phase-line.js'
import type { ProgressColumn, ProgressPlace } from './progress-table.js'
import type { PhaseLine, PhaseSection, ProgressRow, RoadmapValue } from './roadmap.js'
import { completedNote, PROGRESS_HEAD, phaseLine, phaseLineText, phaseSection, progressCells } from './roadmap-fresh.js'
import { headingLike, lineLike } from './roadmap-like.js'
import { type PhasePlace, type RoadmapPlaces, readRoadmap } from './roadmap-read.js'
import { SectionChange } from './roadmap-section-write.js'

type Body = Omit<RoadmapValue, 'queue'>

/** Splices into `draft` everything in which `next` differs from what `source` says, the queue aside. */
export function changeRoadmap(draft: Draft, source: Source, next: Body) {
  const { value: old, places } = readRoadmap(source)
  const change = new Change(draft, source, old, places)
  change.kept(next)
  change.checklist(next)
  change.phases(next)
  change.progress(next)
}

class Change {
  readonly layout: Layout
  readonly #old: Body
  readonly #places: RoadmapPlaces

  constructor(draft: Draft, source: Source, old: Body, places: RoadmapPlaces) {
    this.layout = new Layout(draft, source)
    this.#old = old
    this.#places = places
  }

  /** Closing a milestone has an editor of its own. */
  kept({ title, milestones, windows }: Body) {
    const old = this.#old
    if (!same([title, milestones, windows], [old.title, old.milestones, old.windows]))
      this.layout.cannot('the title and the milestones the file has', 'others')
  }

  checklist(next: Body) {
    const items = this.#places.checklist
    const changes = this.layout.aligned(this.#old.checklist, next.checklist, (line) => `${line.id} ${line.window}`)
    if (changes === null) return
    for (const [was, is] of changed(changes, this.#old.checklist, next.checklist))
      this.#phaseLine(items[was] as Item, this.#old.checklist[was] as PhaseLine, next.checklist[is] as PhaseLine)
    for (const at of changes.removed) this.layout.removeItem(items[at] as Item)
    const write = (at: number) => phaseLine(next.checklist[at] as PhaseLine)
    // A line that is the phase itself is written with the phases.
    const isPhase = ({ id, window }: PhaseLine) =>
      next.phases.some((phase) => phase.form === 'bullet' && phase.id === id && phase.window === window)
    const added = changes.added.filter(({ at }) => !isPhase(next.checklist[at] as PhaseLine))
    for (const group of byWindow(added, (at) => (next.checklist[at] as PhaseLine).window)) {
      const there = this.#old.checklist.flatMap((line, at) => (line.window === group.window ? [at] : []))
      if (there.length > 0)
        this.layout.insertItems(
          there.map((at) => items[at] as Item),
          group.added.map(({ at, after }) => ({ at, after: there.findLastIndex((index) => index <= after) })),
          write,
        )
      else
        this.#newChecklist(
          group.window,
          group.added.map(({ at }) => write(at)),
        )
    }
  }

  /** The first list of a milestone stands above its first section. */
  #newChecklist(window: number | null, lines: readonly string[]) {
    const text = this.layout.draft.text
    const first = this.#places.phases.find((_, at) => this.#old.phases[at]?.window === window)
    const part = window === null ? undefined : this.#places.windows[window]?.at(-1)
    if (first !== undefined) this.layout.above(first.spot.start, lines)
    else if (part?.heading != null) this.layout.block(part.heading.end, lines)
    else if (part !== undefined) this.layout.above(lineStart(text, this.#foldEnd(part)), lines)
    else {
      const headings = headingsOf(this.layout.source)
      const at = headings.findIndex(({ text: words }) => /^phases$/i.test(words))
      const end = headings.find(({ level }, index) => index > at && level <= (headings[at]?.level ?? 0))?.start
      const head = at < 0 ? ['## Phases', ''] : []
      this.layout.block(trimmedEnd(text, 0, (at < 0 ? null : end) ?? text.length), [...head, ...lines])
    }
  }

  /** Where the closing tag of a fold begins. */
  #foldEnd(part: Range): number {
    let end = part.end
    for (const span of spansOf(this.layout.source, 'tagClose', part)) end = span.start
    return end
  }

  #phaseLine(item: Item, before: PhaseLine, after: PhaseLine) {
    this.layout.tick(item, before.done, after.done)
    const { done: _was, ...old } = before
    const { done: _is, ...next } = after
    if (same(old, next)) return
    const raw = this.layout.draft.text.slice(item.contentStart, item.contentEnd)
    const note = before.completed === null ? null : completedIn(raw)
    if (!same({ ...old, completed: null }, { ...next, completed: null })) {
      this.layout.draft.replace(contentOf(item), phaseLineText(after))
    } else if (note !== null) {
      const range = { start: item.contentStart + note.start, end: item.contentStart + note.end }
      const insert = next.completed === null ? '' : raw.slice(note.start, note.end).replace(note.day, next.completed)
      this.layout.draft.replace(range, insert)
    } else if (next.completed !== null) this.layout.draft.insert(item.contentEnd, completedNote(next.completed))
  }

  phases(next: Body) {
    const changes = this.layout.aligned(this.#old.phases, next.phases, (phase) => phase.id)
    if (changes === null) return
    if (changes.removed.length > 0 && changes.added.length > 0)
      return this.layout.cannot('phases that keep their ids', 'an id that changed')
    const section = new SectionChange(this.layout)
    for (const [was, is] of changed(changes, this.#old.phases, next.phases))
      section.change(
        this.#places.phases[was] as PhasePlace,
        this.#old.phases[was] as PhaseSection,
        next.phases[is] as PhaseSection,
      )
    for (const at of changes.removed) this.#removeSection((this.#places.phases[at] as PhasePlace).spot)
    for (const { at, after } of changes.added) this.#newSection(next.phases[at] as PhaseSection, after)
  }

  #removeSection(section: Range) {
    const { start } = section
    this.layout.draft.replace({ start, end: Math.max(start, this.layout.tail(section).next) }, '')
  }

  #newSection(phase: PhaseSection, after: number) {
    const before = this.#old.phases[after]?.window === phase.window ? this.#places.phases[after] : undefined
    if (phase.form !== 'heading') return this.#newLine(phase, before)
    const behindAt = this.#old.phases.findIndex((old, at) => at > after && old.window === phase.window)
    const behind = this.#places.phases[behindAt]
    const mate = (before ?? behind)?.spot.heading ?? null
    const [heading, ...body] = phaseSection(phase, mate?.level ?? this.#levelIn(phase.window))
    const lines = [mate === null ? heading : headingLike(mate, phase, heading as string), ...body] as readonly string[]
    if (before !== undefined) this.layout.block(this.layout.tail(before.spot).end, lines)
    else if (behind !== undefined) this.layout.above(behind.spot.start, lines)
    else this.#firstSection(phase.window, lines)
  }

  /** A phase that is a line of a list or a row of a table, spelled as the one before it. */
  #newLine(phase: PhaseSection, before: PhasePlace | undefined) {
    const { item, row } = before?.spot ?? { item: null }
    const { text, eol } = this.layout.draft
    if (item !== null) {
      const indent = text.slice(lineStart(text, item.start), item.start)
      const [, ...below] = phaseSection(phase, 3)
      const lines = below.map((line) => (line === '' ? '' : indent + line))
      this.layout.behind(item, [lineLike(text.slice(item.start, item.contentEnd), item, phase), ...lines].join(eol))
    } else if (row === undefined) this.layout.cannot('a phase to stand behind', 'none')
    else if (this.#old.progress === null) {
      const cells = row.table.header.cells.map((_, at) =>
        at === row.number ? phase.id : at === row.name ? phase.title : '',
      )
      this.layout.row(row.table, undefined, row.row, tableLine(cells))
    }
  }

  #levelIn(window: number | null): number {
    const heading =
      window === null ? null : this.#places.windows[window]?.find((part) => part.heading !== null)?.heading
    return Math.min(4, Math.max(3, (heading?.level ?? 2) + 1))
  }

  #firstSection(window: number | null, lines: readonly string[]) {
    const { text } = this.layout.draft
    const part = window === null ? undefined : this.#places.windows[window]?.at(-1)
    const progress = this.#places.tables[0]?.table.start ?? text.length
    if (part?.kind === 'details') return this.layout.above(lineStart(text, this.#foldEnd(part)), lines)
    const limit = part === undefined ? progress : Math.min(part.end, Math.max(part.start, progress))
    // A heading right above the table belongs to it.
    let at = limit
    for (const heading of spansOf(this.layout.source, 'heading', { start: part?.start ?? 0, end: limit }))
      if (heading.start !== part?.start && /^progress\b/i.test(text.slice(heading.contentStart, heading.contentEnd)))
        at = heading.start
    if (at < text.length && at < limit) this.layout.above(at, lines)
    else this.layout.block(trimmedEnd(text, 0, at), lines)
  }

  progress(next: Body) {
    if (same(next.progress, this.#old.progress)) return
    if (next.progress === null) return this.layout.cannot('a Progress table', 'none')
    const rows = this.#places.progress
    const old = this.#old.progress ?? []
    const after = next.progress
    if (this.#old.progress === null) {
      const { text } = this.layout.draft
      const lines = after.map((row) => `| ${Object.values(progressCells(row)).join(' | ')} |`)
      return this.layout.block(trimmedEnd(text, 0, text.length), ['## Progress', '', ...PROGRESS_HEAD, ...lines])
    }
    const changes = this.layout.aligned(old, after, (row) => row.id)
    if (changes === null) return
    for (const [was, is] of changed(changes, old, after))
      this.#row(rows[was] as ProgressPlace, old[was] as ProgressRow, after[is] as ProgressRow)
    for (const at of changes.removed) this.layout.draft.removeLines((rows[at] as ProgressPlace).row)
    for (const { at, after: behind } of changes.added) this.#newRow(after[at] as ProgressRow, rows[behind])
  }

  #row({ row, columns }: ProgressPlace, before: ProgressRow, after: ProgressRow) {
    const [was, is] = [progressCells(before), progressCells(after)]
    for (const name of Object.keys(columns) as ProgressColumn[]) {
      if (was[name] === is[name]) continue
      if (name === 'phase') {
        const cell = row.cells[columns.phase]
        if (cell !== undefined) this.layout.draft.swap(contentOf(cell), cellText(before.title), cellText(after.title))
      } else this.layout.cell(row, columns[name], name, is[name])
    }
  }

  #newRow(row: ProgressRow, behind: ProgressPlace | undefined) {
    const first = this.#places.progress[0]
    const home = behind ?? first ?? this.#places.tables.at(-1)
    if (home === undefined) return this.layout.cannot('a Progress table', 'none')
    const cells = progressCells(row)
    // The number stands in a column of its own, or nowhere, where the places of phases say so.
    const spot = this.#places.phases.find((place) => place.spot.row?.table === home.table)?.spot.row
    const own = spot === undefined || (spot.number < 0 && phaseCellIn(spot.row.cells[spot.name]?.text ?? '') !== null)
    const line = Array.from({ length: home.table.columns }, (_, at) => {
      const name = (Object.keys(home.columns) as ProgressColumn[]).find((column) => home.columns[column] === at)
      if (at === spot?.number) return row.id
      return name === undefined ? '' : name === 'phase' && !own ? cellText(row.title) : cells[name]
    })
    this.layout.row(home.table, first?.row, behind?.row, `| ${line.join(' | ')} |`)
  }
}

/** Of what stayed, that which is another value: of thousands most are the very ones that were read. */
const changed = <T>({ kept }: Alignment, before: readonly T[], after: readonly T[]) =>
  kept.filter((pair) => before[pair[0]] !== after[pair[1]])

type Added = { readonly at: number; readonly after: number }

function byWindow(added: readonly Added[], windowOf: (at: number) => number | null) {
  const groups = new Map<number | null, Added[]>()
  for (const one of added) {
    const window = windowOf(one.at)
    groups.set(window, [...(groups.get(window) ?? []), one])
  }
  return [...groups].map(([window, list]) => ({ window, added: list }))
}
