// Creates a minimal project without a roadmap, which only records quick tasks until a charter replaces it.
import { freshProject, PROJECT } from '../../artifacts/project/project.js'
import { emptyOf } from '../../std/shape.js'
import type { View } from '../view.js'
import { refreshState } from '../writing/projections.js'
import type { Staging } from '../writing/staging.js'
import { NO_CORE_VALUE } from './bare.js'
import { completeNewProject } from './new-project.js'

/** Whether the project has no description yet, so that a charter may replace it. */
export const isMinimalProject = (view: View): boolean =>
  view.parse('project', view.at('PROJECT.md'))?.value.coreValue === NO_CORE_VALUE &&
  view.source(view.at('ROADMAP.md')) === null

/** Writes PROJECT.md and what every new project has, and returns the title; null if there is a project already. */
export function createMinimalProject(staging: Staging): string | null {
  const { view } = staging
  const path = view.at('PROJECT.md')
  if (view.source(path) !== null) return null
  const title = view.projectRoot.split(/[\\/]/).findLast((part) => part !== '') ?? 'Project'
  const value = {
    ...emptyOf(PROJECT),
    name: title,
    whatThisIs: 'Tasks in this folder are recorded here. It has no roadmap yet: the new-project command creates one.',
    coreValue: NO_CORE_VALUE,
    context: 'See the README and the code.',
    updated: `${view.clock.today()}, with the first task`,
  }
  staging.put(path, freshProject(value))
  completeNewProject(staging, new Date(view.clock.now()).toISOString())
  refreshState(staging)
  return title
}
