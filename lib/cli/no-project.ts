// Why a folder has no project, and what to do.
import { GsdError } from '../errors.js'
import { projectAround, type Whereabouts } from '../node/project.js'

export function noProject(where: Whereabouts): GsdError {
  const around = projectAround(where)
  return around === null
    ? new GsdError({
        code: 'NO_PROJECT',
        message: `expected a folder .planning/ in ${where.start} or above it, found none`,
        fix: 'go to the project, name its folder (gsd-tools … --cwd <folder>, gsd board <folder>), or begin one: gsd init',
      })
    : new GsdError({
        code: 'NO_PROJECT',
        message: `the repository ${around.repository} has no .planning/ of its own, and the project in ${around.root} does not name it as one of its repositories`,
        fix: `gsd-tools config set planning.sub_repos '["${around.repository}"]' --cwd ${around.root}, if it belongs there`,
      })
}
