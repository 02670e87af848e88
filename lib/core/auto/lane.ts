// The lane: brings finished branches to the main one, one after another. Nothing gets there unchecked, on one machine as on ten.

/** `refused`: the repository, or the plan as it stands there, does not take it. */
export type Merged = { readonly is: 'clean' } | { readonly is: 'conflict'; readonly paths: readonly string[] } | Refused
interface Refused {
  readonly is: 'refused'
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

/** `back`: a worker has something to mend on the branch · `held`: only a person can go on. */
export type Brought =
  | { readonly is: 'home' }
  | { readonly is: 'back'; readonly reason: string }
  | { readonly is: 'held'; readonly reason: string }

/** Main moves under the lane when somebody commits to it. */
const MOST_TRIES = 5

export async function bringHome(lane: LanePorts): Promise<Brought> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const merged = await lane.merge()
    if (merged.is === 'refused') return { is: 'held', reason: merged.reason }
    const both = merged.is === 'conflict' ? merged.paths : []
    const open = both.length === 0 ? [] : await lane.takeBoth(both)
    if (open.length > 0) return { is: 'back', reason: `it conflicts with what came before it: ${open.join(', ')}` }
    const found = await lane.check()
    if (found?.is === 'refused') return { is: 'held', reason: found.reason }
    if (found?.is === 'failed')
      return { is: 'back', reason: `together with what came before it, it is not accepted: ${found.reason}` }
    const moved = await lane.advance()
    if (moved.is === 'moved') return { is: 'home' }
    if (moved.is === 'refused') return { is: 'held', reason: moved.reason }
  }
  return { is: 'held', reason: 'the branch it goes to keeps moving' }
}
