// Work that workers submitted to the remote: fetches it, returns it to its worker, and deletes it after the merge.
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
import { overNetwork } from './claims.js'
import { complaint, lineOf, worked } from './git.js'

/** Delay between looks at the remote: doubled from the shortest to the longest while nothing changes. */
export const SHORTEST_MS = 500
export const LONGEST_MS = 15_000

export interface RemoteBranch {
  readonly cwd: string
  readonly remote: string
  /** The plans' branch, in full. */
  readonly branch: string
}

export interface RemoteSeen {
  readonly is: 'seen'
  /** The branch's commit. */
  readonly main: string
  readonly handed: Submissions
}

const MAIN = 'refs/gsd/main'

/** Fetches claims too: viewers of the project show them. */
export async function lookAtRemote({ cwd, remote, branch }: RemoteBranch): Promise<RemoteSeen | NoAnswer> {
  const git = overNetwork(cwd)
  const fetched = await git([...FETCH, remote, FETCH_SUBMISSIONS, FETCH_CLAIMS, `+${branch}:${MAIN}`])
  if (!worked(fetched)) return { is: 'away', reason: complaint(fetched) }
  const handed = readSubmissions((await git(LIST_SUBMISSIONS)).stdout)
  return { is: 'seen', main: lineOf(await git(['rev-parse', '--verify', MAIN])), handed }
}

const PUSH = ['push', '--quiet', '--no-verify'] as const

/** Sets whose turn it is; false if the branch has moved meanwhile, or the remote does not answer. */
export async function giveTurn(
  { cwd, remote }: RemoteBranch,
  unit: Unit,
  { tip, work }: Pick<Submission, 'tip' | 'work'>,
  turn: 'back' | 'held',
  reason: string,
): Promise<boolean> {
  const git = overNetwork(cwd)
  const made = lineOf(await git(['commit-tree', `${work}^{tree}`, '-p', work, '-m', turnMessage(turn, reason)]))
  const ref = submissionRef(unit)
  return worked(await git([...PUSH, `--force-with-lease=${ref}:${tip}`, remote, `${made}:${ref}`]))
}

export async function dropSubmission({ cwd, remote }: RemoteBranch, ref: string, tip: string): Promise<void> {
  await overNetwork(cwd)([...PUSH, `--force-with-lease=${ref}:${tip}`, remote, `:${ref}`])
}
