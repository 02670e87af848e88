// A milestone's entries in a roadmap: sections, and the list lines and table rows that mirror them.
import { isBacklog, phaseKey, withoutCode } from '../parts/phase-token.js'
import type { PhaseSection, ProgressRow, RoadmapValue } from './roadmap.js'
import { activeWindow, closedWindows } from './roadmap-windows.js'

/** Indices into the value's lists. */
export interface MilestoneScope {
  /** The milestone's window; null if the document has none. */
  readonly home: number | null
  readonly sections: ReadonlySet<number>
  readonly lines: ReadonlySet<number>
  readonly rows: ReadonlySet<number>
}

const keyOf = (id: string): string => phaseKey(withoutCode(id))

/** A milestone's entries; those before every window belong to the active one. */
export function scopeOfMilestone(value: RoadmapValue, home: number | null): MilestoneScope {
  const active = activeWindow(value)
  const isHome = (window: number | null) => (window ?? active) === home
  return scopeOf(
    value,
    home,
    indices(value.phases, ({ window, id }) => isHome(window) && !isBacklog(id)),
  )
}

export function scopeOfSection(value: RoadmapValue, at: number): MilestoneScope {
  const { home, sections } = scopeOfMilestone(value, value.phases[at]?.window ?? activeWindow(value))
  return scopeOf(value, home, new Set(sections).add(at))
}

/** List lines and table rows that mirror a section. */
export function mirrorsOf(value: RoadmapValue, at: number): Pick<MilestoneScope, 'lines' | 'rows'> {
  const home = value.phases[at]?.window ?? activeWindow(value)
  return scopeOf(value, home, new Set([at]))
}

function scopeOf(value: RoadmapValue, home: number | null, sections: ReadonlySet<number>): MilestoneScope {
  const closed = closedWindows(value)
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
  return { home, sections, lines, rows: indices(value.progress ?? [], (row) => keys.has(keyOf(row.id)) && isOwn(row)) }
}

/** An id that occurs twice in a milestone; null if none. */
export function twiceIn(value: RoadmapValue, { sections, lines, rows }: MilestoneScope): string | null {
  const ids = (list: readonly { readonly id: string }[], chosen: ReadonlySet<number>) =>
    list.flatMap(({ id }, index) => (chosen.has(index) ? [id] : []))
  const found = [ids(value.phases, sections), ids(value.checklist, lines), ids(value.progress ?? [], rows)]
  return found.map(firstTwice).find((id) => id !== null) ?? null
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
