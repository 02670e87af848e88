// Why a folder has no project, and what to do.
import { GsdError } from '../errors.js'
import { projectAround, type Whereabouts } from '../node/project.js'

const because = (message: string, fix: string) => new GsdError({ code: 'NO_PROJECT', message, fix })

export function noProject(where: Whereabouts): GsdError {
  const around = projectAround(where)
  if (around === null)
    return because(
      `expected a folder .planning/ in ${where.start} or above it, found none`,
      'go to the project, name its folder (gsd-tools … --cwd <folder>, gsd board <folder>), or begin one: gsd init',
    )
  const { root, repository } = around
  return repository === null
    ? because(
        `this work tree has no .planning/: git keeps none on its branch, and a plan is never shared between work trees; one lies in ${root}`,
        `work in ${root}, or let git keep the plan, so that every work tree has its own: commit ${root}/.planning and merge that commit here`,
      )
    : because(
        `the repository ${repository} has no .planning/ of its own, and the project in ${root} does not name it as one of its repositories`,
        `gsd-tools config set planning.sub_repos '["${repository}"]' --cwd ${root}, if it belongs there`,
      )
}
