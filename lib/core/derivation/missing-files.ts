// Looks for other planning files in a project whose PROJECT.md or ROADMAP.md is missing.
import { baseName, parentOf } from '../../std/paths.js'
import { listPhaseDirectories, listPhaseFiles } from '../layout.js'
import type { ProjectFacts } from './facts.js'

export const hasArchive = (facts: ProjectFacts): boolean =>
  facts.view.list('.planning/milestones').some(({ name }) => name.endsWith('-ROADMAP.md') || name.endsWith('-phases'))

/** Returns the phase folders with plans: whoever wrote the plans had a roadmap. */
export const plannedFolders = ({ view }: ProjectFacts): readonly string[] =>
  listPhaseDirectories(view)
    .filter((directory) => listPhaseFiles(view, directory).plans.length > 0)
    .map(({ path }) => path)

/** Returns the path of the planning folder or PROJECT.md if that is a link, so that it does not count as missing. */
export const linkedPath = ({ view }: ProjectFacts): string | undefined =>
  ['.planning', '.planning/PROJECT.md'].find((path) =>
    view.list(parentOf(path) || '.').some(({ name, kind }) => name === baseName(path) && kind === 'other'),
  )
