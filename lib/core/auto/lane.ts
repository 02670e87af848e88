// The lane: brings finished branches to the main one, one after another. Nothing gets there unchecked, on one machine as on ten.

/** `refused`: the repository, or the plan as it stands there, does not take it. */
export type Merged = { readonly is: 'clean' } | { readonly is: 'conflict'; readonly paths: readonly string[] } | Refused
export interface Refused {
  /** `away`: nobody can tell before the remote answers. */
  readonly is: 'refused' | 'away'
  readonly reason: string
}
interface Failed {
  readonly is: 'failed'
  readonly reason: string
}

export interface LanePorts {
  /** Brings both together in a work tree of its own, at the tip of main. */
  merge(): Promise<Merged>
  /** Takes both sides where each only adds; answers the files in which one changes what the other has. */
  takeBoth(paths: readonly string[]): Promise<readonly string[]>
  /** Has the unit accepted on the merged tree; null: it is. */
  check(): Promise<Failed | Refused | null>
  /** Moves main forward to what was accepted. `behind`: main has moved meanwhile. */
  advance(): Promise<{ readonly is: 'moved' | 'behind' } | Refused>
}

/** `back`: a worker has something to mend on the branch · `held`: only a person can go on · `away`: it is tried again later. */
export type Brought = { readonly is: 'home' } | { readonly is: 'back' | 'held' | 'away'; readonly reason: string }

/** Main moves under the lane when somebody commits to it. */
const MOST_TRIES = 5

export async function bringHome(lane: LanePorts): Promise<Brought> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const merged = await lane.merge()
    if (merged.is === 'refused' || merged.is === 'away') return left(merged)
    const both = merged.is === 'conflict' ? merged.paths : []
    const open = both.length === 0 ? [] : await lane.takeBoth(both)
    if (open.length > 0) return { is: 'back', reason: `it conflicts with what came before it: ${open.join(', ')}` }
    const found = await lane.check()
    if (found?.is === 'refused' || found?.is === 'away') return left(found)
    if (found !== null)
      return { is: 'back', reason: `together with what came before it, it is not accepted: ${found.reason}` }
    const moved = await lane.advance()
    if (moved.is === 'moved') return { is: 'home' }
    if (moved.is === 'refused' || moved.is === 'away') return left(moved)
  }
  return { is: 'held', reason: 'the branch it goes to keeps moving' }
}

const left = ({ is, reason }: Refused): Brought => ({ is: is === 'away' ? is : 'held', reason })
