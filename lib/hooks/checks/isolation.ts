// Keeps an agent with its own worktree out of the main one, and agents that plan or review out of the code.
import { slashed } from '../../std/paths.js'
import { pathText, say } from '../../std/safe-text.js'
import { BEFORE_CALLS, type CheckAt } from '../check.js'
import { claimsOf } from './claimed.js'
import { changesOf } from './files.js'

/** Matches a folder in one of the project's own worktrees, and the `.git` file of any linked worktree. */
const TREES = /^(.*)\/\.planning\/\.runtime\/(?:worktrees|trees)\/[^/]+(?:\/|$)/
const GITDIR = /^gitdir:\s*(.+?)\/\.git\/worktrees\/[^/\s]+\s*$/m

/** Returns the main tree of a linked worktree, which must not be written to; null for any other tree. */
function mainTreeOf(cwd: string, gitFile: string | null): string | null {
  const treeMatch = cwd.includes('/.planning/.runtime/') ? TREES.exec(`${cwd}/`) : null
  return treeMatch?.[1] ?? (gitFile === null ? null : (GITDIR.exec(gitFile)?.[1] ?? null))
}

export const worktreePathGuard: CheckAt<'pre-tool'> = {
  id: 'worktree-path-guard',
  ...BEFORE_CALLS,
  actions: ['write', 'edit'],
  setting: 'hooks.worktree_guard',
  run: (event, around) => {
    const { project, read } = around
    if (project === null) return []
    const main = slashed(mainTreeOf(slashed(event.cwd), read(`${project.root}/.git`)) ?? '')
    const own = slashed(project.root)
    if (main === '' || main === own) return []
    const strayFile = changesOf(event, around).find(
      ({ absolute }) => absolute.startsWith(`${main}/`) && !absolute.startsWith(`${own}/`),
    )
    if (strayFile === undefined) return []
    const text = `you work in ${own}, but ${strayFile.absolute} is in the main tree. Write ${own}${strayFile.absolute.slice(main.length)} instead.`
    return [{ kind: 'deny', code: 'OUTSIDE_WORKTREE', text }]
  },
}

export const unitScopeGuard: CheckAt<'pre-tool'> = {
  id: 'unit-scope-guard',
  ...BEFORE_CALLS,
  actions: ['write', 'edit'],
  setting: 'hooks.worktree_guard',
  run: (event, around, { now }) => {
    const { project } = around
    if (!event.inAgent || project === null) return []
    const claims = claimsOf(event.session, project, now())
    if (claims.length === 0 || !claims.every(({ leavesCode }) => leavesCode)) return []
    const code = changesOf(event, around).find(({ below }) => below !== null && !`${below}/`.startsWith('.planning/'))
    if (code === undefined) return []
    const text = say`your unit must not change code, and ${pathText(code.below ?? '')} is code. Describe the change in your draft; the executor of the plan will make it.`
    return [{ kind: 'deny', code: 'OUTSIDE_UNIT', text }]
  },
}
