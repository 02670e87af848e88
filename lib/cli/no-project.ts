// Explains why a folder has no project, and what to do.
import { type GsdError, gsdError } from '../errors.js'
import { projectAround, type Whereabouts } from '../node/project.js'

const noProjectError = (message: string, fix: string) => gsdError('NO_PROJECT', message, fix)

export function noProject(where: Whereabouts): GsdError {
  const around = projectAround(where)
  if (around === null)
    return noProjectError(
      `there is no folder .planning/ in ${where.start} or above it`,
      'change to the project folder, name it (gsd-tools … --cwd <folder>, gsd board <folder>), or create a project: run gsd-new-project in your agent',
    )
  const { root, repository } = around
  return repository === null
    ? noProjectError(
        `this worktree has no .planning/, because its branch has none and worktrees do not share plans; there is one in ${root}`,
        `work in ${root}, or give every worktree its own plans: commit ${root}/.planning and merge that commit here`,
      )
    : noProjectError(
        `the repository ${repository} has no .planning/, and is not a sub-repository of the project in ${root}`,
        `if it belongs to that project, run gsd-tools config set planning.sub_repos '["${repository}"]' --cwd ${root}`,
      )
}
