// What workers handed in, on the remote: looked at, given back, and removed when it is merged.
import type { Unit } from '../../../core/auto/decide.js'
import {
  type AllHanded,
  FETCH_HANDED,
  type Handed,
  handedRef,
  LIST_HANDED,
  readHanded,
  turnMessage,
} from '../../../core/auto/handed.js'
import type { Away } from '../../../core/dispatch/held.js'
import { FETCH_CLAIMS } from '../../../core/dispatch/remote-claims.js'
import { overNetwork } from './claims.js'
import { complaint, lineOf, worked } from './git.js'

export interface Place {
  readonly cwd: string
  readonly remote: string
  /** Of the plans, in full. */
  readonly branch: string
}

export interface RemoteSeen {
  readonly is: 'seen'
  /** Commit of the branch. */
  readonly main: string
  readonly handed: AllHanded
}

const MAIN = 'refs/gsd/main'
/** The claims are for whoever looks at the project. */
const WANTED = [FETCH_HANDED, FETCH_CLAIMS]

export async function lookAtRemote({ cwd, remote, branch }: Place): Promise<RemoteSeen | Away> {
  const git = overNetwork(cwd)
  const fetched = await git(['fetch', '--quiet', '--no-tags', '--prune', remote, ...WANTED, `+${branch}:${MAIN}`])
  if (!worked(fetched)) return { is: 'away', reason: complaint(fetched) }
  const handed = readHanded((await git(LIST_HANDED)).stdout)
  return { is: 'seen', main: lineOf(await git(['rev-parse', '--verify', MAIN])), handed }
}

const PUSH = ['push', '--quiet', '--no-verify'] as const

/** Says whose turn it is; false: somebody moved the branch meanwhile, or the remote does not answer. */
export async function giveTurn(
  { cwd, remote }: Place,
  unit: Unit,
  { tip }: Pick<Handed, 'tip'>,
  turn: 'back' | 'held',
  reason: string,
): Promise<boolean> {
  const git = overNetwork(cwd)
  const made = lineOf(await git(['commit-tree', `${tip}^{tree}`, '-p', tip, '-m', turnMessage(turn, reason)]))
  const ref = handedRef(unit)
  return worked(await git([...PUSH, `--force-with-lease=${ref}:${tip}`, remote, `${made}:${ref}`]))
}

/** Removes a branch that nobody needs any more. */
export async function dropHanded({ cwd, remote }: Place, ref: string, tip: string): Promise<void> {
  await overNetwork(cwd)([...PUSH, `--force-with-lease=${ref}:${tip}`, remote, `:${ref}`])
}
