// Work that workers submitted to the remote: fetches it, sets whose turn it is, and deletes it after the merge.
import type { Unit } from '../../../core/auto/decide.js'
import {
  FETCH_SUBMISSIONS,
  LIST_SUBMISSIONS,
  readSubmissions,
  type Submission,
  type Submissions,
  submissionRef,
  turnMessage,
} from '../../../core/auto/submissions.js'
import type { NoAnswer } from '../../../core/dispatch/claim-store.js'
import { FETCH, FETCH_CLAIMS } from '../../../core/dispatch/remote-claims.js'
import { gitOverNetwork } from './claims.js'
import { gitProblem, succeeded, textOf } from './git.js'

/** The delay between polls of the remote doubles from the shortest to the longest while nothing changes. */
export const SHORTEST_MS = 500
export const LONGEST_MS = 15_000

export interface RemoteBranch {
  readonly cwd: string
  readonly remote: string
  /** Full ref of the branch that has the plans. */
  readonly branch: string
}

export interface RemoteState {
  readonly is: 'seen'
  /** The branch's commit. */
  readonly main: string
  readonly submissions: Submissions
}

const MAIN = 'refs/gsd/main'

/** Fetches the branch, all submitted work, and the claims, which viewers of the project show. */
export async function readRemote({ cwd, remote, branch }: RemoteBranch): Promise<RemoteState | NoAnswer> {
  const git = gitOverNetwork(cwd)
  const fetched = await git([...FETCH, remote, FETCH_SUBMISSIONS, FETCH_CLAIMS, `+${branch}:${MAIN}`])
  if (!succeeded(fetched)) return { is: 'away', reason: gitProblem(fetched) }
  const submissions = readSubmissions((await git(LIST_SUBMISSIONS)).stdout)
  return { is: 'seen', main: textOf(await git(['rev-parse', '--verify', MAIN])), submissions }
}

const PUSH = ['push', '--quiet', '--no-verify'] as const

/** Sets whose turn a submission is; false if its branch has moved meanwhile, or the remote does not answer. */
export async function setTurn(
  { cwd, remote }: RemoteBranch,
  unit: Unit,
  { tip, work }: Pick<Submission, 'tip' | 'work'>,
  turn: 'back' | 'held',
  reason: string,
): Promise<boolean> {
  const git = gitOverNetwork(cwd)
  const commit = textOf(await git(['commit-tree', `${work}^{tree}`, '-p', work, '-m', turnMessage(turn, reason)]))
  const ref = submissionRef(unit)
  return succeeded(await git([...PUSH, `--force-with-lease=${ref}:${tip}`, remote, `${commit}:${ref}`]))
}

export async function dropSubmission({ cwd, remote }: RemoteBranch, ref: string, tip: string): Promise<void> {
  await gitOverNetwork(cwd)([...PUSH, `--force-with-lease=${ref}:${tip}`, remote, `:${ref}`])
}
