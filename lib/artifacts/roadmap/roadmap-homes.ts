// Finds the home of each phase of a roadmap, its milestone: by position, and by the phases that milestones list.
import type { Heading } from '../../markdown/reader.js'
import { grouped } from '../../std/grouped.js'
import { isBacklog, phaseKey } from '../parts/phase-token.js'
import { listedPhases, listsPhase } from './milestone-text.js'
import type { MilestoneLine, RoadmapWindow } from './roadmap.js'
import type { Outline, WindowPart } from './roadmap-outline.js'

interface LocatedPhase {
  readonly id: string
  readonly part: WindowPart | null
  readonly folded: boolean
  /** Whether the box of a line is ticked; null for a section. */
  readonly done: boolean | null
}

interface Homes {
  readonly values: readonly RoadmapWindow[]
  /** Parallel to `values`. */
  readonly parts: readonly (readonly WindowPart[])[]
  /** Indices into `values`, parallel to the input. */
  readonly sections: readonly (number | null)[]
  readonly lines: readonly (number | null)[]
}

interface Milestone {
  readonly parts: readonly WindowPart[]
  readonly window: RoadmapWindow
  readonly phaseList: string | null
  readonly closed: boolean
}

/** Merges the parts of a version into one window. A shipped milestone without part gets a window if it has phases. */
export function homesIn(
  outline: Outline,
  title: Heading | null,
  milestones: readonly MilestoneLine[],
  sections: readonly LocatedPhase[],
  lines: readonly LocatedPhase[],
): Homes {
  const located = [...sections, ...lines]
  const written = groupsOf(outline, title, new Set(located.map(({ part }) => part)))
  const known = [
    ...written.map((parts) => milestoneOf(parts, windowOf(parts, located), milestones)),
    ...milestones
      .filter(({ version }) => !written.some((parts) => parts.some(({ text }) => text.version === version)))
      .map(listedMilestoneOf),
  ]
  if (known.length === 0)
    return { values: [], parts: [], sections: sections.map(() => null), lines: lines.map(() => null) }
  const at = new Map(written.flatMap((parts, index) => parts.map((part) => [part, index] as const)))
  const finder = new HomeFinder(known, at, lines)
  const homes = finder.run(sections)
  const used = new Set([...homes.sections, ...homes.lines])
  // An open milestone that is only listed has no part of the document, so its phases have no window.
  const kept = known.flatMap((one, index) => (one.parts.length > 0 || (used.has(index) && one.closed) ? [index] : []))
  const place = new Map(kept.map((index, to) => [index, to]))
  const settled = (home: number | null) => (home === null ? null : (place.get(home) ?? null))
  return {
    values: kept.map((index) => (known[index] as Milestone).window),
    parts: kept.map((index) => (known[index] as Milestone).parts),
    sections: homes.sections.map(settled),
    lines: homes.lines.map(settled),
  }
}

function groupsOf({ parts }: Outline, title: Heading | null, owners: ReadonlySet<WindowPart | null>) {
  const meant = parts.filter((part) => part.heading !== title || title === null || owners.has(part))
  const groups = grouped(meant, ({ text }) => text.version ?? `name ${text.name ?? ''}`)
  return [...groups.values()].filter((group) => group.some((part) => owners.has(part) || standsAlone(part)))
}

const standsAlone = ({ kind, text }: WindowPart) =>
  kind === 'details' ? text.version !== null : text.beginsWithVersion || (text.version === null && text.mark !== null)

function windowOf(group: readonly WindowPart[], located: readonly LocatedPhase[]): RoadmapWindow {
  const first = <T>(pick: (part: WindowPart) => T | null): T | null =>
    group.map(pick).find((found) => found !== null) ?? null
  const open = group.find(({ text }) => text.mark === 'active')
  const own = located.filter(({ part }) => part !== null && group.includes(part))
  const isInside = own.length > 0 ? own.every(({ folded }) => folded) : group.some(({ folded }) => folded)
  return {
    version: first(({ text }) => text.version),
    name: first(({ text }) => text.name),
    mark: open === undefined ? first(({ text }) => text.mark) : 'active',
    folded: isInside,
    note: first(({ text }) => text.note),
  }
}

