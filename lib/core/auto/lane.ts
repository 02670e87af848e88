// The merge lane: merges finished branches into main, one at a time and only after checks, on one machine or several.

/** `refused`: the repository or the current plan rejects it. */
export type Merged = { readonly is: 'clean' } | { readonly is: 'conflict'; readonly paths: readonly string[] } | Refused
export interface Refused {
  /** `away`: the remote does not answer, so the result is unknown. */
  readonly is: 'refused' | 'away'
  readonly reason: string
  readonly fix?: string
}
export interface LanePorts {
  /** Merges both in a separate worktree at the tip of main. */
  merge(): Promise<Merged>
  /** Keeps both sides of files to which both only add; returns the files with real conflicts. */
  takeBoth(paths: readonly string[]): Promise<readonly string[]>
  /** Finishes the unit on the merged tree; null if it is accepted. */
  check(): Promise<{ readonly is: 'failed'; readonly reason: string } | Refused | null>
  /** Fast-forwards main to the accepted commit. `behind`: main has moved meanwhile. */
  advance(): Promise<{ readonly is: 'moved' | 'behind' } | Refused>
}

/** `back`: a worker must repair the branch · `held`: needs the user · `away`: retried later. */
export type Brought =
  | { readonly is: 'home' }
  | { readonly is: 'back' | 'held' | 'away'; readonly reason: string; readonly fix?: string }

/** Tries before the lane gives up because main keeps moving. */
const MAX_TRIES = 5

export async function bringHome(lane: LanePorts): Promise<Brought> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const merged = await lane.merge()
    if (merged.is === 'refused' || merged.is === 'away') return unmerged(merged)
    const both = merged.is === 'conflict' ? merged.paths : []
    const open = both.length === 0 ? [] : await lane.takeBoth(both)
    if (open.length > 0) return { is: 'back', reason: `it conflicts with earlier work: ${open.join(', ')}` }
    const found = await lane.check()
    if (found?.is === 'refused' || found?.is === 'away') return unmerged(found)
    if (found !== null) return { is: 'back', reason: `its checks fail after merging earlier work: ${found.reason}` }
    const moved = await lane.advance()
    if (moved.is === 'moved') return { is: 'home' }
    if (moved.is === 'refused' || moved.is === 'away') return unmerged(moved)
  }
  return { is: 'held', reason: 'the target branch keeps moving' }
}

const unmerged = (found: Refused): Brought => ({ ...found, is: found.is === 'away' ? 'away' : 'held' })
