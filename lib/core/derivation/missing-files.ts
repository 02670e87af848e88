// Other files in a project whose PROJECT.md or ROADMAP.md is missing.
import { baseName, parentOf } from '../../std/paths.js'
import { listPhaseDirectories, listPhaseFiles } from '../layout.js'
import type { ProjectFacts } from './facts.js'

export const hasArchive = (facts: ProjectFacts): boolean =>
  facts.view.list('.planning/milestones').some(({ name }) => name.endsWith('-ROADMAP.md') || name.endsWith('-phases'))

/** Phase folders with plans: their author had a roadmap. */
export const plannedFolders = ({ view }: ProjectFacts): readonly string[] =>
  listPhaseDirectories(view)
    .filter((directory) => listPhaseFiles(view, directory).plans.length > 0)
    .map(({ path }) => path)

/** The planning folder or PROJECT.md, if it is a link: then it does not count as missing. */
export const linkedAway = ({ view }: ProjectFacts): string | undefined =>
  ['.planning', '.planning/PROJECT.md'].find((path) =>
    view.list(parentOf(path) || '.').some(({ name, kind }) => name === baseName(path) && kind === 'other'),
  )
