// Synchronises the project's branch with the remote's: merges what others pushed, and pushes local commits.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaneProblem } from '../../../core/auto/lane.js'
import { causeOf, RACE_LOST, refusalIn } from '../../../core/dispatch/remote-claims.js'
import { MERGE_RULE } from '../../../core/project/new-project.js'
import type { RunResult } from '../../../ports.js'
import { gitOverNetwork, type RunClaims } from './claims.js'
import type { Engine } from './engine.js'
import { moveForward } from './fast-forward.js'
import { branchOf, git, headOf, isAncestor, nulSeparated, succeeded, textOf } from './git.js'
import { addTree, LANE_PATH, removeTree } from './trees.js'

export interface Lane {
  readonly main: Engine
  readonly claims: RunClaims
  /** The run's folder, where moves of the branch are noted. */
  readonly notes: string
}

/** The ref for the fetched branch: viewers of claims may overwrite FETCH_HEAD. */
const THEIRS = 'refs/gsd/theirs'

const MAX_TRIES = 5

/** Merges into the project's folder what others pushed, and pushes local commits; returns the problem if that fails. */
export async function syncBranch(lane: Lane): Promise<LaneProblem | null> {
  if (lane.claims.remote === null) return null
  let found: LaneProblem | null = null
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    found = await syncOnce(lane, lane.claims.remote)
    if (found?.is !== 'away' || !RACE_LOST.test(found.reason)) return found
  }
  return found
}

async function syncOnce({ main, notes }: Lane, remote: string): Promise<LaneProblem | null> {
  const { cwd } = main
  const branch = await branchOf(cwd)
  const push = async (commit: string, tip: string) => {
    const args = [`--force-with-lease=${branch}:${tip}`, remote, `${commit}:${branch}`]
    return problemOf(await gitOverNetwork(cwd)(['push', '--quiet', '--no-verify', ...args]))
  }
  const fetched = await gitOverNetwork(cwd)(['fetch', '--quiet', '--no-tags', remote, `+${branch}:${THEIRS}`])
  const from = await headOf(cwd)
  if (!succeeded(fetched)) return /couldn't find remote ref/.test(fetched.stderr) ? push(from, '') : problemOf(fetched)
  const tip = textOf(await git(cwd, ['rev-parse', '--verify', THEIRS]))
  if (from === tip) return null
  if (await isAncestor(cwd, tip, from)) return push(from, tip)
  if (await isAncestor(cwd, from, tip)) return moveForward(cwd, { from, to: tip }, notes)
  const to = await mergeBoth(main, { from, tip })
  if (to === null) return divergedProblem(remote, branch.replace('refs/heads/', ''))
  return (await push(to, tip)) ?? moveForward(cwd, { from, to }, notes)
}

/** Merges both branches in the lane's worktree; null if code changed here or git failed: then the user must merge them. */
async function mergeBoth(main: Engine, { from, tip }: { readonly from: string; readonly tip: string }) {
  const ownChanges = await git(main.cwd, ['diff', '--name-only', '--no-renames', '-z', `${tip}...${from}`])
  if (!succeeded(ownChanges) || nulSeparated(ownChanges).some((path) => !path.startsWith('.planning/'))) return null
  const cwd = join(main.cwd, LANE_PATH)
  await removeTree(main, LANE_PATH)
  // The units that others merged stay first parents, where an undo looks for them.
  if ((await addTree(main, cwd, ['--detach', '--', LANE_PATH, tip])) !== null) return null
  // Projects created by other tools lack the merge rule.
  const rules = join(cwd, main.base, '.gitattributes')
  if (!existsSync(rules)) writeFileSync(rules, MERGE_RULE)
  const merged = await git(cwd, ['merge', '--quiet', '-m', 'merge: plans and notes of another machine', from])
  const to = succeeded(merged) ? await headOf(cwd) : null
  await removeTree(main, LANE_PATH)
  return to
}

const divergedProblem = (remote: string, branch: string): LaneProblem => ({
  is: 'refused',
  reason: `your branch and ${remote}/${branch} have diverged: each has commits that the other lacks`,
  fix: `git pull --no-rebase ${remote} ${branch}, resolve conflicts, git push ${remote} ${branch}, then gsd auto`,
})

/** Returns why a push or fetch failed, or null. A refusal by the remote is final; any other failure is retried later. */
function problemOf(ran: RunResult): LaneProblem | null {
  if (succeeded(ran)) return null
  const refusal = refusalIn(ran)
  return refusal === null ? { is: 'away', reason: causeOf(ran) } : { is: 'refused', reason: refusal }
}
