// The milestone that was shipped last: what there is to report while none is open.
import { isSentinel } from '../../artifacts/parts/phase-token.js'
import type { PhaseSection, RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { closedPhases, closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'
import type { View } from '../view.js'
import { MILESTONES } from './shipped.js'

const ARCHIVE = '-ROADMAP.md'

export interface ShippedMilestone {
  readonly version: string | null
  readonly name: string | null
}

/** A phase of a closed milestone, and which one that is. */
export interface ShippedPhase {
  readonly section: PhaseSection
  readonly milestone: string | null
}

/** Versions of the milestones of which such a file lies in the archive, oldest first. Archives belong to the root: those of a workstream are none of its milestones. */
export const archivedVersions = (view: Pick<View, 'list'>, ending: string = ARCHIVE): readonly string[] =>
  view
    .list(MILESTONES)
    .flatMap(({ kind, name }) => (kind === 'file' && name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

export const ownVersions = (view: View, ending: string = ARCHIVE): readonly string[] =>
  view.base === '.planning' ? archivedVersions(view, ending) : []

/** By the roadmap, else by the archive; null where nothing was shipped. */
export function lastShipped(view: View, roadmap: RoadmapValue | null): ShippedMilestone | null {
  const closed = roadmap === null ? [] : [...closedWindows(roadmap)].sort((a, b) => a - b)
  const window = roadmap?.windows[closed.at(-1) ?? -1]
  const version = ownVersions(view).at(-1) ?? null
  if (window !== undefined) return { version: window.version, name: window.name }
  const line = roadmap?.milestones.findLast(
    (one) => one.mark === 'shipped' && (version === null || one.version === version),
  )
  if (line !== undefined) return { version: line.version, name: line.name }
  return version === null ? null : { version, name: null }
}

/** Phases of closed milestones: those the roadmap still shows, else those of the last archive. */
export function shippedPhases(view: View, roadmap: RoadmapValue | null): readonly ShippedPhase[] {
  const shown = roadmap === null ? [] : closedPhases(roadmap)
  if (roadmap !== null && shown.length > 0)
    return shown.map((section) => ({
      section,
      milestone: section.window === null ? null : (roadmap.windows[section.window]?.version ?? null),
    }))
  const version = lastShipped(view, roadmap)?.version ?? null
  const archive = version === null ? null : view.parse('roadmap', `${MILESTONES}/${version}${ARCHIVE}`)
  const own = (archive?.value.phases ?? []).filter(({ id, window }) => {
    const of = window === null ? null : (archive?.value.windows[window]?.version ?? null)
    return !isSentinel(id) && (of === null || of === version)
  })
  return own.map((section) => ({ section, milestone: version }))
}

/** Files and folders of the archive that belong to a milestone. */
export const archiveOf = (view: View, version: string | null): readonly string[] =>
  version === null || view.base !== '.planning'
    ? []
    : view
        .list(MILESTONES)
        .filter(({ name }) => name.startsWith(`${version}-`))
        .map(({ name }) => `${MILESTONES}/${name}`)
