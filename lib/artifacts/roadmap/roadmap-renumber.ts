// Taking a phase out of a roadmap and giving the later ones of its milestone their new numbers: headings, lists, rows and references, nothing else.
import type { Item, Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import type { Parsed, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { refusal } from '../parts/issues.js'
import { contentOf, Layout } from '../parts/layout-edit.js'
import { phaseNumber, withoutCode } from '../parts/phase-number.js'
import { isSentinel, phaseKey, phaseRefsIn } from '../parts/phase-token.js'
import type { PhaseRenames } from './phase-renames.js'
import type { ProgressPlace } from './progress-table.js'
import type { MilestoneLine, PhaseLine, PhaseSection, PlanLine, ProgressRow, RoadmapValue } from './roadmap.js'
import { roadmap } from './roadmap-codec.js'
import { type PhasePlace, type RoadmapPlaces, readRoadmap } from './roadmap-read.js'
import { activeWindow, closedWindows } from './roadmap-windows.js'

/** Which entries of the document belong to the milestone whose phases change; indices into the value's lists. */
export interface RenumberScope {
  /** Its window; null where the document has none. */
  readonly home: number | null
  readonly sections: ReadonlySet<number>
  readonly lines: ReadonlySet<number>
  readonly rows: ReadonlySet<number>
}

const keyOf = (id: string): string => phaseKey(withoutCode(id))

/** The milestone of a section: its own window; what stands before every window belongs to the active one. `ambiguous`: an id that is there twice. */
export function scopeOfSection(value: RoadmapValue, at: number): RenumberScope | { readonly ambiguous: string } {
  const active = activeWindow(value)
  const home = value.phases[at]?.window ?? active
  const isHome = (window: number | null) => (window ?? active) === home
  const closed = closedWindows(value)
  const sections = indices(value.phases, ({ window, id }) => isHome(window) && !isSentinel(id)).add(at)
  const keys = new Set([...sections].map((index) => keyOf((value.phases[index] as PhaseSection).id)))
  const history = new Set(
    value.phases.flatMap(({ id, window }) => (window !== null && closed.has(window) ? [keyOf(id)] : [])),
  )
  const lines = indices(
    value.checklist,
    ({ id, window, done }) =>
      keys.has(keyOf(id)) && (window === null ? !(done && history.has(keyOf(id))) : window === home),
  )
  const version = home === null ? null : (value.windows[home]?.version ?? null)
  const isOwn = ({ milestone }: ProgressRow) =>
    milestone === null || version === null || milestone === version || milestone.startsWith(`${version} `)
  const rows = indices(value.progress ?? [], (row) => keys.has(keyOf(row.id)) && isOwn(row))
  const ids = (list: readonly { readonly id: string }[], chosen: ReadonlySet<number>) =>
    list.flatMap(({ id }, index) => (chosen.has(index) ? [id] : []))
  const twice = [ids(value.phases, sections), ids(value.checklist, lines), ids(value.progress ?? [], rows)]
    .map(firstTwice)
    .find((id) => id !== null)
  return twice === undefined ? { home, sections, lines, rows } : { ambiguous: twice as string }
}

const indices = <T>(items: readonly T[], test: (item: T) => boolean): Set<number> =>
  new Set(items.flatMap((item, at) => (test(item) ? [at] : [])))

function firstTwice(ids: readonly string[]): string | null {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(keyOf(id))) return id
    seen.add(keyOf(id))
  }
  return null
}

export interface DependencyChange {
  readonly phase: string
  readonly was: string
  readonly now: string
}

/** A text as it was read back. */
interface ReadBack {
  readonly text: string
  readonly source: Source
  readonly parsed: Parsed<RoadmapValue>
}

export interface RenumberedRoadmap {
  readonly rendered: ReadBack | Extract<Rendered, { refused: unknown }>
  readonly dependencies: readonly DependencyChange[]
}

