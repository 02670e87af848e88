// Finds the archives of milestones, and the last shipped milestone.
import { closedWindows, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import type { View } from '../view.js'

export const MILESTONES = '.planning/milestones'
const ARCHIVE = '-ROADMAP.md'

export const archivePath = (version: string): string => `${MILESTONES}/${version}${ARCHIVE}`

export interface ShippedMilestone {
  readonly version: string | null
  readonly name: string | null
}

/** Lists milestones that have an archive file with this ending, lowest version first. Archives belong to the root, never to a workstream. */
export const archivedVersions = (view: Pick<View, 'list'>, ending: string = ARCHIVE): readonly string[] =>
  view
    .list(MILESTONES)
    .flatMap(({ kind, name }) => (kind === 'file' && name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

export const ownVersions = (view: View, ending: string = ARCHIVE): readonly string[] =>
  view.base === '.planning' ? archivedVersions(view, ending) : []

export const dayIn = (note: string | null): string => /\d{4}-\d{2}-\d{2}/.exec(note ?? '')?.[0] ?? ''

/** Finds the last shipped milestone by date in the roadmap, else by version in the archive; null if there is none. */
export function lastShipped(view: View, roadmap: RoadmapValue | null): ShippedMilestone | null {
  const closed = roadmap === null ? new Set<number>() : closedWindows(roadmap)
  const parts = (roadmap?.windows ?? []).filter((_, index) => closed.has(index))
  const lines = (roadmap?.milestones ?? []).filter(({ mark }) => mark === 'shipped')
  const shipped = [
    ...parts.map(({ version, name, note }) => ({ version, name, day: dayIn(note) })),
    ...lines.map(({ version, name, rest }) => ({ version, name, day: dayIn(rest) })),
  ]
  const last = shipped.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1)
  if (last !== undefined) return { version: last.version, name: last.name }
  const version = ownVersions(view).at(-1) ?? null
  return version === null ? null : { version, name: null }
}

export const archiveFiles = (view: View, version: string | null): readonly string[] =>
  version === null || view.base !== '.planning'
    ? []
    : view
        .list(MILESTONES)
        .filter(({ name }) => name.startsWith(`${version}-`))
        .map(({ name }) => `${MILESTONES}/${name}`)
