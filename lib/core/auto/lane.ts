// The merge lane: merges submitted branches into main, one at a time and only after checks.

/** The result of a merge in the lane's worktree. */
export type MergeAttempt =
  | { readonly is: 'clean' }
  | { readonly is: 'conflict'; readonly paths: readonly string[] }
  | LaneProblem
export interface LaneProblem {
  /** `refused`: git, the engine or the remote refuses · `away`: the remote does not answer; retried later. */
  readonly is: 'refused' | 'away'
  readonly reason: string
  readonly fix?: string
}
export interface LanePorts {
  /** Merges the branch in a separate worktree at the tip of main. */
  merge(): Promise<MergeAttempt>
  /** Keeps both sides of files to which both only added; returns the files that still conflict. */
  takeBoth(paths: readonly string[]): Promise<readonly string[]>
  /** Finishes the unit in the merged worktree; null if it is accepted. */
  check(): Promise<{ readonly is: 'failed'; readonly reason: string } | LaneProblem | null>
  /** Fast-forwards main to the accepted commit. `behind`: main has moved meanwhile. */
  advance(): Promise<{ readonly is: 'moved' | 'behind' } | LaneProblem>
}

/** The result of merging or submitting a unit. `back`: a worker must repair it · `held`: it needs the user · `away`: retried later. */
export type DeliveryResult =
  | { readonly is: 'delivered' }
  | { readonly is: 'back' | 'held' | 'away'; readonly reason: string; readonly fix?: string }

/** Attempts before the lane gives up because main keeps moving. */
const MAX_TRIES = 5

/** Merges one unit's branch into main, or returns why that failed. */
export async function mergeThroughLane(lane: LanePorts): Promise<DeliveryResult> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const merged = await lane.merge()
    if (merged.is === 'refused' || merged.is === 'away') return resultOf(merged)
    const conflicting = merged.is === 'conflict' ? merged.paths : []
    const conflicts = conflicting.length === 0 ? [] : await lane.takeBoth(conflicting)
    if (conflicts.length > 0) return { is: 'back', reason: `it conflicts with earlier work: ${conflicts.join(', ')}` }
    const found = await lane.check()
    if (found?.is === 'refused' || found?.is === 'away') return resultOf(found)
    if (found !== null) return { is: 'back', reason: `its checks fail after merging earlier work: ${found.reason}` }
    const moved = await lane.advance()
    if (moved.is === 'moved') return { is: 'delivered' }
    if (moved.is === 'refused' || moved.is === 'away') return resultOf(moved)
  }
  return { is: 'held', reason: 'the target branch keeps moving' }
}

const resultOf = (found: LaneProblem): DeliveryResult => ({ ...found, is: found.is === 'away' ? 'away' : 'held' })