function milestoneOf(
  parts: readonly WindowPart[],
  window: RoadmapWindow,
  milestones: readonly MilestoneLine[],
): Milestone {
  const listed = milestones.find(({ version }) => version !== null && version === window.version)
  const mark = window.mark ?? listed?.mark ?? null
  const texts = parts.map(({ text }) => `${text.name ?? ''} ${text.note ?? ''}`)
  const phaseList = [...texts, listed?.rest ?? ''].map(listedPhases).find((one) => one !== null)
  return { parts, window, phaseList: phaseList ?? null, closed: mark === null ? window.folded : mark === 'shipped' }
}

function listedMilestoneOf({ version, name, mark, rest }: MilestoneLine): Milestone {
  const phaseList = listedPhases(rest)
  const note = phaseList === null ? null : `(Phases ${phaseList})`
  return { parts: [], window: { version, name, mark, folded: false, note }, phaseList, closed: mark === 'shipped' }
}

class HomeFinder {
  readonly #known: readonly Milestone[]
  readonly #at: ReadonlyMap<WindowPart, number>
  readonly #lines: readonly LocatedPhase[]
  readonly #linesOf: ReadonlyMap<string, readonly LocatedPhase[]>
  /** Whether phase numbers may restart, because an open milestone has neither a list of its phases nor lines. */
  readonly #numbersRestart: boolean

  constructor(known: readonly Milestone[], at: ReadonlyMap<WindowPart, number>, lines: readonly LocatedPhase[]) {
    this.#known = known
    this.#at = at
    this.#lines = lines
    this.#linesOf = grouped(lines, ({ id }) => phaseKey(id))
    const holds = new Set(lines.map(({ part }) => (part === null ? null : at.get(part))))
    this.#numbersRestart = known.some(
      ({ phaseList, closed }, index) => phaseList === null && !closed && !holds.has(index),
    )
  }

  home({ id, part, done }: LocatedPhase): number | null {
    const here = part === null ? null : (this.#at.get(part) ?? null)
    const around = here === null ? undefined : this.#known[here]
    const phaseList = around?.phaseList ?? null
    // Below a closed milestone's heading, a phase outside its list belongs elsewhere.
    const isOutsideList =
      around?.closed === true && part?.kind === 'heading' && phaseList !== null && !listsPhase(phaseList, id)
    if (isBacklog(id) || (here !== null && !isOutsideList)) return here
    const listing = this.#known.flatMap((one, index) =>
      one.phaseList !== null && listsPhase(one.phaseList, id) ? [index] : [],
    )
    if (here !== null) return listing.length === 1 ? (listing[0] ?? here) : here
    const open = listing.filter((index) => this.#isOpen(index))
    const own = this.#linesOf.get(phaseKey(id)) ?? []
    const listed = own.flatMap((line) => (line.part === null ? [] : (this.#at.get(line.part) ?? [])))
    const closed = listing.find((index) => !listed.includes(index))
    const isOver = done !== false && !this.#numbersRestart && own.every((line) => line.done === true)
    return open[0] ?? listed.find((index) => this.#isOpen(index)) ?? (isOver ? (closed ?? null) : null)
  }

  run(sections: readonly LocatedPhase[]): Pick<Homes, 'sections' | 'lines'> {
    const homes = this.#inRuns(sections, (section) => this.home(section))
    const housed = sections.flatMap(({ id }, at) => (homes[at] == null ? [] : [{ id, home: homes[at] }]))
    const homesOf = grouped(housed, ({ id }) => phaseKey(id))
    const mirrored = (line: LocatedPhase) => {
      const own = (homesOf.get(phaseKey(line.id)) ?? []).map(({ home }) => home)
      return own.length < 2
        ? (own[0] ?? null)
        : line.done === true
          ? null
          : (own.find((at) => this.#isOpen(at)) ?? null)
    }
    return { sections: homes, lines: this.#inRuns(this.#lines, (line) => this.home(line) ?? mirrored(line)) }
  }

  #isOpen(index: number | null): boolean {
    return index !== null && this.#known[index]?.closed === false
  }

  /** Assigns unlisted phases outside milestones to the open milestone before them. */
  #inRuns(all: readonly LocatedPhase[], homeOf: (one: LocatedPhase) => number | null): readonly (number | null)[] {
    let before: number | null = null
    return all.map((one) => {
      const home = homeOf(one)
      if (one.part !== null || isBacklog(one.id)) return home
      before = home ?? (this.#isOpen(before) ? before : null)
      return before
    })
  }
}
