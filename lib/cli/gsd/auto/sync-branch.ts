// Synchronises the project's branch with the remote's: merges what others pushed, and pushes local commits.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Refused } from '../../../core/auto/lane.js'
import { MERGE_RULE } from '../../../core/project/new-project.js'
import type { RunResult } from '../../../ports.js'
import { overNetwork, type RunClaims } from './claims.js'
import type { Engine } from './engine.js'
import { moveForward } from './fast-forward.js'
import { branchOf, complaint, git, headOf, isAncestor, lineOf, partsOf, worked } from './git.js'
import { addTree, LANE_PATH, removeTree } from './trees.js'

export interface Lane {
  readonly main: Engine
  readonly claims: RunClaims
  /** The run's folder, for notes of a move. */
  readonly notes: string
}

/** The fetched branch under its own ref: viewers of claims overwrite FETCH_HEAD meanwhile. */
const THEIRS = 'refs/gsd/theirs'

const MAX_TRIES = 5

/** Merges what others pushed into the project's folder and pushes local work; answers why that is impossible. */
export async function syncBranch(lane: Lane): Promise<Refused | null> {
  if (lane.claims.remote === null) return null
  let found: Refused | null = null
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    found = await exchanged(lane, lane.claims.remote)
    if (found?.is !== 'away' || !LATE.test(found.reason)) return found
  }
  return found
}

async function exchanged({ main, notes }: Lane, remote: string): Promise<Refused | null> {
  const { cwd } = main
  const branch = await branchOf(cwd)
  const push = async (commit: string, tip: string) => {
    const words = [`--force-with-lease=${branch}:${tip}`, remote, `${commit}:${branch}`]
    return notTaken(await overNetwork(cwd)(['push', '--quiet', '--no-verify', ...words]))
  }
  const fetched = await overNetwork(cwd)(['fetch', '--quiet', '--no-tags', remote, `+${branch}:${THEIRS}`])
  const from = await headOf(cwd)
  if (!worked(fetched)) return /couldn't find remote ref/.test(fetched.stderr) ? push(from, '') : notTaken(fetched)
  const tip = lineOf(await git(cwd, ['rev-parse', '--verify', THEIRS]))
  if (from === tip) return null
  if (await isAncestor(cwd, tip, from)) return push(from, tip)
  if (await isAncestor(cwd, from, tip)) return moveForward(cwd, { from, to: tip }, notes)
  const to = await joined(main, { from, tip })
  if (to === null) return split(remote, branch.replace('refs/heads/', ''))
  return (await push(to, tip)) ?? moveForward(cwd, { from, to }, notes)
}

/** The merge of both branches; null if the user must merge: more than planning files changed here, or it failed. */
async function joined(main: Engine, { from, tip }: { readonly from: string; readonly tip: string }) {
  const own = await git(main.cwd, ['diff', '--name-only', '--no-renames', '-z', `${tip}...${from}`])
  if (!worked(own) || partsOf(own).some((path) => !path.startsWith('.planning/'))) return null
  const cwd = join(main.cwd, LANE_PATH)
  await removeTree(main, LANE_PATH)
  // The units others merged stay on the first line of parents, where an undo looks for them.
  if ((await addTree(main, cwd, ['--detach', '--', LANE_PATH, tip])) !== null) return null
  // Projects of other tools have no such rule.
  const rules = join(cwd, main.base, '.gitattributes')
  if (!existsSync(rules)) writeFileSync(rules, MERGE_RULE)
  const merged = await git(cwd, ['merge', '--quiet', '-m', 'merge: plans and notes of another machine', from])
  const to = worked(merged) ? await headOf(cwd) : null
  await removeTree(main, LANE_PATH)
  return to
}

const split = (remote: string, branch: string): Refused => ({
  is: 'refused',
  reason: `your branch and ${remote}/${branch} have split: each has commits that the other lacks`,
  fix: `git pull --no-rebase ${remote} ${branch}, settle what conflicts, git push ${remote} ${branch}, then gsd auto`,
})

/** Somebody pushed between the look and the push. */
const LATE = /stale info|fetch first|non-fast-forward|cannot lock ref|incorrect old value/

/** If the remote answers at all, its refusal is final. */
function notTaken(ran: RunResult): Refused | null {
  if (worked(ran)) return null
  const reason = ran.stderr.split('\n').find((line) => /rejected|denied/.test(line))
  const isFinal = reason !== undefined && !LATE.test(reason)
  return { is: isFinal ? 'refused' : 'away', reason: reason?.trim() ?? complaint(ran) }
}
