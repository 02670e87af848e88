// Keeps an agent that was given a work tree of its own out of the main one.

import { isLeased } from '../../core/dispatch/lease.js'
import type { CheckAt } from '../check.js'
import { CLAIMS } from '../surroundings.js'
import { changedBy } from './changed.js'

/** Folder of work trees below a project's runtime folder, and what git writes into one. */
const TREES = /^(.*)\/\.planning\/\.runtime\/(?:worktrees|trees)\/[^/]+(?:\/|$)/
const GITDIR = /^gitdir:\s*(.+?)\/\.git\/worktrees\/[^/\s]+\s*$/m

/** The main tree of a linked work tree: the folder that must not be written to. Null: this is none. */
function mainTreeOf(cwd: string, gitFile: string | null): string | null {
  const within = cwd.includes('/.planning/.runtime/') ? TREES.exec(`${cwd}/`) : null
  return within?.[1] ?? (gitFile === null ? null : (GITDIR.exec(gitFile)?.[1] ?? null))
}

export const worktreePathGuard: CheckAt<'pre-tool'> = {
  id: 'worktree-path-guard',
  about: 'Refuses a write of an agent in a work tree into the main tree',
  points: ['pre-tool'],
  actions: ['write', 'edit', 'shell'],
  setting: 'hooks.worktree_guard',
  needsProject: true,
  uses: {},
  run: (event, around) => {
    const { project, read } = around
    if (project === null) return []
    const main = mainTreeOf(event.cwd.replaceAll('\\', '/'), read(`${project.root}/.git`))?.replaceAll('\\', '/')
    const own = project.root.replaceAll('\\', '/')
    if (main === undefined || main === own) return []
    const astray = changedBy(event, around).find(
      ({ absolute }) => absolute.startsWith(`${main}/`) && !absolute.startsWith(`${own}/`),
    )
    if (astray === undefined) return []
    const text = `you work in ${own}; ${astray.absolute} is in the main tree. Write ${own}${astray.absolute.slice(main.length)} instead.`
    return [{ kind: 'deny', code: 'OUTSIDE_WORKTREE', text }]
  },
}

/** Where units at work are claimed; a claim says where its work is done. */
function isApart(text: string | null, now: number): boolean {
  try {
    const { isolation, leaseUntil } = JSON.parse(text ?? '') as { isolation?: unknown; leaseUntil?: unknown }
    return isolation === 'harness-worktree' && isLeased(leaseUntil, now)
  } catch {
    return false
  }
}

export const agentIsolationGuard: CheckAt<'pre-tool', 'clock'> = {
  id: 'agent-isolation-guard',
  about: 'Refuses to start an executor in the shared folder while plans of one wave must work apart',
  points: ['pre-tool'],
  actions: ['spawn'],
  setting: 'hooks.worktree_guard',
  needsProject: true,
  uses: { clock: true },
  run: ({ tools }, { project }, { clock }) => {
    const shared = tools.find(({ agent, isolated }) => agent?.includes('executor') && !isolated)
    if (project === null || shared === undefined || project.setting('git.isolation') !== 'worktree') return []
    const claims = project.list(CLAIMS).filter((name) => name.startsWith('execute-plan--'))
    if (!claims.some((name) => isApart(project.read(`${CLAIMS}/${name}`), clock.now()))) return []
    const text =
      'the plans of this wave are claimed for work trees of their own: start the executor with isolation "worktree"'
    return [{ kind: 'deny', code: 'ISOLATION_REQUIRED', text }]
  },
}
