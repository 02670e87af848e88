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

/** Live phase directories, except the backlog (999.x), which is never moved. */
export const movableDirectories = (view: View): readonly PhaseDirectory[] =>
  listPhaseDirectories(view).filter(({ id }) => !isBacklog(id))

/** Live directories of a milestone's phases: by number, or by title if an open phase has the same number. */
function directoriesOf(
  view: View,
  roadmap: RoadmapValue,
  phases: readonly { readonly id: string; readonly title: string }[],
) {
  const open = activePhases(roadmap)
  const isOther = (id: PhaseId, slug: string) =>
    open.some((section) => {
      const isTwin = phases.some((phase) => phase.id === section.id && phase.title === section.title)
      return !isTwin && namesPhase(section.id, id) && isSlugOf(slug, section.title)
    })
  return movableDirectories(view).filter(
    ({ id, slug }) => phases.some((phase) => namesPhase(phase.id, id)) && !isOther(id, slug),
  )
}

/** Live directories of closed milestones that ROADMAP.md still lists. If numbers repeat, the title decides. */
export function closedDirectories(view: View, roadmap: RoadmapValue) {
  const found = [...closedWindows(roadmap)].flatMap((at) => {
    const version = roadmap.windows[at]?.version ?? ''
    if (!VERSION.test(version)) return []
    const phases = [...roadmap.phases, ...roadmap.checklist].filter(({ window }) => window === at)
    const kept = new Set(view.list(archiveFolder(version)).map(({ name }) => name))
    return directoriesOf(view, roadmap, phases).map((directory) => {
      const isNamed = phases.some(({ title }) => isSlugOf(directory.slug, title)) && !kept.has(directory.name)
      return { version, directory, isNamed }
    })
  })
  const homes = [...grouped(found, ({ directory }) => directory.path).values()].flatMap(
    (own) => own.find(({ isNamed }) => isNamed) ?? own[0] ?? [],
  )
  return [...grouped(homes, ({ version }) => version)].map(([version, own]) => ({
    version,
    directories: own.map(({ directory }) => directory),
  }))
}

/** Only these versions become part of a path. */
const VERSION = /^v\d+(?:\.\d+)*$/

/** Stages the moves; refuses if the archive already has one of the directories. */
export function archiveDirectories(
  staging: Staging,
  directories: readonly Pick<PhaseDirectory, 'path' | 'name'>[],
  target: string,
): void {
  const { view } = staging
  const taken = new Set(view.list(target).map(({ name }) => name))
  const twice = directories.find(({ name }) => taken.has(name))
  if (twice !== undefined)
    refuse({
      code: 'EXISTS',
      message: `${target}/${twice.name} already exists`,
      fix: `compare both, then rename ${twice.path}`,
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
