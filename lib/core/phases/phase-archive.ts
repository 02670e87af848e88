// Archives a milestone's phase directories. They are moved, never rewritten.
import { isBacklog } from '../../artifacts/parts/phase-token.js'
import { activePhases, closedWindows, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { refuse } from '../../errors.js'
import { grouped } from '../../std/grouped.js'
import { isSlugOf } from '../../std/slug.js'
import { namesPhase, type PhaseId } from '../ids.js'
import { listPhaseDirectories, type PhaseDirectory } from '../layout.js'
import { filesIn } from '../project/folder-contents.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'

export const archiveFolder = (version: string): string => `.planning/milestones/${version}-phases`

/** Lists live phase directories, except the backlog (999.x), which is never moved. */
export const movableDirectories = (view: View): readonly PhaseDirectory[] =>
  listPhaseDirectories(view).filter(({ id }) => !isBacklog(id))

/** Finds live directories of a milestone's phases by number, except those that are an open phase's by number and title. */
function directoriesOf(
  view: View,
  roadmap: RoadmapValue,
  phases: readonly { readonly id: string; readonly title: string }[],
) {
  const open = activePhases(roadmap)
  const belongsToOpenPhase = (id: PhaseId, slug: string) =>
    open.some((section) => {
      const isSamePhase = phases.some((phase) => phase.id === section.id && phase.title === section.title)
      return !isSamePhase && namesPhase(section.id, id) && isSlugOf(slug, section.title)
    })
  return movableDirectories(view).filter(
    ({ id, slug }) => phases.some((phase) => namesPhase(phase.id, id)) && !belongsToOpenPhase(id, slug),
  )
}

/** Finds live directories of closed milestones that ROADMAP.md still lists. If numbers repeat, the title decides. */
export function closedDirectories(view: View, roadmap: RoadmapValue) {
  const found = [...closedWindows(roadmap)].flatMap((at) => {
    const version = roadmap.windows[at]?.version ?? ''
    if (!VERSION.test(version)) return []
    const phases = [...roadmap.phases, ...roadmap.checklist].filter(({ window }) => window === at)
    const archivedNames = new Set(view.list(archiveFolder(version)).map(({ name }) => name))
    return directoriesOf(view, roadmap, phases).map((directory) => {
      const isNamed = phases.some(({ title }) => isSlugOf(directory.slug, title)) && !archivedNames.has(directory.name)
      return { version, directory, isNamed }
    })
  })
  const chosen = [...grouped(found, ({ directory }) => directory.path).values()].flatMap(
    (own) => own.find(({ isNamed }) => isNamed) ?? own[0] ?? [],
  )
  return [...grouped(chosen, ({ version }) => version)].map(([version, own]) => ({
    version,
    directories: own.map(({ directory }) => directory),
  }))
}

/** Versions that may become part of a path. */
const VERSION = /^v\d+(?:\.\d+)*$/

/** Stages the moves of directories to an archive; refuses if the archive already has one of them. */
export function archiveDirectories(
  staging: Staging,
  directories: readonly Pick<PhaseDirectory, 'path' | 'name'>[],
  target: string,
): void {
  const { view } = staging
  const existing = new Set(view.list(target).map(({ name }) => name))
  const conflicting = directories.find(({ name }) => existing.has(name))
  if (conflicting !== undefined)
    refuse({
      code: 'EXISTS',
      message: `${target}/${conflicting.name} already exists`,
      fix: `compare both, then rename ${conflicting.path}`,
    })
  for (const { path, name } of directories) {
    const files = filesIn(view, path)
    const moves = files
      .filter((file) => !file.endsWith('/'))
      .map((from) => ({ from, to: `${target}/${name}${from.slice(path.length)}` }))
    if (moves.length === 0) staging.put(`${target}/${name}/.gitkeep`, '')
    staging.move(moves)
    for (const folder of files) if (folder.endsWith('/')) staging.remove(folder)
  }
}