/** The text after the change, read back and compared with what was meant. */
export function renumberRoadmap(
  source: Source,
  scope: RenumberScope,
  renames: PhaseRenames,
  toSource: (path: string, text: string) => Source,
): RenumberedRoadmap {
  const change = new Renumber(source, scope, renames)
  const meant = change.apply()
  const rendered = change.layout.draft.finish()
  if (!('text' in rendered)) return { rendered, dependencies: [] }
  const { text } = rendered
  const after = toSource(source.path, text)
  const parsed = roadmap.parse(after, source)
  if (same(parsed.value, meant)) return { rendered: { text, source: after, parsed }, dependencies: change.dependencies }
  const fix = `Edit ${source.path} by hand.`
  return {
    rendered: refusal(source.path, 'phases that can be renumbered alone', 'others around them', fix),
    dependencies: [],
  }
}

class Renumber {
  readonly layout: Layout
  readonly dependencies: DependencyChange[] = []
  readonly #value: RoadmapValue
  readonly #places: RoadmapPlaces
  readonly #scope: RenumberScope
  readonly #renames: PhaseRenames
  readonly #closed: ReadonlySet<number>
  /** See `#renamesAt`, by window. */
  readonly #others = new Map<number | null, PhaseRenames>()
  /** What the phases that go waited for. */
  readonly #inherited = once((): readonly string[] =>
    this.#value.phases.flatMap(({ id, dependsOn }, at) =>
      this.#scope.sections.has(at) && this.#renames.id(id) === null && dependsOn !== null ? phaseRefsIn(dependsOn) : [],
    ),
  )

  constructor(source: Source, scope: RenumberScope, renames: PhaseRenames) {
    this.layout = new Layout(new Draft(source), source)
    this.#value = roadmap.parse(source).value
    this.#places = readRoadmap(source).places
    this.#scope = scope
    this.#renames = renames
    this.#closed = closedWindows(this.#value)
  }

  /** Collects the changes of the text; answers the value it must have then. */
  apply(): RoadmapValue {
    const { phases, checklist, progress, milestones } = this.#value
    return {
      ...this.#value,
      milestones: milestones.map((line, at) => this.#milestone(line, this.#places.milestones[at] as Item)),
      phases: phases.flatMap((section, at) => this.#section(section, at)),
      checklist: checklist.flatMap((line, at) => this.#line(line, at)),
      progress: progress?.flatMap((row, at) => this.#row(row, at)) ?? null,
    }
  }

  #section(section: PhaseSection, at: number): readonly PhaseSection[] {
    const place = this.#places.phases[at] as PhasePlace
    if (!this.#scope.sections.has(at)) return [this.#elsewhere(section, place)]
    const id = this.#renames.id(section.id)
    if (id === null) {
      this.#remove(place)
      return []
    }
    if (id !== undefined) this.#rename(contentOf(place.spot.heading ?? (place.spot.item as Item)), section.id, id)
    const moved = { ...section, id: id ?? section.id, plans: this.#plans(section, place) }
    return [{ ...moved, dependsOn: this.#dependsOn(section, place, this.#renames) }]
  }

  /** A section of another milestone: history stays, an open one may wait for a phase whose number changes. */
  #elsewhere(section: PhaseSection, place: PhasePlace): PhaseSection {
    if (section.window !== null && this.#closed.has(section.window)) return section
    let renames = this.#others.get(section.window)
    if (renames === undefined) {
      renames = this.#renamesAt(section.window)
      this.#others.set(section.window, renames)
    }
    return { ...section, dependsOn: this.#dependsOn(section, place, renames) }
  }

  /** What changes for phases of a window that is not theirs: a number that one of them has means that one. */
  #renamesAt(own: number | null): PhaseRenames {
    const ids = new Set(
      this.#value.phases.flatMap(({ id, window }, at) =>
        window === own && !this.#scope.sections.has(at) ? [keyOf(id)] : [],
      ),
    )
    return this.#renames.except((key) => ids.has(key))
  }

  #remove({ spot }: PhasePlace) {
    if (spot.heading === null) return this.layout.removeItem(spot.item as Item)
    const end = Math.max(spot.start, this.layout.tail(spot).next)
    this.layout.draft.replace({ start: spot.start, end }, '')
  }

  #dependsOn(section: PhaseSection, place: PhasePlace, renames: PhaseRenames): string | null {
    const label = place.labels.dependsOn
    if (section.dependsOn === null || label === undefined) return section.dependsOn
    const now = renames.refs(section.dependsOn, this.#inherited())
    if (now === null) return section.dependsOn
    this.layout.draft.value({ start: label.contentStart, end: label.contentEnd }, label.value, now)
    this.dependencies.push({ phase: renames.id(section.id) ?? section.id, was: section.dependsOn, now })
    return now
  }

  #plans(section: PhaseSection, place: PhasePlace): readonly PlanLine[] {
    return section.plans.map((plan, at) => {
      const id = this.#renames.planWord(plan.id)
      if (id == null) return plan
      const item = place.plans[at] as Item
      const raw = this.layout.draft.text.slice(item.contentStart, item.contentEnd)
      const head = plan.text !== '' && raw.endsWith(plan.text) ? raw.slice(0, -plan.text.length) : raw
      const renamed = this.#renames.folderIn(head).split(plan.id).join(id)
      this.layout.draft.replace({ start: item.contentStart, end: item.contentStart + head.length }, renamed)
      return { ...plan, id }
    })
  }

  #line(line: PhaseLine, at: number): readonly PhaseLine[] {
    const id = this.#scope.lines.has(at) ? this.#renames.id(line.id) : undefined
    const item = this.#places.checklist[at] as Item
    if (id === undefined) return [line]
    if (id === null) {
      this.layout.removeItem(item)
      return []
    }
    this.#rename(contentOf(item), line.id, id)
    return [{ ...line, id }]
  }

  #row(row: ProgressRow, at: number): readonly ProgressRow[] {
    const id = this.#scope.rows.has(at) ? this.#renames.id(row.id) : undefined
    const place = this.#places.progress[at] as ProgressPlace
    if (id === undefined) return [row]
    if (id === null) {
      this.layout.draft.removeLines(place.row)
      return []
    }
    const cell = place.row.cells[place.columns.phase]
    if (cell === undefined) this.layout.cannot('a cell for the phase', 'none')
    else this.#rename(contentOf(cell), row.id, id)
    return [{ ...row, id }]
  }

  /** `Phases 4-6` behind the milestone's name, where it says what its sections say. */
  #milestone(line: MilestoneLine, item: Item): MilestoneLine {
    const { home, sections } = this.#scope
    if (home === null || line.version === null || line.version !== this.#value.windows[home]?.version) return line
    const found = /^phases\s+(\d+)\s*[-–—]\s*(\d+)(?![\d.])/i.exec(line.rest)
    if (found === null) return line
    const ids = this.#value.phases.flatMap(({ id }, at) => (sections.has(at) ? [id] : []))
    const left = ids.flatMap((id) => {
      const next = this.#renames.id(id)
      return next === null ? [] : [next ?? id]
    })
    const [was, is] = [bounds(ids), bounds(left)]
    if (was === null || is === null || was.first !== Number(found[1]) || was.last !== Number(found[2])) return line
    const text = found[0].replace(/\d+/, String(is.first)).replace(/\d+$/, String(is.last))
    if (text === found[0]) return line
    this.layout.draft.swap(contentOf(item), found[0], text)
    return { ...line, rest: text + line.rest.slice(found[0].length) }
  }

  /** The id behind the word Phase, or the first one where that word is missing. */
  #rename(range: Range, id: string, next: string) {
    const raw = this.layout.draft.text.slice(range.start, range.end)
    const word = /phase\s+/i.exec(raw)
    const at = raw.indexOf(id, word === null ? 0 : word.index + word[0].length)
    if (at < 0) return this.layout.cannot(`the number ${id}`, 'none')
    this.layout.draft.replace({ start: range.start + at, end: range.start + at + id.length }, next)
  }
}

function bounds(ids: readonly string[]): { readonly first: number; readonly last: number } | null {
  const numbers = ids.flatMap((id) => phaseNumber(withoutCode(id))?.integer ?? [])
  return numbers.length === 0 ? null : { first: Math.min(...numbers), last: Math.max(...numbers) }
}
