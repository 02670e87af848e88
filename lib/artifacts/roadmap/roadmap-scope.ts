// Which entries of a roadmap belong to one milestone: its sections, and the list lines and table rows that mirror them.
import { withoutCode } from '../parts/phase-number.js'
import { isBacklog, phaseKey } from '../parts/phase-token.js'
import type { PhaseSection, ProgressRow, RoadmapValue } from './roadmap.js'
import { activeWindow, closedWindows } from './roadmap-windows.js'

/** Indices into the value's lists. */
export interface MilestoneScope {
  /** Its window; null where the document has none. */
  readonly home: number | null
  readonly sections: ReadonlySet<number>
  readonly lines: ReadonlySet<number>
  readonly rows: ReadonlySet<number>
}

const keyOf = (id: string): string => phaseKey(withoutCode(id))

/** The milestone of a section: its own window; what stands before every window belongs to the active one. `ambiguous`: an id that is there twice. */
export function scopeOfSection(value: RoadmapValue, at: number): MilestoneScope | { readonly ambiguous: string } {
  const active = activeWindow(value)
  const home = value.phases[at]?.window ?? active
  const isHome = (window: number | null) => (window ?? active) === home
  const closed = closedWindows(value)
  const sections = indices(value.phases, ({ window, id }) => isHome(window) && !isBacklog(id)).add(at)
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
